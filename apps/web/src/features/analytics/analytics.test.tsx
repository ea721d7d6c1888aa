import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/query.ts'
import { StoreAnalyticsPage } from './store-analytics.page.tsx'
import { draw } from '../../testing/draw.tsx'

const { send, go } = vi.hoisted(() => ({ send: vi.fn(), go: vi.fn() }))
vi.mock('../../platform/client.ts', () => ({ send, NO_REPLY: 0, TIMED_OUT: 1, CANCELLED: 2 }))
vi.mock('../../platform/i18n.ts', () => import('../../testing/english.ts'))
vi.mock('../../platform/app-link.tsx', () => ({ AppLink: 'a' }))
vi.mock('../../platform/account.ts', () => ({ useAccount: () => ({ linked_stores: {} }) }))
// The canvas of a chart is the browser's own.
vi.mock('@omni/ui/day-chart.tsx', () => ({ DayChart: ({ label }: { label: string }) => <figure aria-label={label} /> }))
let search: Record<string, string> = {}
vi.mock('@tanstack/react-router', () => ({
  useSearch: () => search,
  useNavigate: () => (to: { search: (before: object) => object }) => go(to.search({})),
}))

const NOTHING = {
  orders: 0,
  pieces: 0,
  revenue: 0,
  tax: 0,
  cost: 0,
  fees: 0,
  refunds: 0,
  recovered: 0,
  profit: 0,
  margin: null,
  estimated: 0,
  unsure: 0,
  unknown_profit: 0,
  unknown_revenue: 0,
  unknown: 0,
}
const SOLD = {
  ...NOTHING,
  orders: 2,
  pieces: 2,
  revenue: 10_000,
  tax: 500,
  cost: 4_000,
  fees: 320,
  refunds: 1_000,
  recovered: 700,
  profit: 5_380,
  margin: 53.8,
}
const BEFORE = { ...SOLD, revenue: 8_000, refunds: 500, profit: 4_000, margin: 50 }
const ANALYSES = {
  currency: 'USD',
  period: { from: '2026-11-15', to: '2026-11-16' },
  before: { from: '2026-11-13', to: '2026-11-14' },
  figures: { ...SOLD, estimated: 1_500, unsure: 2, unknown_profit: 900, unknown_revenue: 1_000, unknown: 3 },
  figures_before: BEFORE,
  days: [
    { ...NOTHING, day: '2026-11-15' },
    { ...SOLD, day: '2026-11-16' },
  ],
  days_before: [
    { ...NOTHING, day: '2026-11-13' },
    { ...BEFORE, day: '2026-11-14' },
  ],
  rows: [{ ...SOLD, key: 'cj', title: '', image: null }],
  rows_left_off: 0,
  pending: 0,
  unconverted: [{ currency: 'SEK', orders: 4 }],
}
const BEHIND = {
  currency: 'USD',
  total: 1,
  sum: SOLD,
  items: [
    {
      ...SOLD,
      order_id: '11111111-1111-4111-8111-111111111111',
      number: '#1001',
      channel: 'shopify',
      store_name: 'Shop',
      country_code: 'US',
      day: '2026-11-16',
      ordered_at: '2026-11-16T10:00:00Z',
    },
  ],
}
let answers: Record<string, unknown> = {}
const sent = (name: string) =>
  send.mock.calls.filter(([call]) => (call as { name: string }).name === name).map(([, input]) => input as object) // the mock's

// Each word of the components is its own name; those that take a value are called with it.

const show = () => draw(<StoreAnalyticsPage />)

beforeEach(() => {
  queryClient.clear()
  search = {}
  answers = { getAnalyses: ANALYSES, getAnalysesPreview: BEHIND, listCarriers: { suppliers: [], carriers: [] } }
  go.mockClear()
  send.mockReset()
  send.mockImplementation(async ({ name }: { name: string }) => ({
    status: 200,
    success: true,
    message: '',
    data: answers[name] ?? null,
  }))
})
afterEach(cleanup)

const figure = async (name: string) => (await screen.findByText(name, { selector: 'button > span' })).closest('button')

test('each figure with its change; what is estimated, unknown or left out is said', async () => {
  show()
  expect((await figure('Profit'))?.textContent).toBe('Profit$53.80▲ 35%')
  expect((await figure('Refunds'))?.textContent).toBe('Refunds$10.00▲ 100%')
  expect((await figure('Margin'))?.textContent).toBe('Margin54%▲ 3.8 pts')
  expect(screen.getByText(/\$15\.00 of the profit is estimated \(2 orders\)/)).toBeTruthy()
  expect(screen.getByText(/3 orders have no profit yet.*\$9\.00 at most/)).toBeTruthy()
  expect(screen.getByText(/4 orders in SEK are in no figure/)).toBeTruthy()
})

test('the sum is written out, and adds up', async () => {
  show()
  fireEvent.click(await screen.findByText('How profit is made'))
  const lines = [...document.querySelectorAll('dl dd')].map(({ textContent }) => textContent)
  expect(lines).toEqual([' $100.00', '− $40.00', '− $3.20', '− $10.00', '+ $7.00', '− $9.00', '= $53.80'])
})

test('a click on a figure opens the orders behind it, in the address', async () => {
  show()
  fireEvent.click((await figure('Profit')) ?? document.body)
  expect(go).toHaveBeenLastCalledWith({ behind: 'all:' })
  fireEvent.click(screen.getByRole('button', { name: 'Supplier', pressed: false }))
  expect(go).toHaveBeenLastCalledWith(expect.objectContaining({ by: 'supplier' }))
})

test('the orders behind a row, from an address that was shared', async () => {
  search = { by: 'supplier', days: '90', behind: 'supplier:cj' }
  show()
  expect((await screen.findByText('#1001')).getAttribute('href')).toBe(`/app/orders?order=${BEHIND.items[0]?.order_id}`)
  expect(screen.getByText('1 order · revenue $100.00 · profit $53.80')).toBeTruthy()
  expect(sent('getAnalysesPreview')).toEqual([{ days: '90', by: 'supplier', key: 'cj', page: 1, page_size: 25 }])
  expect(sent('getAnalyses')).toMatchObject([{ days: '90', by: 'supplier' }])
})

test('an address that means nothing shows the last seven days and opens nothing', async () => {
  search = { by: 'nope', days: '8', behind: 'nope:1', sort: 'title' }
  show()
  await figure('Profit')
  expect(sent('getAnalyses')).toMatchObject([{ days: '7', by: 'day', order_by: 'profit' }])
  expect(sent('getAnalysesPreview')).toEqual([])
})

test('without a sale the page leads on', async () => {
  answers['getAnalyses'] = { ...ANALYSES, figures: NOTHING, figures_before: NOTHING, rows: [], unconverted: [] }
  show()
  expect(await screen.findByText('No sales yet')).toBeTruthy()
  expect(screen.getByText('Connect a store').closest('a')?.getAttribute('href')).toBe('/app/channel')
})

test('a failure says so and can be tried again', async () => {
  send.mockResolvedValue({ status: 500, success: false, message: 'Not now', data: null })
  show()
  expect(await screen.findByText('The figures could not be loaded')).toBeTruthy()
  expect(screen.getAllByText('retry').length).toBeGreaterThan(0)
})

test('the page has no mistake that axe knows of', async () => {
  const { container } = show()
  await figure('Profit')
  await waitFor(() => expect(screen.getByText('Nothing was bought in the last 90 days')).toBeTruthy())
  const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
  expect(violations.map(({ id }) => id)).toEqual([])
})
