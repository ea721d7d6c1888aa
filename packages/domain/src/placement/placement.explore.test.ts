import { afterAll, describe, expect, test } from 'vitest'
import { explore } from './testing/explore.ts'
import { BROKEN, RULE_MISTAKES, rulesWith, SHELL_MISTAKES } from './testing/mistakes.ts'
import { RUNS } from './testing/runs.ts'
import type { ShellMistake } from './testing/supplier-world.ts'

let visited = 0
afterAll(() => console.info(`placements: ${visited} worlds visited`))

/** Larger ones: placement.explore.prove.test.ts, and all of them `npm run explore -- placement`. */
describe('every world that can be reached: bought once at most, told truly, paid for, and it settles', () => {
  test.each(RUNS.filter(({ by }) => by === 'test'))('$name', ({ world }) => {
    const { worlds, violation, path, complete } = explore(world)
    visited += worlds
    expect({ violation, path }).toEqual({ violation: null, path: [] })
    expect(complete).toBe(true)
    expect(worlds).toBeGreaterThan(2_000)
  })
})

/** The exploration is worth something only if it finds each of the design's seventeen mistakes, and seven more. */
describe('a mistake in the rules is found', () => {
  test.each(Object.entries(RULE_MISTAKES))('%s', async (_name, { world, leads_to, patches }) => {
    const step = await rulesWith(patches)
    const { violation, path } = explore({ ...world, step }, { settles: false, seek: leads_to })
    expect({ violation, steps: path.length }).toEqual({ violation: leads_to, steps: expect.any(Number) })
    // Without it the same worlds are in order.
    expect(explore(world, { settles: false, limit: 2_000 }).violation).toBeNull()
  })

  test('a change that no longer applies is told', async () => {
    const patch = { file: 'placement/next.ts', from: 'not in the source', to: '' } as const
    await expect(rulesWith([patch])).rejects.toThrow('0 times')
  })
})

describe('a mistake in the program around the rules is found', () => {
  test.each(Object.entries(SHELL_MISTAKES))('%s', (name, { world, leads_to }) => {
    const mistakes = [name as ShellMistake] // a key of that record
    expect(explore({ ...world, mistakes }, { settles: false, seek: leads_to })).toMatchObject({ violation: leads_to })
  })

  test.each(Object.entries(BROKEN))('the assumption is needed. %s', (_name, { world, leads_to }) => {
    expect(explore(world, { settles: false, seek: leads_to })).toMatchObject({ violation: leads_to })
  })
})
