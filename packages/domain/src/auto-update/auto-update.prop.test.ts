import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_SELLING_PRICE } from '../pricing/price-rule.ts'
import { isImplausible, trips } from './breaker.ts'
import { replay, timelineOf } from './dry-run.ts'
import {
  BACK_MS,
  CHANGES_A_DAY,
  type Fact,
  FALL_WAITS_MS,
  GONE_MS,
  type Judged,
  judgeVariant,
  NEW_WATCH,
  SECOND_READ_MS,
  type Watch,
} from './judge-variant.ts'
import { ONE_FOR_ONE } from '../mapping/plan.ts'
import { convert } from '../money.ts'
import { steadyRate, steadyRates } from './steady-rate.ts'
import { floorPrice, isBelowFloor, type PriceSetting, targetPrice } from './target-price.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const T0 = Date.parse('2026-01-01T00:00:00Z')
const setting: PriceSetting = { rule: DEFAULT_SELLING_PRICE, shipping: 200, currency: 'USD', rates: { USD: 1 } }
const rules: Judged['rules'] = {
  on_price_change: 'apply_rule',
  price_change_percent: 10,
  price_fall_percent: 10,
  on_out_of_stock: 'disable',
}
const priceAt = (cost: number) =>
  targetPrice('apply_rule', { price: 1, compare_at_price: null, cost }, cost, setting)?.price ?? 0
const same: Pick<Judged, 'rules' | 'rate' | 'target' | 'isBelowFloor'> = {
  rules,
  rate: 1,
  target: (action, at, cost, rate) => targetPrice(action, at, cost, { ...setting, rates: { USD: rate } }),
  isBelowFloor: (price, cost, rate) => isBelowFloor(price, cost, { ...setting, rates: { USD: rate } }),
}
const variant = (cost = 1000): Judged['variant'] => ({ price: priceAt(cost), compare_at_price: null, enabled: true })
const fact = (cost: number, at = T0, quantity: number | null = 10): Fact => ({
  cost,
  quantity,
  gone: false,
  read_at: at,
})
const watched: Watch = { ...NEW_WATCH, cost: 1000, rate: 1 }
const judge = (change: Partial<Judged> & { fact: Fact }) =>
  judgeVariant({
    ...same,
    watch: watched,
    variant: variant(),
    before: { cost: 1000 },
    now: change.fact.read_at,
    ...change,
  })

/** Looks at the supplier, each some minutes after the one before. */
const looks = fc.array(
  fc.record({
    after: fc.integer({ min: 1, max: 10 * 60 }),
    cost: fc.integer({ min: 1, max: 5000 }),
    quantity: fc.option(fc.integer({ min: 0, max: 6 }), { nil: null }),
    gone: fc.boolean(),
  }),
  { minLength: 1, maxLength: 40 },
)
const anyRules = fc.record({
  on_price_change: fc.constantFrom('ignore', 'ask', 'keep_margin', 'apply_rule'),
  price_change_percent: fc.integer({ min: 0, max: 60 }),
  price_fall_percent: fc.integer({ min: 0, max: 60 }),
  on_out_of_stock: fc.constantFrom('ignore', 'ask', 'set_zero', 'disable'),
}) satisfies fc.Arbitrary<Judged['rules']>

/** Plays looks through the rule and says what was done at each. */
function play(list: typeof looks extends fc.Arbitrary<infer L> ? L : never, chosen: Judged['rules'], pinned: boolean) {
  let [watch, sold, before, at]: [Watch, Judged['variant'], number, number] = [
    { ...watched, pinned },
    variant(),
    1000,
    T0,
  ]
  return list.map((look) => {
    at += look.after * MINUTE
    const seen: Fact = { cost: look.cost, quantity: look.quantity, gone: look.gone, read_at: at }
    const from = { watch, sold }
    const verdict = judgeVariant({
      ...same,
      rules: chosen,
      watch,
      variant: sold,
      before: { cost: before },
      fact: seen,
      now: at,
    })
    watch = verdict.watch
    sold = { ...sold, ...verdict.patch }
    before = look.cost
    return { at, seen, from, verdict, sold }
  })
}

describe('prices', () => {
  test('a pinned price is never changed, whatever the supplier does', () => {
    fc.assert(
      fc.property(looks, anyRules, (list, chosen) => {
        for (const { verdict } of play(list, chosen, true)) expect(verdict.patch).not.toHaveProperty('price')
      }),
    )
  })

  test('a price changes only past the threshold, measured from the cost the price was made at', () => {
    fc.assert(
      fc.property(looks, anyRules, (list, chosen) => {
        for (const { verdict, from, seen } of play(list, chosen, false)) {
          if (verdict.patch.price === undefined) continue
          const share = ((seen.cost ?? 0) / (from.watch.cost ?? 0) - 1) * 100
          expect(share > 0 ? share : 0).toBeGreaterThanOrEqual(share > 0 ? chosen.price_change_percent - 1e-6 : 0)
          if (share < 0) expect(-share).toBeGreaterThanOrEqual(chosen.price_fall_percent - 1e-6)
          expect(['keep_margin', 'apply_rule']).toContain(chosen.on_price_change)
          expect(verdict.watch.cost).toBe(seen.cost)
        }
      }),
    )
  })

  test('at most four changes within any day', () => {
    fc.assert(
      fc.property(looks, (list) => {
        const times = play(list, { ...rules, price_change_percent: 0, price_fall_percent: 0 }, false).flatMap(
          ({ verdict, at }) => (verdict.patch.price === undefined ? [] : [at]),
        )
        for (const [n, at] of times.entries())
          expect(times.slice(0, n + 1).filter((other) => other > at - 24 * HOUR).length).toBeLessThanOrEqual(
            CHANGES_A_DAY,
          )
      }),
    )
  })

  test('a price that falls waits six hours; one that rises by a large share waits for a second look', () => {
    fc.assert(
      fc.property(looks, (list) => {
        for (const { verdict, from, seen, at } of play(list, rules, false)) {
          const price = verdict.patch.price
          if (price === undefined) continue
          if (price < from.sold.price) {
            expect(from.watch.pending?.up).toBe(false)
            expect(at - (from.watch.pending?.read_at ?? at)).toBeGreaterThanOrEqual(FALL_WAITS_MS)
          }
          const large = Math.abs(price / from.sold.price - 1) > 0.25
          const saves = price > from.sold.price && isBelowFloor(from.sold.price, seen.cost ?? 0, setting)
          if (large && !saves)
            expect(seen.read_at - (from.watch.pending?.read_at ?? seen.read_at)).toBeGreaterThanOrEqual(SECOND_READ_MS)
        }
      }),
    )
  })

  test('creeping counts: many steps below the threshold add up', () => {
    let [watch, sold, changed] = [watched, variant(), 0]
    for (let n = 1; n <= 10; n++) {
      const seen = fact(Math.round(1000 * 1.03 ** n), T0 + n * HOUR)
      const verdict = judge({ watch, variant: sold, before: { cost: 1000 }, fact: seen })
      changed += verdict.patch.price === undefined ? 0 : 1
      ;[watch, sold] = [verdict.watch, { ...sold, ...verdict.patch }]
    }
    expect(changed).toBeGreaterThan(0)
    expect(sold.price).toBeGreaterThan(variant().price)
  })

  test('an exchange rate alone changes nothing until it has moved by one per cent', () => {
    const eager = { ...rules, price_change_percent: 0, price_fall_percent: 0 }
    const at = (rate: number) => judge({ fact: fact(1000), rules: eager, rate, now: T0 + 7 * HOUR })
    expect(at(1.009)).toMatchObject({ patch: {}, notes: [] })
    expect(at(1.05).patch.price).toBeGreaterThan(variant().price)
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 1000, noNaN: true }),
        fc.double({ min: -0.0099, max: 0.0099, noNaN: true }),
        (made, move) => {
          expect(steadyRate(made, made * (1 + move))).toBe(made)
        },
      ),
    )
    expect(steadyRate(1, 1.01)).toBe(1.01)
  })

  test('a price in a store stays the same amount while rates wander by less than one per cent', () => {
    const rate = fc.integer({ min: 50, max: 200 }).map((cents) => cents / 100)
    const currency = fc.constantFrom('USD', 'EUR', 'GBP')
    const wander = fc.double({ min: -0.004, max: 0.004, noNaN: true })
    fc.assert(
      fc.property(currency, currency, rate, rate, wander, wander, (from, to, EUR, GBP, a, b) => {
        const first = steadyRates({ USD: 1, EUR, GBP }, from, to, null)
        const later = steadyRates({ USD: 1, EUR: EUR * (1 + a), GBP: GBP * (1 + b) }, from, to, first.rate)
        expect(convert(1999, from, to, later.rates)).toEqual(convert(1999, from, to, first.rates))
        const far = steadyRates({ USD: 1, EUR: EUR * 1.5, GBP }, 'EUR', 'USD', 1 / EUR)
        expect(far.rate).toBeCloseTo(1 / (EUR * 1.5), 6)
      }),
    )
  })

  test('the seller is asked once about a cost, and again when it moved once more', () => {
    const asks = { ...rules, on_price_change: 'ask' as const }
    const first = judge({ fact: fact(1200), rules: asks })
    expect(first.notes).toMatchObject([{ kind: 'price_asked', why: 'ask', cost: [1000, 1200] }])
    const again = judge({ fact: fact(1200, T0 + HOUR), rules: asks, watch: first.watch })
    expect(again.notes).toEqual([])
    expect(judge({ fact: fact(1400, T0 + HOUR), rules: asks, watch: again.watch }).notes).toHaveLength(1)
  })
})

test('a target keeps its floor where one can be kept, and the margin where the rule says so', () => {
  fc.assert(
    fc.property(fc.integer({ min: 50, max: 50_000 }), fc.integer({ min: 50, max: 50_000 }), (before, after) => {
      const at = { price: priceAt(before), compare_at_price: null, cost: before }
      const kept = targetPrice('keep_margin', at, after, setting)
      expect(kept).not.toBeNull()
      if (!kept) return
      expect(kept.below_floor).toBe(false)
      expect(kept.price).toBeGreaterThanOrEqual(floorPrice(after, setting) ?? 0)
      // Rounded up to the ending, never down: at most one step above the exact one.
      const exact = (at.price * (after + 200 + 30)) / (before + 200 + 30)
      expect(kept.price).toBeGreaterThanOrEqual(Math.round(exact) - 1)
    }),
  )
})

describe('stock', () => {
  test('only what the rule switched off is switched on again, with enough pieces for long enough', () => {
    fc.assert(
      fc.property(looks, anyRules, (list, chosen) => {
        for (const { verdict, from, seen } of play(list, chosen, false)) {
          if (verdict.patch.enabled === true) {
            expect(from.watch.did).toBe('off')
            expect(seen.quantity ?? 3).toBeGreaterThanOrEqual(3)
            expect(seen.read_at - (from.watch.back_read_at ?? seen.read_at)).toBeGreaterThanOrEqual(BACK_MS)
          }
          if (verdict.patch.enabled === false) expect(chosen.on_out_of_stock).toBe('disable')
        }
      }),
    )
  })

  test("what the seller switched off stays off, and a seller's own switch is not taken for the rule's", () => {
    const off = judge({ variant: { ...variant(), enabled: false }, fact: fact(1000, T0, 0) })
    expect(off.watch).toMatchObject({ out: true, did: null })
    const back = { ...off.watch, back_read_at: T0 }
    expect(
      judge({ watch: back, variant: { ...variant(), enabled: false }, fact: fact(1000, T0 + HOUR, 9) }).patch,
    ).toEqual({})
  })

  test('a choice that is missing is sold out at once, and asked about when two looks six hours apart agree', () => {
    const missing = (at: number): Fact => ({ ...fact(1000, at), quantity: 0, gone: true })
    const first = judge({ fact: missing(T0) })
    expect(first.notes.map(({ kind }) => kind)).toEqual(['sold_out'])
    const soon = judge({ fact: missing(T0 + GONE_MS - 1), watch: first.watch })
    expect(soon.notes).toEqual([])
    const later = judge({ fact: missing(T0 + GONE_MS), watch: soon.watch })
    expect(later.notes.map(({ kind }) => kind)).toEqual(['gone'])
    expect(judge({ fact: missing(T0 + 2 * GONE_MS), watch: later.watch }).notes).toEqual([])
  })
})

describe('breaker', () => {
  const change = (before: number, after: number | null, product_id = 'p') => ({
    product_id,
    before,
    after,
    matters: true,
  })
  test('ten times, a tenth, or nothing stops everything of the pass', () => {
    const of = (after: number) => trips({ changes: [change(100, after)], products: 100, failed: 0, gone: 0 })
    const told = { product_id: 'p', before: 100, after: 101, matters: false, currency_changed: true }
    expect(trips({ changes: [told], products: 1, failed: 0, gone: 0 })).toBe('currency')
    expect([of(1000), of(10), of(0), of(999), of(11)]).toEqual(['factor', 'factor', 'zero', null, null])
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 0, max: 1e7 }), (before, after) => {
        const stopped = trips({ changes: [change(before, after)], products: 100, failed: 0, gone: 0 })
        expect(stopped !== null).toBe(isImplausible(before, after))
      }),
    )
  })
  test('too many at once, too many failed looks, too many gone', () => {
    const many = (n: number) => Array.from({ length: n }, (_, at) => change(100, 120, `p${at}`))
    const base = { products: 100, failed: 0, gone: 0 }
    expect(trips({ ...base, changes: many(30) })).toBeNull()
    expect(trips({ ...base, changes: many(31) })).toBe('many')
    expect(trips({ ...base, products: 3, changes: many(3) })).toBeNull()
    expect(trips({ ...base, products: 5000, changes: many(501) })).toBe('many')
    expect(trips({ ...base, changes: many(31).map((one) => ({ ...one, matters: false })) })).toBeNull()
    expect(trips({ ...base, changes: [], failed: 21 })).toBe('errors')
    expect(trips({ ...base, changes: [], gone: 6 })).toBe('gone')
    expect(trips({ ...base, changes: [], gone: 5 })).toBeNull()
  })
})

test('a dry run does what the rules do look by look', () => {
  const link = { ...ONE_FOR_ONE, rank: 0, cost: 1000, quantity: 10 }
  fc.assert(
    fc.property(
      fc.array(fc.record({ after: fc.integer({ min: 1, max: 5 }), cost: fc.integer({ min: 200, max: 5000 }) }), {
        minLength: 1,
        maxLength: 12,
      }),
      (list) => {
        let at = T0
        const changes = list.map(({ after, cost }) => ({
          link: 0,
          at: (at += after * HOUR),
          now: { cost, quantity: 5 },
        }))
        const timeline = timelineOf([link], changes, 'US')
        const replayed = replay(timeline, variant(), false, same, at + 24 * HOUR)
        // The same by hand, with a look every ten minutes.
        let [watch, sold, changed] = [{ ...watched }, variant(), 0]
        let known = fact(1000, T0)
        for (let now = T0; now < at + 24 * HOUR; now += 10 * MINUTE) {
          const latest = timeline.facts.filter(({ read_at }) => read_at <= now).at(-1)
          const seen = { ...(latest ?? known), read_at: now }
          const verdict = judgeVariant({ ...same, watch, variant: sold, before: known, fact: seen, now })
          ;[watch, sold, known] = [verdict.watch as typeof watch, { ...sold, ...verdict.patch }, seen]
          changed += verdict.patch.price === undefined ? 0 : 1
        }
        expect([replayed.price, replayed.changes.length]).toEqual([sold.price, changed])
      },
    ),
    { numRuns: 200 },
  )
})
