import { expect, test } from 'vitest'
import { explore } from './testing/explore.ts'
import { RUNS } from './testing/runs.ts'

/** The smaller worlds and the planted mistakes are in placement.explore.test.ts. */
test.each(RUNS.filter(({ by }) => by === 'prove'))(
  '$name: bought once at most, told truly, paid for, and it settles',
  ({ world }) => {
    const { worlds, violation, path, complete } = explore(world)
    expect({ violation, path }).toEqual({ violation: null, path: [] })
    expect(complete).toBe(true)
    expect(worlds).toBeGreaterThan(2_000)
  },
)
