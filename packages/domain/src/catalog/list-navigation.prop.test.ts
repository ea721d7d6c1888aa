import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stepInList } from './list-navigation.ts'

const place = fc
  .nat(50)
  .chain((count) =>
    fc.record({
      index: fc.integer({ min: -1, max: count }),
      count: fc.constant(count),
      loading: fc.boolean(),
      similar: fc.boolean(),
    }),
  )
const step = fc.constantFrom(-1 as const, 1 as const)

test('a step stays inside the list, and there is none while loading or after a similar product', () => {
  fc.assert(
    fc.property(place, step, (at, way) => {
      const next = stepInList(at, way)
      if (at.loading || at.similar) expect(next).toBeNull()
      if (next !== null) expect(next >= 0 && next < at.count && Math.abs(next - at.index) === 1).toBe(true)
    }),
  )
})

test('a step can be taken back', () => {
  fc.assert(
    fc.property(place, step, (at, way) => {
      const next = stepInList(at, way)
      if (next !== null) expect(stepInList({ ...at, index: next }, way === 1 ? -1 : 1)).toBe(at.index)
    }),
  )
})

test('the ends: the first has no previous, the last no next, the ones between have both', () => {
  const free = { loading: false, similar: false }
  expect(stepInList({ ...free, index: 0, count: 3 }, -1)).toBeNull()
  expect(stepInList({ ...free, index: 2, count: 3 }, 1)).toBeNull()
  expect(stepInList({ ...free, index: 1, count: 3 }, 1)).toBe(2)
  expect(stepInList({ ...free, index: -1, count: 3 }, 1)).toBeNull()
})
