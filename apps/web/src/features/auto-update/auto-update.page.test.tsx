import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import axe from 'axe-core'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/query.ts'
import { AutoUpdatePage } from './auto-update.page.tsx'
import type { WatchedRow } from './watched-columns.tsx'
import { draw } from '../../testing/draw.tsx'

const { send, url, setUrl } = vi.hoisted(() => ({
  send: vi.fn(),
  setUrl: vi.fn(),
  url: { values: {} as Record<string, string> },
}))
vi.mock('../../platform/client.ts', () => ({ send, NO_REPLY: 0, TIMED_OUT: 1, CANCELLED: 2 }))
vi.mock('../../platform/i18n.ts', () => import('../../testing/english.ts'))
vi.mock('../../platform/toasts.tsx', () => ({ toast: vi.fn(), replyToast: vi.fn(), undoToast: vi.fn() }))
vi.mock('../../platform/url-state.ts', () => ({ useUrlState: () => [url.values, setUrl] }))
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({}) }))

const row = (product_id: string, change: Partial<WatchedRow> = {}): WatchedRow => ({
  product_id,
  title: `Lamp ${product_id}`,
  image: null,
  sources: ['cj:1'],
  currency: 'USD',
  paused: false,
  hot: false,
  read_at: new Date(Date.now() - 600_000).toISOString(),
  variants: 3,
  pinned: 0,
  waiting: 0,
  sold_out: 0,
  off_shelf: false,
  price_min: 1999,
  price_max: 2999,
  cost_min: 500,
  cost_max: 500,
  margin: 40,
  stock: 10,
  note: null,
  recorded_at: null,
  ...change,
})

const question = {
  question_id: 'q1',
  source: 'cj',
  reason: 'factor',
  asked_at: new Date().toISOString(),
  items: [{ product_id: 'a', title: 'Lamp a', variant: 'Red', before: 500, after: 5000, quantity: 3 }],
}
const overview = { watched: 25, paused: 3, limit: 25, pinned: 1, hot: 0, hot_read_at: null, questions: [question] }
const ok = (data: unknown) => ({ status: 200, success: true, message: '', data })
const list = (...items: WatchedRow[]) => ok({ items, next_cursor: null, total: items.length, total_is_capped: false })
let answers: Record<string, () => unknown> = {}
const sent = (name: string) =>
  send.mock.calls.filter(([call]) => (call as { name: string }).name === name).map(([, input]) => input as unknown) // what the mock was given
const show = () => draw(<AutoUpdatePage />)
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

beforeEach(() => {
  vi.clearAllMocks()
  queryClient.clear()
  url.values = {}
  answers = {
    getAutoUpdate: () => ok(overview),
    listWatched: () =>
      list(
        row('a', {
          pinned: 2,
          note: { kind: 'price_changed', rule: 'keep_margin', cost: [500, 600], price: [1999, 2399] },
          recorded_at: new Date().toISOString(),
        }),
        row('b', { paused: true }),
      ),
    getSettings: () => ok({ settings: { display_currency: 'USD' } }),
    getCurrencyRates: () => ok({ rates: {} }),
    answerQuestion: () => ok({ question_id: 'q1', answer: 'confirm' }),
    setupSellingPrice: () => ok({ run_id: 'r1' }),
  }
  send.mockImplementation(async (call: { name: string }) => answers[call.name]?.() ?? ok({}))
})

test('it says what the rule did, how old each figure is, what is paused, and everything has a name', async () => {
  show()
  expect(await screen.findByText('Price $19.99 → $23.99, the margin kept')).toBeTruthy()
  expect(screen.getAllByText(/^Price from/)).toHaveLength(2)
  expect(screen.getByText(/Your plan watches 25 products; 3 more are paused/)).toBeTruthy()
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  })
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))])).toEqual([])
})

test('a question shows its whole list; the answer is sent once', async () => {
  show()
  const heading = await screen.findByRole('heading', { name: 'CJ Dropshipping says something that is hard to believe' })
  const card = heading.closest('section')
  expect(within(card as HTMLElement).getByText('$50.00')).toBeTruthy() // the card around its heading
  await press('Let exactly these through')
  expect(sent('answerQuestion')).toEqual([{ question_id: 'q1', answer: 'confirm' }])
})

test('own prices are given back to the rule; a state narrows the list; nothing and failure have their words', async () => {
  show()
  await screen.findByText('Lamp b')
  await press('Apply prices again')
  expect(sent('setupSellingPrice')).toEqual([{ selection: { ids: ['a'] }, preview: false }])
  await press('Paused')
  expect(setUrl).toHaveBeenCalledWith({ state: 'paused' })
  cleanup()
  queryClient.clear()
  answers['listWatched'] = () => list()
  show()
  expect(await screen.findByText('Nothing is watched yet')).toBeTruthy()
  cleanup()
  queryClient.clear()
  answers['listWatched'] = () => ({ status: 500, success: false, message: 'Server error!', data: null })
  show()
  expect(await screen.findByText('The list could not be loaded')).toBeTruthy()
})
