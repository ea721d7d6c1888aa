import { checkSellingPrice, DEFAULT_SELLING_PRICE } from '@omni/domain/pricing/price-rule.ts'
import { expect, test } from 'vitest'
import { addRange, removeRange, setRange } from './price-ranges.ts'

const first = DEFAULT_SELLING_PRICE.rules['USD'] ?? {
  ranges: [],
  compare_at: { kind: 'none' as const, value: 0, formula: '' },
  rounding: 'none' as const,
}
const problems = (rule: typeof first) => checkSellingPrice({ ...DEFAULT_SELLING_PRICE, rules: { USD: rule } }, {})

test('adding and removing ranges never leaves a gap or an overlap', () => {
  expect(problems(addRange(first))).toEqual([])
  expect(addRange(first).ranges).toHaveLength(first.ranges.length + 1)
  for (const at of first.ranges.keys()) {
    const rule = removeRange(first, at)
    expect([rule.ranges.length, problems(rule)]).toEqual([first.ranges.length - 1, []])
  }
})

test('the end of a range is the beginning of the next', () => {
  const rule = setRange(first, 0, { to: 700 })
  expect([rule.ranges[0]?.to, rule.ranges[1]?.from, problems(rule)]).toEqual([700, 700, []])
})

test('an end below its beginning is named, not corrected', () => {
  expect(problems(setRange(first, 1, { to: 100 })).map(({ reason }) => reason)).toContain('range_empty')
})

test('the last range stays', () => {
  const item = { ...first, ranges: [{ from: 0, to: null, kind: 'multiplier' as const, value: 2, formula: '' }] }
  expect(removeRange(item, 0)).toBe(item)
})
