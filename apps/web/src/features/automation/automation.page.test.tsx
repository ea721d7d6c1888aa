import { DEFAULT_RULE } from '@omni/domain/automation/rules.ts'
import { DEFAULT_AUTOMATION_SETTING } from '@omni/domain/automation/settings.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/query.ts'
import { AutomationPage } from './automation.page.tsx'
import { draw } from '../../testing/draw.tsx'

const { send } = vi.hoisted(() => ({ send: vi.fn() }))
vi.mock('../../platform/client.ts', () => ({ send, NO_REPLY: 0, TIMED_OUT: 1, CANCELLED: 2 }))
vi.mock('../../platform/i18n.ts', () => import('../../testing/english.ts'))
vi.mock('../../platform/app-link.tsx', () => ({ AppLink: 'a' }))
const search: Record<string, string> = {}
vi.mock('@tanstack/react-router', () => ({
  useLocation: () => ({ pathname: '/app/setting/automation' }),
  useRouter: () => ({}),
  useSearch: () => search,
  useNavigate: () => () => undefined,
}))

const RULE = {
  ...DEFAULT_RULE,
  rule_id: '01a1e4b9-a15c-7d7e-a7a2-a7b55e725f5e',
  name: 'Small ones',
  when: { types: [] },
  status: 'off',
  version: 1,
  on_since: null,
  last_activity_at: null,
  spent_today: 1250,
  daily_limit: 5000,
}
const TRIED = {
  days: 30,
  orders: 40,
  is_capped: false,
  placed: 31,
  spent: 40_000,
  earned: 25_000,
  estimated: 4,
  passed: 2,
  blocked: [{ because: 'daily_limit', orders: 7 }],
  busiest: { day: '2026-11-02', orders: 9, spent: 4800 },
  examples: [],
}
const answers: Record<string, () => unknown> = {}
const sent = (name: string) =>
  send.mock.calls.filter(([call]) => (call as { name: string }).name === name).map(([, input]) => input as object) // the mock's

const show = () => draw(<AutomationPage />)

beforeEach(() => {
  queryClient.clear()
  Object.assign(answers, {
    getAutomationRules: () => ({ rules: [RULE], version: 3 }),
    updateAutomationRules: () => ({ rules: [RULE], version: 4 }),
    getAutomationPanel: () => ({ ...DEFAULT_AUTOMATION_SETTING, version: 2 }),
    updateAutomationPanel: () => ({ ...DEFAULT_AUTOMATION_SETTING, version: 3 }),
    tryAutomationRule: () => TRIED,
    listAutomationDecisions: () => ({ items: [], next_cursor: null, total: 0, total_is_capped: false }),
    getShippingCountries: () => ({ items: [] }),
    getSettings: () => ({ settings: { display_currency: 'USD' } }),
  })
  send.mockImplementation(async ({ name }: { name: string }) => ({
    status: 200,
    success: true,
    message: '',
    data: answers[name]?.() ?? {},
  }))
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

test('everything on it has a name', async () => {
  show()
  await screen.findByText('Small ones')
  await screen.findByText('Fill in a phone number')
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  })
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))])).toEqual([])
})

test('a rule is switched on only after its trial is on screen', async () => {
  let answer = (_: unknown) => {}
  const trial = new Promise((resolve) => (answer = resolve))
  const usual = send.getMockImplementation()
  send.mockImplementation(async (call: { name: string }) => (call.name === 'tryAutomationRule' ? trial : usual?.(call)))
  show()
  fireEvent.click(await screen.findByRole('switch', { name: 'Switch the rule Small ones' }))
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Save and switch on' })
  expect(button.disabled).toBe(true)
  expect(sent('updateAutomationRules')).toEqual([])
  answer({ status: 200, success: true, message: '', data: TRIED })
  expect(await screen.findByText(/would have placed 31 of 40 orders for \$400.00; they earn \$250.00/)).toBeTruthy()
  expect(screen.getByText('7 held back: The daily limit of the rule is reached.')).toBeTruthy()
  await waitFor(() => expect(button.disabled).toBe(false))
  fireEvent.click(button)
  await waitFor(() =>
    expect(sent('updateAutomationRules')).toMatchObject([
      { version: 3, rules: [{ name: 'Small ones', status: 'on' }] },
    ]),
  )
})

test('a limit of nothing is said at once, keeps the input, and nothing can be saved', async () => {
  show()
  fireEvent.click(await screen.findByText('Small ones'))
  const limit = await screen.findByRole<HTMLInputElement>('textbox', { name: /Spend at most per day/ })
  fireEvent.change(limit, { target: { value: '0' } })
  fireEvent.blur(limit)
  expect((await screen.findByRole('alert')).textContent).toBe('The limit has to be above zero, or empty.')
  expect(limit.value).toBe('0.00')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save, keep it off' }).disabled).toBe(true)
})

test('a switch of the panel is kept at once, with the version that was read', async () => {
  const { with_better_source: better } = DEFAULT_AUTOMATION_SETTING
  const conditions = { ...better.conditions, profit: { is_use: true, values: 10 } }
  show()
  fireEvent.click(await screen.findByRole('switch', { name: 'When the margin is low' }))
  answers['getAutomationPanel'] = () => ({
    ...DEFAULT_AUTOMATION_SETTING,
    with_better_source: { ...better, conditions },
    version: 3,
  })
  await waitFor(() =>
    expect(sent('updateAutomationPanel')).toMatchObject([
      { version: 2, with_better_source: { conditions: { profit: { is_use: true, values: 10 } } } },
    ]),
  )
  expect(await screen.findByRole('textbox', { name: 'Margin below' })).toBeTruthy()
})

test('what rules did is listed with its reason; further decisions come by a button, and a failure says so', async () => {
  const decision = (n: number) => ({
    order_id: `o${n}`,
    number: `#10${n}`,
    rule_id: 'r1',
    name: n === 1 ? 'Small ones' : null,
    rule_version: 3,
    outcome: n === 1 ? 'blocked' : 'placed',
    because: n === 1 ? 'daily_limit' : null,
    due_at: null,
    decided_at: '2026-11-01T10:00:00Z',
  })
  const listed = { total: 2, total_is_capped: false }
  answers['listAutomationDecisions'] = () => ({ items: [decision(1)], next_cursor: 'more', ...listed })
  show()
  expect((await screen.findByRole('link', { name: '#101' })).getAttribute('href')).toBe('/app/orders?order=o1')
  expect(screen.getByText('The daily limit of the rule is reached.')).toBeTruthy()
  expect(screen.getByText('Small ones, version 3')).toBeTruthy()
  answers['listAutomationDecisions'] = () => ({ items: [decision(2)], next_cursor: null, ...listed })
  fireEvent.click(screen.getByRole('button', { name: 'Load more' }))
  expect(await screen.findByRole('link', { name: '#102' })).toBeTruthy()
  expect(screen.getByText('Removed rule')).toBeTruthy()
  expect(sent('listAutomationDecisions')).toEqual([{ page_size: 50 }, { page_size: 50, cursor: 'more' }])
  cleanup()
  queryClient.clear()
  answers['listAutomationDecisions'] = () => {
    throw new Error('gone')
  }
  show()
  expect(await screen.findByText('The decisions could not be loaded')).toBeTruthy()
})
