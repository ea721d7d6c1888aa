import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FINANCIAL_STATES } from '../orders/document.ts'
import { isSold, type OrderProfit, orderProfit, type ProfitPart, type SoldOrder } from './order-profit.ts'
import { addFigures, FIGURES, leftOf, marginOf, profitOf } from './profit-figures.ts'

const RATES = { USD: 1, EUR: 0.92, JPY: 151.37, GBP: 0.79 }
const currency = fc.constantFrom('USD', 'EUR', 'JPY', 'GBP')
const amount = fc.nat(200_000)

const line = (at: number) =>
  fc.record({
    line_id: fc.constant(`line ${at}`),
    remote_line_id: fc.constant(String(at)),
    product_id: fc.option(fc.constantFrom('p1', 'p2', 'p3')),
    quantity: fc.integer({ min: 1, max: 5 }),
    current: fc.nat(5),
    unit_price: amount,
    discount: fc.nat(500),
    rest: fc.constant(null),
    planned: fc.option(
      fc.record({
        goods: fc.nat(50_000),
        shipping: fc.option(fc.nat(5_000)),
        charges: fc.constantFrom(0, 120),
        pieces: fc.integer({ min: 1, max: 5 }),
        supplier: fc.constantFrom('cj', 'zopi'),
        by: fc.constantFrom('quote' as const, 'catalogue' as const),
        as_of: fc.constant(null),
      }),
    ),
  })

const purchase = fc
  .record({
    supplier: fc.constantFrom('cj', 'zopi', 'aliexpress'),
    currency,
    total: amount,
    part: fc.constantFrom(0, 0.5, 1),
    is_expected: fc.boolean(),
    is_return_expected: fc.boolean(),
    kinds: fc.record({ goods: fc.nat(900), shipping: fc.nat(90), charges: fc.nat(9) }),
    as_of: fc.constant(null),
    lines: fc.uniqueArray(fc.record({ line_id: fc.constantFrom('line 0', 'line 1', 'gone'), weight: fc.nat(100) }), {
      selector: ({ line_id }) => line_id,
    }),
  })
  .map(({ part, ...one }) => ({ ...one, recovered: Math.floor(one.total * part) }))

const order: fc.Arbitrary<SoldOrder> = fc
  .record({
    currency,
    financial: fc.constantFrom(...FINANCIAL_STATES),
    is_cancelled: fc.boolean(),
    total: amount,
    paid_for: fc.record({ goods: fc.nat(900), shipping: fc.nat(90) }),
    tax_part: fc.constantFrom(0, 0.07, 0.19, 1),
    refund_parts: fc.array(fc.constantFrom(0.1, 0.25, 0.5, 1), { maxLength: 3 }),
    refund_line: fc.option(fc.constantFrom('0', '1', 'gone')),
    fees: fc.option(fc.record({ percent: fc.constantFrom(0, 2.9, 6), fixed: fc.nat(100), currency })),
    lines: fc.tuple(line(0), line(1)),
    purchases: fc.array(purchase, { maxLength: 3 }),
  })
  .map(({ tax_part, refund_parts, refund_line, ...one }) => ({
    ...one,
    taxes: Math.floor(one.total * tax_part),
    refunds: refund_parts.map((part) => ({
      amount: Math.floor(one.total * part),
      lines: refund_line === null ? [] : [{ remote_line_id: refund_line, quantity: 1 }],
    })),
  }))

const profitFor = (one: SoldOrder, into: string): OrderProfit => {
  const made = orderProfit(one, into, RATES)
  if (!made.ok) throw new Error(made.reason)
  return made.value
}
const partsOf = (one: SoldOrder, into: string): ProfitPart[] => profitFor(one, into).parts

test('parts are whole units, and every way of grouping them has the same sum', () => {
  fc.assert(
    fc.property(order, currency, (one, into) => {
      const parts = partsOf(one, into)
      for (const part of parts) for (const figure of FIGURES) expect(Number.isSafeInteger(part[figure])).toBe(true)
      const all = addFigures(parts)
      for (const key of ['product', 'supplier'] as const) {
        const groups = [...Map.groupBy(parts, (part) => part[key]).values()].map(addFigures)
        expect(addFigures(groups)).toEqual(all)
        expect(groups.reduce((sum, group) => sum + profitOf(group), 0)).toBe(profitOf(all))
      }
    }),
  )
})

test('the stated parts sum to what is left; with an unknown one there is no profit, and a sum is without the order', () => {
  fc.assert(
    fc.property(order, currency, (one, into) => {
      const { state, parts, stated } = profitFor(one, into)
      const all = addFigures(parts)
      const told = stated.filter(({ part }) => part !== 'tax').reduce((total, { amount }) => total + amount, 0)
      expect(told).toBe(leftOf(all))
      const states = stated.map((part) => part.state)
      expect(state === 'unknown').toBe(states.includes('unknown'))
      if (state === 'unknown') expect([profitOf(all), marginOf(all)]).toEqual([0, null])
      else expect([all.unknown_profit, all.unknown_revenue]).toEqual([0, 0])
      expect(all.estimated).toBe(state === 'estimated' ? profitOf(all) : 0)
    }),
  )
})

test("in the order's own currency the figures are the store's and the suppliers', to the cent", () => {
  fc.assert(
    fc.property(order, (one) => {
      const here = { ...one, purchases: one.purchases.map((bought) => ({ ...bought, currency: one.currency })) }
      const all = addFigures(partsOf(here, one.currency))
      const paid = isSold(one.financial) ? one.total : 0
      const tax = Math.min(one.taxes, paid)
      expect(all.revenue).toBe(paid - tax)
      const handled = one.refunds.filter((refund) => refund.amount > 0)
      const given = handled.reduce((sum, refund) => sum + refund.amount, 0)
      const isTakenBack = one.is_cancelled && handled.length === 0
      const back = paid === 0 ? 0 : isTakenBack ? paid : given
      // What went back is refund or tax.
      expect(all.refunds + (tax - all.tax)).toBe(back)
      const spent = here.purchases.reduce((sum, bought) => sum + bought.total, 0)
      const recovered = here.purchases.reduce((sum, bought) => sum + bought.recovered, 0)
      expect(all.cost).toBeGreaterThanOrEqual(spent)
      expect(all.recovered).toBe(recovered)
    }),
  )
})

test('a sale that went back in full leaves no revenue, in any currency', () => {
  fc.assert(
    fc.property(order, currency, (one, into) => {
      const back = { ...one, financial: 'refunded' as const, refunds: [{ amount: one.total, lines: [] }] }
      const all = addFigures(partsOf(back, into))
      expect([all.revenue - all.refunds, all.tax]).toEqual([0, 0])
    }),
  )
})

test('what is bought counts as it was charged; what is not bought yet is an estimate', () => {
  const sold: SoldOrder = {
    currency: 'USD',
    financial: 'paid',
    is_cancelled: false,
    total: 5_450,
    taxes: 450,
    paid_for: { goods: 5_000, shipping: 0 },
    refunds: [],
    fees: { percent: 2.9, fixed: 30, currency: 'USD' },
    lines: [
      {
        line_id: 'a',
        remote_line_id: '1',
        product_id: 'p',
        quantity: 2,
        current: 2,
        unit_price: 2_500,
        discount: 0,
        planned: { goods: 1_500, shipping: 300, charges: 0, pieces: 2, supplier: 'cj', by: 'catalogue', as_of: null },
        rest: null,
      },
    ],
    purchases: [],
  }
  const [planned] = partsOf(sold, 'USD')
  expect(planned).toMatchObject({ revenue: 5_000, tax: 450, cost: 1_800, estimated: 3_012, fees: 188, supplier: 'cj' })
  const bought = { ...sold, purchases: [{ ...cj, total: 2_350 }] }
  const [real] = partsOf(bought, 'USD')
  expect(real).toMatchObject({ cost: 2_350, estimated: 0 })
  expect(real && profitOf(real)).toBe(5_000 - 2_350 - 188)
  expect(real && marginOf(real)).toBe(49.2)
  const lost = { ...bought, refunds: [{ amount: 2_725, lines: [] }], financial: 'partially_refunded' as const }
  expect(partsOf(lost, 'USD')[0]).toMatchObject({ refunds: 2_500, tax: 225 })
})

const cj = {
  supplier: 'cj',
  currency: 'USD',
  total: 0,
  recovered: 0,
  is_expected: false,
  is_return_expected: false,
  kinds: { goods: 1, shipping: 0, charges: 0 },
  as_of: null,
  lines: [{ line_id: 'a', weight: 1 }],
}

test('nobody knows the cost: there is no profit, and the cost is not made up', () => {
  const one: SoldOrder = {
    currency: 'EUR',
    financial: 'paid',
    is_cancelled: false,
    total: 1_000,
    taxes: 0,
    paid_for: { goods: 1_000, shipping: 0 },
    refunds: [],
    fees: null,
    lines: [
      {
        line_id: 'a',
        remote_line_id: '1',
        product_id: null,
        quantity: 3,
        current: 3,
        unit_price: 333,
        discount: 0,
        planned: null,
        rest: null,
      },
    ],
    purchases: [],
  }
  expect(partsOf(one, 'EUR')).toEqual([
    {
      product: '',
      supplier: '',
      ...addFigures([]),
      pieces: 3,
      revenue: 1_000,
      unknown_profit: 1_000,
      unknown_revenue: 1_000,
    },
  ])
  expect(orderProfit(one, 'XAF', RATES)).toEqual({ ok: false, reason: 'rate_unknown' })
})
