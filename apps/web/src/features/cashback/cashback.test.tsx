import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/query.ts'
import { CashbackSettingPage } from './cashback-setting.page.tsx'
import { draw } from '../../testing/draw.tsx'

const { send, toast, openUpgrade } = vi.hoisted(() => ({ send: vi.fn(), toast: vi.fn(), openUpgrade: vi.fn() }))
vi.mock('../../platform/client.ts', () => ({ send, NO_REPLY: 0, TIMED_OUT: 1, CANCELLED: 2 }))
vi.mock('../../platform/i18n.ts', () => import('../../testing/english.ts'))
vi.mock('../../platform/app-link.tsx', () => ({ AppLink: 'a' }))
vi.mock('../../platform/toasts.tsx', () => ({ toast }))
vi.mock('../../platform/panels.ts', () => ({ openUpgrade }))
vi.mock('@tanstack/react-router', () => ({
  useLocation: () => ({ pathname: '/app/setting/integration/cashback_setting' }),
  useRouter: () => ({}),
  useSearch: () => ({}),
  useNavigate: () => () => undefined,
}))

const ITEM = {
  supplier_order_id: 's1',
  order_id: 'o1',
  order_number: '#1001',
  amount: 60,
  state: 'pending',
  release_at: '2026-12-16T00:00:00Z',
}
const CASHBACK = {
  available: true,
  enabled: false,
  percent: 2,
  held_days: 30,
  currency: 'USD',
  pending: 60,
  frozen: 0,
  paid: 1234,
  items: [ITEM],
}
const answers: Record<string, () => unknown> = {}
/** What a call answers when it is refused. */
const refusals: Record<string, { status: number; message: string }> = {}
const sent = (name: string) =>
  send.mock.calls.filter(([call]) => (call as { name: string }).name === name).map(([, input]) => input as object) // the mock's
// Each word of the components is its own name.

const show = () => draw(<CashbackSettingPage />)

beforeEach(() => {
  queryClient.clear()
  for (const name of Object.keys(refusals)) delete refusals[name]
  Object.assign(answers, {
    getSettings: () => ({ settings: { display_currency: 'USD', admitad: { is_enable: false, publisher_id: '' } } }),
    getCurrencyRates: () => ({ rates: {} }),
    getCashback: () => CASHBACK,
  })
  send.mockImplementation(async ({ name }: { name: string }) => {
    const refused = refusals[name]
    return refused
      ? { ...refused, success: false, data: null }
      : { status: 200, success: true, message: '', data: answers[name]?.() ?? {} }
  })
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

test('what waits, what was paid and from when on it is bonus; axe finds nothing', async () => {
  const { container } = show()
  expect(await screen.findByText('#1001')).toBeTruthy()
  expect(screen.getByText('$12.34')).toBeTruthy()
  expect(screen.getByText(/^Bonus from/).textContent).toContain('16')
  const { violations } = await axe.run(container, { rules: { region: { enabled: false } } })
  expect(violations.map(({ id }) => id)).toEqual([])
})

test('the switch is sent; a plan without cashback is offered the larger one, and nothing is sent', async () => {
  show()
  fireEvent.click(await screen.findByRole('switch', { name: 'Cashback on orders' }))
  await waitFor(() => expect(sent('setCashback')).toEqual([{ enabled: true }]))
  await waitFor(() => expect(toast).toHaveBeenCalledWith('success', 'Saved.'))
  cleanup()
  queryClient.clear()
  answers['getCashback'] = () => ({ ...CASHBACK, available: false, items: [] })
  show()
  expect(await screen.findByText(/Nothing was earned yet/)).toBeTruthy()
  fireEvent.click(screen.getByRole('switch', { name: 'Cashback on orders' }))
  expect(openUpgrade).toHaveBeenCalledWith('CASHBACK_ORDER_FULFILLMENT')
  expect(sent('setCashback').length).toBe(1)
})

test('Admitad: without a code it says so; refused by the plan it offers the larger one; what was typed stays', async () => {
  show()
  const on = await screen.findByRole('switch', { name: 'Admitad cashback' })
  fireEvent.click(on)
  expect(await screen.findByText('Type your link code first.')).toBeTruthy()
  expect(sent('updateAdmitadSettings')).toEqual([])
  const code = screen.getByLabelText('Link code')
  fireEvent.change(code, { target: { value: 'abc123' } })
  refusals['updateAdmitadSettings'] = { status: 401, message: 'Not in your plan' }
  fireEvent.click(on)
  await waitFor(() => expect(openUpgrade).toHaveBeenCalledWith('ADMIAD_CASHBACK'))
  refusals['updateAdmitadSettings'] = { status: 204, message: 'This code is not right.' }
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('This code is not right.')).toBeTruthy()
  expect((code as HTMLInputElement).value).toBe('abc123')
})
