/** Editing cost ranges so that every cost stays in exactly one: the end of a range is the beginning of the next. */
import type { CurrencyRule, PriceRange } from '@omni/domain/pricing/price-rule.ts'

const NEW_RANGE_CENTS = 10_00
export const MAX_RANGES = 30

const joined = (ranges: readonly PriceRange[]): PriceRange[] =>
  ranges.map((range, at) => ({
    ...range,
    from: at === 0 ? 0 : (ranges[at - 1]?.to ?? range.from),
    to: at === ranges.length - 1 ? null : range.to,
  }))

export const setRange = (rule: CurrencyRule, at: number, change: Partial<PriceRange>): CurrencyRule => ({
  ...rule,
  ranges: joined(rule.ranges.map((range, place) => (place === at ? { ...range, ...change } : range))),
})

/** Cuts the last range in two. */
export function addRange(rule: CurrencyRule): CurrencyRule {
  const last = rule.ranges.at(-1)
  if (!last) return { ...rule, ranges: [{ from: 0, to: null, kind: 'multiplier', value: 2, formula: '' }] }
  return {
    ...rule,
    ranges: joined([...rule.ranges.slice(0, -1), { ...last, to: last.from + NEW_RANGE_CENTS }, { ...last }]),
  }
}

/** Its costs go to the range before it, or to the next where it was the first. */
export function removeRange(rule: CurrencyRule, at: number): CurrencyRule {
  if (rule.ranges.length <= 1) return rule
  const removed = rule.ranges[at]
  const rest = rule.ranges
    .filter((_, place) => place !== at)
    .map((range, place) => (place === at - 1 && removed ? { ...range, to: removed.to } : range))
  return { ...rule, ranges: joined(rest) }
}
