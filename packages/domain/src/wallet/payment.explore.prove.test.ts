import { expect, test } from 'vitest'
import { explore } from './testing/explore.ts'
import { RUNS } from './testing/runs.ts'

/** The smaller worlds and the planted mistakes are in payment.explore.test.ts. */
test.each(RUNS.filter(({ by }) => by === 'prove'))(
  '$name: posted once, as the bank has it, and it settles',
  ({ world }) => {
    const { worlds, violation, path, complete } = explore(world)
    expect({ violation, path }).toEqual({ violation: null, path: [] })
    expect(complete).toBe(true)
    expect(worlds).toBeGreaterThan(5_000)
  },
)
