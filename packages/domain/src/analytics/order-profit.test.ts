/** Whose money is whose, sale by sale. That the parts sum to the whole is a property. */
import { expect, test } from 'vitest'
import { FINANCIAL_STATES } from '../orders/document.ts'
import { feeTermsOf } from './fee-terms.ts'
import type { PlannedCost, SoldLine, SupplierPurchase } from './order-costs.ts'
import { isSold, orderProfit, type SoldOrder } from './order-profit.ts'
import { addFigures, asCertain, marginOf, type ProfitFigures, profitOf } from './profit-figures.ts'

const line = (more: Partial<SoldLine> = {}): SoldLine => ({
  line_id: 'a',
  remote_line_id: 'ra',
  product_id: 'pa',
  quantity: 1,
  current: 1,
  unit_price: 3_000,
  discount: 0,
  planned: null,
  rest: null,
  ...more,
})
const second = line({ line_id: 'b', remote_line_id: 'rb', product_id: 'pb', unit_price: 1_000 })
const order = (more: Partial<SoldOrder> = {}): SoldOrder => ({
  currency: 'USD',
  financial: 'paid',
  is_cancelled: false,
  total: 4_400,
  taxes: 400,
  paid_for: { goods: 3_500, shipping: 500 },
  refunds: [],
  fees: null,
  lines: [line(), second],
  purchases: [],
  ...more,
})
const bought = (more: Partial<SupplierPurchase> = {}): SupplierPurchase => ({
  supplier: 'cj',
  currency: 'USD',
  total: 400,
  recovered: 0,
  is_expected: false,
  is_return_expected: false,
  kinds: { goods: 300, shipping: 100, charges: 0 },
  as_of: '2026-11-02T10:00:00Z',
  lines: [{ line_id: 'a', weight: 1 }],
  ...more,
})
const profit = (more: Partial<SoldOrder> = {}) => {
  const made = orderProfit(order(more), 'USD', { USD: 1, EUR: 0.5 })
  if (!made.ok) throw new Error(made.reason)
  return made.value
}
const parts = (more: Partial<SoldOrder> = {}) => profit(more).parts
const said = (more: Partial<SoldOrder> = {}) =>
  profit(more).stated.map(({ part, amount, state, source }) => `${part} ${amount} ${state} ${source}`)
/** One figure of each part, by product and supplier. */
const by = (figure: keyof ProfitFigures, more: Partial<SoldOrder> = {}) =>
  parts(more).map((part) => `${[part.product, part.supplier].filter(Boolean).join(' ')} ${part[figure]}`)

test('what was paid is divided by what the lines are worth, less their discounts', () => {
  expect(by('revenue')).toEqual(['pa 3000', 'pb 1000'])
  expect(by('tax')).toEqual(['pa 300', 'pb 100'])
  const twice = line({ quantity: 2, unit_price: 1_000, discount: 1_000 })
  expect(by('revenue', { lines: [twice, second] })).toEqual(['pa 2000', 'pb 2000'])
  // A discount above the price makes a line worth nothing, not less.
  expect(by('revenue', { lines: [line({ discount: 9_000 }), second] })).toEqual(['pa 0', 'pb 4000'])
  expect(by('pieces', { lines: [twice, second] })).toEqual(['pa 2', 'pb 1'])
})

test('lines of one product from one supplier are one part; an order without lines is paid all the same', () => {
  expect(by('revenue', { lines: [line(), line({ ...second, product_id: 'pa' })] })).toEqual(['pa 4000'])
  expect(by('revenue', { lines: [] })).toEqual([' 4000'])
  expect(parts({ financial: 'pending' })).toEqual([])
})

test('what was paid at some time is sold', () => {
  expect(FINANCIAL_STATES.filter(isSold)).toEqual(['paid', 'partially_refunded', 'refunded'])
  expect(by('revenue', { financial: 'refunded' })).toEqual(['pa 3000', 'pb 1000'])
})

test('money back goes to the lines that it names, in their worth, and else to all', () => {
  const back = (amount: number, ...lines: [string, number][]) => ({
    refunds: [{ amount, lines: lines.map(([remote_line_id, quantity]) => ({ remote_line_id, quantity })) }],
  })
  expect(by('refunds', back(1_100))).toEqual(['pa 750', 'pb 250'])
  expect(by('refunds', back(1_100, ['rb', 1]))).toEqual(['pa 0', 'pb 1000'])
  expect(by('refunds', back(1_100, ['rb', 3], ['ra', 1]))).toEqual(['pa 500', 'pb 500'])
  expect(by('refunds', back(1_100, ['gone', 1]))).toEqual(['pa 750', 'pb 250'])
  expect(by('tax', back(1_100, ['rb', 1]))).toEqual(['pa 225', 'pb 75'])
  // What was never paid cannot come back.
  expect(parts({ ...back(1_100), financial: 'voided' })).toEqual([])
})

test('a cancelled sale is taken back, and an estimate until the store says so', () => {
  const cancelled = { is_cancelled: true }
  expect(by('refunds', cancelled)).toEqual(['pa 3000', 'pb 1000'])
  expect(profit(cancelled).state).toBe('estimated')
  expect(by('refunds', { ...cancelled, refunds: [{ amount: 0, lines: [] }] })).toEqual(['pa 3000', 'pb 1000'])
  const told = { ...cancelled, refunds: [{ amount: 1_100, lines: [] }] }
  expect([by('refunds', told), profit(told).state]).toEqual([['pa 750', 'pb 250'], 'known'])
  const costs = { ...cancelled, purchases: [bought()] }
  expect(by('estimated', costs)).toEqual(['pa cj -400', 'pb 0'])
})

test('fees are of all that was paid, and nothing is kept of nothing', () => {
  const fees = { percent: 10, fixed: 40, currency: 'EUR' }
  expect(by('fees', { fees })).toEqual(['pa 390', 'pb 130'])
  expect(by('fees', { fees, financial: 'pending', purchases: [bought()] })).toEqual(['pa cj 0'])
})

test('a purchase is for its lines by weight; one whose lines are gone is for all', () => {
  const of = (...lines: [string, number][]) => ({
    purchases: [bought({ lines: lines.map(([line_id, weight]) => ({ line_id, weight })) })],
  })
  expect(by('cost', of(['a', 1]))).toEqual(['pa cj 400', 'pb 0'])
  expect(by('cost', of(['a', 1], ['b', 3]))).toEqual(['pa cj 100', 'pb cj 300'])
  expect(by('cost', of(['b', 1], ['gone', 3]))).toEqual(['pa 0', 'pb cj 400'])
  expect(by('cost', of(['gone', 3]))).toEqual(['pa cj 300', 'pb cj 100'])
  expect(by('cost', of())).toEqual(['pa cj 300', 'pb cj 100'])
  expect(by('cost', { purchases: [bought({ currency: 'EUR' })] })).toEqual(['pa cj 800', 'pb 0'])
})

test('an order is as sure as its weakest part', () => {
  const bothBought = [
    { line_id: 'a', weight: 3 },
    { line_id: 'b', weight: 1 },
  ]
  const of = (more: Partial<SupplierPurchase>) =>
    profit({ purchases: [bought({ recovered: 150, lines: bothBought, ...more })] }).state
  expect(of({})).toBe('known')
  expect(of({ is_expected: true })).toBe('estimated')
  expect(of({ is_return_expected: true })).toBe('estimated')
  expect(by('recovered', { purchases: [bought({ recovered: 150 })] })).toEqual(['pa cj 150', 'pb 0'])
  // Of the second line nobody knows the cost: the order has no profit, only what it would be at most.
  const half = profit({ purchases: [bought()] })
  expect(half.state).toBe('unknown')
  const all = addFigures(half.parts)
  expect([profitOf(all), marginOf(all), all.unknown_profit, all.unknown_revenue]).toEqual([0, null, 3_600, 4_000])
})

test('each part is stated with who says it, and they sum to the profit', () => {
  const fees = { percent: 5, fixed: 0, currency: 'USD' }
  const sold = {
    fees,
    purchases: [
      bought({
        lines: [
          { line_id: 'a', weight: 1 },
          { line_id: 'b', weight: 1 },
        ],
      }),
    ],
  }
  expect(said(sold)).toEqual([
    'goods 3500 known store',
    'buyer_shipping 500 known store',
    'tax 400 known store',
    'fees -220 known fee_terms',
    'supplier_goods -300 known supplier',
    'supplier_shipping -100 known supplier',
  ])
  const planned: PlannedCost = {
    pieces: 1,
    supplier: 'cj',
    goods: 900,
    shipping: null,
    charges: 0,
    by: 'catalogue',
    as_of: null,
  }
  const one = { lines: [line({ planned })] }
  expect(said(one).slice(-2)).toEqual(['supplier_goods -900 estimated catalogue', 'supplier_shipping 0 unknown nobody'])
  expect(said({ lines: [line({ planned: { ...planned, shipping: 0 } })] }).at(-1)).toBe(
    'supplier_goods -900 estimated catalogue',
  )
  expect(said({ lines: [line()] }).at(-1)).toBe('supplier_goods 0 unknown nobody')
})

test('a line from two suppliers is divided by what each of them kept', () => {
  const two = (total: number, recovered = 0) => ({
    purchases: [bought({ total, recovered }), bought({ supplier: 'zopi', total: 100 })],
    lines: [line({ unit_price: 4_000 })],
  })
  expect(by('revenue', two(300))).toEqual(['pa cj 3000', 'pa zopi 1000'])
  expect(by('revenue', two(300, 200))).toEqual(['pa cj 2000', 'pa zopi 2000'])
  expect(by('revenue', two(300, 900))).toEqual(['pa cj 0', 'pa zopi 4000'])
  expect(by('pieces', two(300))).toEqual(['pa cj 1', 'pa zopi 0'])
})

test('what is not bought yet costs what it would cost, while somebody wants it', () => {
  const planned: PlannedCost = {
    pieces: 4,
    supplier: 'zopi',
    goods: 1_000,
    shipping: 150,
    charges: 50,
    by: 'quote',
    as_of: '2026-11-02T10:00:00Z',
  }
  const of = (figure: keyof ProfitFigures, more: Partial<SoldLine> = {}, facts: Partial<SoldOrder> = {}) =>
    by(figure, { ...facts, lines: [line({ planned, quantity: 2, current: 2, ...more })] })
  expect([of('cost'), of('estimated')]).toEqual([['pa zopi 600'], ['pa zopi 3400']])
  expect(of('cost', { planned: { ...planned, pieces: 0 } })).toEqual(['pa zopi 2400'])
  expect(of('cost', { planned: { ...planned, shipping: null } })).toEqual(['pa zopi 525'])
  expect(of('unknown_profit', { planned: { ...planned, shipping: null } })).toEqual(['pa zopi 3475'])
  expect(of('cost', { current: 0 })).toEqual(['pa 0'])
  expect(of('cost', {}, { is_cancelled: true })).toEqual(['pa 0'])
  expect(of('cost', {}, { financial: 'pending' })).toEqual([])
  expect(of('cost', {}, { purchases: [bought()] })).toEqual(['pa cj 400'])
  expect(of('unknown_revenue', { planned: null })).toEqual(['pa 4000'])
})

test('profit and margin', () => {
  const figures = { ...addFigures([]), revenue: 1_000, cost: 400, fees: 50, refunds: 100, recovered: 20 }
  expect([profitOf(figures), marginOf(figures)]).toEqual([470, 47])
  expect([marginOf({ ...figures, revenue: 0 }), marginOf({ ...figures, revenue: -1 })]).toEqual([null, null])
  const more = addFigures([figures, asCertain({ ...figures, cost: 0 }, 'unknown')])
  expect([profitOf(more), marginOf(more), more.unknown_profit]).toEqual([470, 47, 870])
})

test('what a channel and the payment there keep; nobody keeps anything of a sale made by hand', () => {
  const settings = {
    selling_price: { channel_fee_percent: 2, payment_fee_percent: 3, payment_fee_fixed: 30, currency: 'USD' },
    channels: [
      { channel: 'shopify', fee_percent: null, fee_fixed: 0 },
      { channel: 'tiktok', fee_percent: 0, fee_fixed: 20 },
    ],
  } as const
  expect(feeTermsOf(settings, 'shopify')).toEqual({ percent: 5, fixed: 30, currency: 'USD' })
  expect(feeTermsOf(settings, 'tiktok')).toEqual({ percent: 3, fixed: 50, currency: 'USD' })
  expect(feeTermsOf(settings, 'by_hand')).toBeNull()
})

test('a bundle of which one part is bought costs what the rest would cost as well, and is not firm before', () => {
  const rest = {
    pieces: 1,
    supplier: 'zopi',
    goods: 700,
    shipping: 100,
    charges: 0,
    by: 'catalogue' as const,
    as_of: null,
  }
  const one = (more: Partial<SoldLine>) => ({ lines: [line(more)], purchases: [bought()] })
  expect(profit(one({})).state).toBe('known')
  expect(by('cost', one({}))).toEqual(['pa cj 400'])
  expect(profit(one({ rest })).state).toBe('estimated')
  expect(by('cost', one({ rest }))).toEqual(['pa cj 400', 'pa zopi 800'])
  expect(profit(one({ rest: { ...rest, shipping: null } })).state).toBe('unknown')
  // Nobody wants the rest any more.
  expect(profit(one({ rest, current: 0 })).state).toBe('known')
})
