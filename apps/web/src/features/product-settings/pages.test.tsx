import { DEFAULT_PRODUCT_SETTINGS } from '@omni/domain/product-settings/defaults.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import axe from 'axe-core'
import type { FunctionComponent } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/query.ts'
import { ProductAutomation } from './product-automation.tsx'
import { MonitoringPage } from './monitoring.page.tsx'
import { ProductPage } from './product.page.tsx'
import { SellingPricePage } from './selling-price.page.tsx'
import { draw } from '../../testing/draw.tsx'

const { send } = vi.hoisted(() => ({ send: vi.fn() }))
vi.mock('../../platform/client.ts', () => ({ send, NO_REPLY: 0, TIMED_OUT: 1, CANCELLED: 2 }))
vi.mock('../../platform/i18n.ts', () => import('../../testing/english.ts'))
vi.mock('@tanstack/react-router', () => ({
  useLocation: () => ({ pathname: '/app/setting/product' }),
  useRouter: () => ({}),
}))

const settings = () => structuredClone(DEFAULT_PRODUCT_SETTINGS)
let stored = settings()
const answers: Record<string, () => unknown> = {
  getProductSettings: () => ({
    auto_split_variant_options: stored.auto_split_variant_options,
    product_listings: stored.product_listings,
  }),
  getMonitoring: () => stored.monitoring,
  getAllProductSettings: () => stored,
  getSellingPrice: () => stored.selling_price,
  getCurrencyRates: () => ({ base: 'USD', rates: { EUR: 0.9 }, as_of: null }),
  getProductCounts: () => ({ all: 7 }),
  getSettings: () => ({ settings: { display_currency: 'USD' } }),
  listStore: () => ({ items: [{ id: 's1', store_name: 'Northwind', domain: 'n', status: 'active' }] }),
  tryRules: () => ({
    days: 30,
    products: 3,
    price_changes: 212,
    below_floor: 9,
    flaps: 3,
    asked: 0,
    sold_out: 0,
    stopped: 0,
    is_capped: false,
    largest: [],
  }),
}
const saved = (name: string) =>
  send.mock.calls
    .filter(([call]) => (call as { name: string }).name === name)
    .map(([, input]) => input as Record<string, never>) // what the mock was given
const show = (Page: FunctionComponent) => draw(<Page />)

beforeEach(() => {
  queryClient.clear()
  stored = settings()
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

test.each([
  ['product', ProductPage, 'Splitting'],
  ['selling-price', SellingPricePage, 'Price by cost'],
  ['monitoring', MonitoringPage, 'When the price changes'],
  ['automation', ProductAutomation, 'On import'],
] as const)('%s: everything on it has a name', async (_, Page, heading) => {
  show(Page)
  await screen.findByRole('heading', { name: heading })
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  })
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))])).toEqual([])
})

test('split numbers are put right when the field is left, and the example follows', async () => {
  show(ProductPage)
  expect(await screen.findByText('A product with 250 variants becomes 3 products.')).toBeTruthy()
  const field = screen.getByRole('textbox', { name: 'Most variants per new product' })
  fireEvent.change(field, { target: { value: '500' } })
  fireEvent.blur(field)
  fireEvent.change(field, { target: { value: '-' } })
  fireEvent.blur(field)
  await waitFor(() =>
    expect(
      saved('updateProductSettings').map(
        (input) =>
          (input['auto_split_variant_options'] as { max_variants_per_product: number } | undefined)
            ?.max_variants_per_product,
      ),
    ).toEqual([0]),
  ) // 500 becomes 100, which it was
})

test("a formula's mistake is named and underlined where it is, and keeps the rule from being saved", async () => {
  stored.selling_price.rules = {
    USD: {
      ranges: [{ from: 0, to: null, kind: 'formula', value: 0, formula: 'cost * 2' }],
      compare_at: { kind: 'none', value: 0, formula: '' },
      rounding: 'none',
    },
  }
  show(SellingPricePage)
  const field = await screen.findByRole('textbox', { name: 'Value of range 1' })
  fireEvent.change(field, { target: { value: 'cost * price' } })
  expect(document.querySelector('mark')?.textContent).toBe('price')
  expect(screen.getByText('price is not known. There are cost, shipping, fee and tax.')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  fireEvent.change(field, { target: { value: 'cost * 3 + shipping' } })
  expect(screen.getByText('$9.00')).toBeTruthy() // 2.00 x 3 + 3.00 shipping
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved('updateSellingPrice')).toHaveLength(1))
})

test('a refused rule stays as it was written', async () => {
  show(SellingPricePage)
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Payment fee' })
  fireEvent.change(field, { target: { value: '3,5' } })
  fireEvent.blur(field)
  send.mockResolvedValueOnce({ status: 204, success: false, message: 'Not now.', data: null })
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Not now.')).toBeTruthy()
  expect(field.value).toBe('3.5')
})

test('a rule that changes prices is tried on the last 30 days before it is switched on', async () => {
  show(MonitoringPage)
  fireEvent.click(await screen.findByRole('radio', { name: 'Keep the margin' }))
  expect(await screen.findByText(/changed 212 prices, 9 of them below your floor; 3 flaps held back/)).toBeTruthy()
  expect(saved('updateMonitoring')).toEqual([])
  expect(saved('tryRules')).toEqual([
    { on_price_change: 'keep_margin', price_change_percent: 10, price_fall_percent: 10 },
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Switch on' }))
  await waitFor(() => expect(saved('updateMonitoring')).toMatchObject([{ on_price_change: 'keep_margin' }]))
})

test('pushing by itself: stores, hours and state are kept as actions', async () => {
  stored.automation_product.time_schedule = 'time_frame'
  show(ProductAutomation)
  fireEvent.change(await screen.findByLabelText('From'), { target: { value: '09:00' } })
  await waitFor(() =>
    expect(saved('updateAutomationProduct')).toMatchObject([{ time_frame: { start: '09:00', end: '23:59' } }]),
  )
})
