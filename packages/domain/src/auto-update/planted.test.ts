/** Mistakes that were thought of beforehand: each changes a verdict that a seller would notice. */
import { expect, test } from 'vitest'
import { loadPatched, type Patch } from '../testing/patched-rules.ts'
import * as rules from './judge-variant.ts'

const HOUR = 3_600_000
const FILES = ['auto-update/judge-variant.ts', 'auto-update/steady-rate.ts']
const judged: rules.Judged = {
  watch: { ...rules.NEW_WATCH, cost: 1000, rate: 1 },
  variant: { price: 2000, compare_at_price: null, enabled: true },
  before: { cost: 1000 },
  fact: { cost: 1200, quantity: 9, gone: false, read_at: 10 * HOUR },
  rules: {
    on_price_change: 'apply_rule',
    price_change_percent: 10,
    price_fall_percent: 10,
    on_out_of_stock: 'disable',
  },
  rate: 1,
  now: 10 * HOUR,
  target: (_, __, cost, rate) => ({
    price: Math.round(cost * 2 * rate),
    compare_at_price: null,
    floored: false,
    below_floor: false,
  }),
  isBelowFloor: () => false,
}
const fact = (change: Partial<rules.Fact>) => ({ ...judged.fact, ...change })
const eager = { ...judged.rules, price_change_percent: 0, price_fall_percent: 0 }

interface Planted {
  from: string
  to: string
  /** Where it shows. */
  at: rules.Judged
}
const PLANTED: Record<string, Planted> = {
  'a rule over a pin': {
    from: "if (watch.pinned) return ask('pinned')",
    to: '',
    at: { ...judged, watch: { ...judged.watch, pinned: true } },
  },
  'a threshold against the last look': {
    from: 'const base_cost = watch.cost ?? before.cost',
    to: 'const base_cost = before.cost ?? watch.cost',
    at: { ...judged, before: { cost: 1150 } },
  },
  'an exchange rate that re-prices without a threshold': {
    from: 'const used_rate = steadyRate(base_rate, rate)',
    to: 'const used_rate = rate',
    at: { ...judged, rules: eager, rate: 1.005, fact: fact({ cost: 1000 }) },
  },
  'a price that falls at once': {
    from: 'pending.read_at + FALL_WAITS_MS',
    to: 'pending.read_at',
    at: { ...judged, fact: fact({ cost: 800 }) },
  },
  'a large change after one look': {
    from: 'fact.read_at - pending.read_at >= SECOND_READ_MS',
    to: 'true',
    at: { ...judged, fact: fact({ cost: 1400 }) },
  },
  'a fifth change in a day': {
    from: 'changed_at.length >= CHANGES_A_DAY',
    to: 'false',
    at: { ...judged, watch: { ...judged.watch, changed_at: [1, 2, 3, 4].map((n) => n * HOUR) } },
  },
  'the seller told at every look': {
    from: 'const isNews = watch.asked_cost === null ||',
    to: 'const isNews = true ||',
    at: { ...judged, watch: { ...judged.watch, pinned: true, asked_cost: 1200 } },
  },
  'on sale again with the first piece': {
    from: 'fact.quantity >= BACK_UNITS',
    to: 'fact.quantity > 0',
    at: {
      ...judged,
      watch: { ...judged.watch, out: true, did: 'off', back_read_at: 9 * HOUR },
      fact: fact({ cost: 1000, quantity: 1 }),
    },
  },
  'switching on what the seller switched off': {
    from: "watch.did === 'off' && !variant.enabled",
    to: '!variant.enabled',
    at: {
      ...judged,
      variant: { ...judged.variant, enabled: false },
      watch: { ...judged.watch, out: true, back_read_at: 9 * HOUR },
      fact: fact({ cost: 1000 }),
    },
  },
  'gone after one look': {
    from: 'fact.read_at - gone_read_at >= GONE_MS',
    to: 'true',
    at: { ...judged, fact: fact({ quantity: 0, gone: true }) },
  },
}

test.each(Object.entries(PLANTED))('%s shows', async (_, { from, to, at }) => {
  const patch: Patch = { file: 'auto-update/judge-variant.ts', from, to }
  const planted = (await loadPatched(FILES, 'auto-update/judge-variant.ts', [patch])) as typeof rules // the same file
  expect(planted.judgeVariant(at)).not.toEqual(rules.judgeVariant(at))
})
