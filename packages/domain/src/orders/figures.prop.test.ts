import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BoughtFigures, figuresOf, type LineFigures } from './figures.ts'

const amount = fc.option(fc.nat(10_000))
const days = fc.option(fc.nat(60))
const purchase = fc.record<BoughtFigures>({
  supplier_order_id: fc.constantFrom('a', 'b', 'c'),
  spent: fc.integer({ min: 10_000, max: 90_000 }),
  shipping: amount,
  min_days: days,
  max_days: days,
})
/** One purchase is the same in every line. */
const lines = fc
  .tuple(
    fc.uniqueArray(purchase, { selector: (one) => one.supplier_order_id }),
    fc.array(
      fc.record({
        cost: amount,
        shipping: amount,
        min_days: days,
        max_days: days,
        bought: fc.subarray(['a', 'b', 'c']),
      }),
      { maxLength: 5 },
    ),
  )
  .map(([purchases, all]) =>
    all.map(({ bought, ...line }): LineFigures => ({
      ...line,
      bought: purchases.filter((one) => bought.includes(one.supplier_order_id)),
    })),
  )

test('goods and shipping are what was paid and what is still to pay, each once', () => {
  fc.assert(
    fc.property(lines, (all) => {
      const { cost, shipping } = figuresOf(all)
      const open = all.filter(({ bought }) => bought.length === 0)
      const purchases = new Map(all.flatMap(({ bought }) => bought).map((one) => [one.supplier_order_id, one]))
      expect(cost === null).toBe(all.length === 0 || open.some((line) => line.cost === null))
      if (cost === null || shipping === null) return
      const paid = [...purchases.values()].reduce((total, { spent }) => total + spent, 0)
      const planned = open.reduce((total, line) => total + (line.cost ?? 0) + (line.shipping ?? 0), 0)
      expect(cost + shipping).toBe(paid + planned)
    }),
  )
})

test('what is not known of one line is not known of the row, and the slowest parcel counts', () => {
  const line = (more: Partial<LineFigures>): LineFigures => ({
    cost: 100,
    shipping: 20,
    min_days: 3,
    max_days: 5,
    bought: [],
    ...more,
  })
  expect(figuresOf([line({}), line({ min_days: 2, max_days: 9 })])).toEqual({
    cost: 200,
    shipping: 40,
    min_days: 3,
    max_days: 9,
  })
  expect(figuresOf([line({}), line({ shipping: null, max_days: null })])).toEqual({
    cost: 200,
    shipping: null,
    min_days: 3,
    max_days: null,
  })
  expect(figuresOf([])).toEqual({ cost: null, shipping: null, min_days: null, max_days: null })
})
