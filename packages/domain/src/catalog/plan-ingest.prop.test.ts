import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type IngestCounts, ingestRoom, planIngest, refreshStretch } from './plan-ingest.ts'

const CJ = { list: 50, product: 20, quote: 10 }
const empty: IngestCounts = { products: 0, new_products: 0, due_products: 0, looks_a_day: 0, quotes: 0 }

test('5,000 products at CJ: four days for a Free account, one for the operator of the demo', () => {
  const counts = { ...empty, products: 5000, new_products: 5000 }
  const free = planIngest(counts, { per_day: 50_000, spent: 0 }, CJ)
  expect(free).toMatchObject({ per_product: 30, products_a_day: 1500, left_today: 50_000, days: 4 })
  expect(planIngest(counts, { per_day: 500_000, spent: 0 }, CJ).days).toBe(1)
})

test('5,000 listings at eBay with 5,000 calls a day', () => {
  const counts = { ...empty, products: 5000, new_products: 5000 }
  expect(planIngest(counts, { per_day: 5000, spent: 0 }, { list: 1, product: 1, quote: 0 }).days).toBe(2)
})

test('nothing to do takes no days, and no budget takes one', () => {
  expect(planIngest(empty, { per_day: 10, spent: 10 }, CJ)).toMatchObject({ days: 0, quote_days: 0 })
  const busy = { ...empty, new_products: 100_000, quotes: 50 }
  expect(planIngest(busy, { per_day: null, spent: 0 }, CJ)).toMatchObject({ days: 1, left_today: null, stretch: 1 })
})

const counts = fc.record({
  products: fc.nat(100_000),
  new_products: fc.nat(100_000),
  due_products: fc.nat(100_000),
  looks_a_day: fc.nat(100_000),
  quotes: fc.nat(1_000_000),
})

test('the days of a plan are enough, and one less is not', () => {
  const budgets = fc.record({ per_day: fc.integer({ min: 100, max: 1_000_000 }), spent: fc.nat(1_000_000) })
  fc.assert(
    fc.property(counts, budgets, (known, budget) => {
      const { days, left_today } = planIngest(known, budget, CJ)
      if (days === null || left_today === null) return false
      const needed = known.new_products * 30
      const affordable = (n: number) => (n === 0 ? 0 : (ingestRoom(budget) ?? 0) + (n - 1) * budget.per_day * 0.9)
      return affordable(days) >= needed - 1e-6 && (days === 0 || affordable(days - 1) < needed)
    }),
  )
})

test('looking again never takes more than half of a day, and is not spread out without need', () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.integer({ min: 100, max: 1_000_000 }), (looks, per_day) => {
      const stretch = refreshStretch({ per_day, spent: 0 }, CJ, looks)
      const spent = (looks * 30) / stretch
      return spent <= per_day / 2 + 1e-6 && (stretch === 1 || Math.abs(spent - per_day / 2) < 1e-3)
    }),
  )
})

test('what is left of today, and what a day takes, stage by stage', () => {
  const known = { ...empty, products: 900, new_products: 60, looks_a_day: 100, quotes: 540 }
  expect(planIngest(known, { per_day: 10_000, spent: 2500.5 }, CJ)).toEqual({
    per_product: 30,
    products_a_day: 300,
    left_today: 7499,
    days: 1,
    // 1,800 for the new ones and 5,400 for countries; 6,499.5 of today are the ingest's, 6,000 of tomorrow are free.
    quote_days: 2,
    stretch: 1,
  })
  expect(planIngest(known, { per_day: 4000, spent: 5000 }, CJ)).toMatchObject({
    products_a_day: 120,
    left_today: 0,
    days: 2,
    stretch: 1.5,
    // 3,600 a day, of which looking again takes 2,000.
    quote_days: 6,
  })
  expect(planIngest(known, { per_day: 0, spent: 0 }, CJ)).toMatchObject({ days: null, quote_days: null, stretch: 1 })
})

test('looks and products that cost nothing are without number', () => {
  const free = { list: 1, product: 0, quote: 0 }
  expect(planIngest({ ...empty, new_products: 5 }, { per_day: 10, spent: 0 }, free)).toMatchObject({
    per_product: 0,
    products_a_day: null,
    days: 0,
  })
  expect(ingestRoom({ per_day: null, spent: 7 })).toBeNull()
  expect(ingestRoom({ per_day: 100, spent: 95 })).toBe(0)
  expect(refreshStretch({ per_day: -1, spent: 0 }, CJ, 5)).toBe(1)
})
