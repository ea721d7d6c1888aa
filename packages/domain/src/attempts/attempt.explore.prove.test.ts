import { expect, test } from 'vitest'
import { explore } from './testing/explore.ts'
import { type Setting, setting } from './testing/hostile-world.ts'

const MINUTE_MS = 60_000
const TWINS: Partial<Setting> = { subjects: 2, attempts: 1 }

/** The larger worlds, and those of several workers, attempts and subjects; the others are in attempt.explore.test.ts. */
test.each<[string, Setting, atLeast: number]>([
  ['look-up by list', setting('by_list'), 10_000],
  ['look-up by reference, refusals for now too', setting('by_reference', { refuses_for_now: true }), 20_000],
  ['merged references, one worker, two attempts', setting('merging'), 50_000],
  ['merged references, two workers', setting('merging', { workers: 2, attempts: 1 }), 50_000],
  ['look-up by reference, two workers', setting('by_reference', { workers: 2, attempts: 1 }), 40_000],
  [
    'look-up by reference, two workers that read before they commit',
    setting('by_reference', { workers: 2, attempts: 1, split: true }),
    80_000,
  ],
  ['look-up by list, two equal subjects', setting('by_list', TWINS), 100_000],
])('%s: one effect at most, told truly, and it settles', { timeout: 5 * MINUTE_MS }, (_name, world, atLeast) => {
  const { worlds, violation, path, complete } = explore(world)
  expect({ violation, path }).toEqual({ violation: null, path: [] })
  expect(complete).toBe(true)
  expect(worlds).toBeGreaterThan(atLeast)
})

test('without a lock on equal subjects a mistake is found', { timeout: 5 * MINUTE_MS }, () => {
  const { violation } = explore({ ...setting('by_list', TWINS), mistakes: ['no_twin_lock'] }, { settles: false })
  expect(violation).not.toBeNull()
})
