import { expect, test } from 'vitest'
import { translate } from '../../testing/english.ts'
import type { CardShow } from '../../product-cards/card-show.ts'
import { clickOf, placeLabel, type PlanSummary } from './place-click.ts'

const show = {
  t: translate,
  money: (cents: number) => ({ text: `$${(cents / 100).toFixed(2)}` }),
} as unknown as CardShow // only what the label reads
const summary = (more: Partial<PlanSummary> = {}, wallet: Partial<PlanSummary['wallet']> = {}): PlanSummary =>
  ({
    ready: 3,
    cost: 9000,
    quota: { left: null, places_many: true },
    wallet: { available: 10_000, needed: 6000, has_card: false, use: 'auto', asks: false, ...wallet },
    ...more,
  }) as unknown as PlanSummary // what the rule reads
const label = (...of: Parameters<typeof clickOf>) => placeLabel(clickOf(...of), show)
const house = { cost: 2000, baskets: [{ pays: 'wallet', total: 2000 }] } as never // what the rule reads

test('the button says how many orders, for how much, and what pays', () => {
  expect(label(summary(), [], null)).toBe('Place 3 · $90.00 · wallet + your supplier accounts')
  expect(label(summary({}, { needed: 0 }), [], null)).toBe('Place 3 · $90.00 · your supplier accounts')
  // What is left out is paid by nobody.
  expect(label(summary({ cost: 6000 }), [house], null)).toBe('Place 2 · $40.00 · wallet')
  const short = { available: 1000, has_card: true }
  expect(label(summary({ cost: 6000 }, short), [], null)).toBe('Place 3 · $60.00 · wallet + card')
  expect(label(summary({ cost: 6000 }, short), [], 'card')).toBe('Place 3 · $60.00 · card')
  // Then it does not place all of them, and says so.
  expect(label(summary({ cost: 6000 }, short), [], 'wallet')).toBe('Place what $10.00 in the wallet pays for')
})

test('what the plan does not allow is known before the click', () => {
  const needs = (left: number | null, places_many: boolean, excluded: (typeof house)[] = []) =>
    clickOf(summary({ quota: { left, places_many } }), excluded, null).needs_plan
  expect([needs(null, true), needs(3, true), needs(2, true)]).toEqual([null, null, 'ORDER_FULFILLMENT'])
  expect(needs(2, true, [house])).toBeNull()
  expect(needs(null, false)).toBe('BULK_ORDER_FULFILLMENT')
  expect(needs(null, false, [house, house])).toBeNull()
})
