import { afterAll, describe, expect, test } from 'vitest'
import { explore } from './testing/explore.ts'
import { MISTAKES, rulesWith } from './testing/mistakes.ts'
import { RUNS } from './testing/runs.ts'

let visited = 0
afterAll(() => console.info(`payments: ${visited} worlds visited`))

/** Larger ones: payment.explore.prove.test.ts, and all of them `npm run explore -- payments`. */
describe('every world that can be reached: posted once, as the bank has it, and it settles', () => {
  test.each(RUNS.filter(({ by }) => by === 'test'))('$name', ({ world }) => {
    const { worlds, violation, path, complete } = explore(world)
    visited += worlds
    expect({ violation, path }).toEqual({ violation: null, path: [] })
    expect(complete).toBe(true)
    expect(worlds).toBeGreaterThan(500)
  })
})

/** The exploration is worth something only if it finds each planted mistake. */
describe('a mistake in the rule is found', () => {
  test.each(Object.entries(MISTAKES))('%s', async (_name, { world, leads_to, changes }) => {
    const step = await rulesWith(changes)
    const { violation, path } = explore({ ...world, step })
    expect({ violation, path }).toEqual({ violation: leads_to, path: expect.any(Array) })
    // Without it the same worlds are in order.
    expect(explore(world, { limit: 2_000 }).violation).toBeNull()
  })

  test('a change that no longer applies is told', async () => {
    await expect(rulesWith([{ from: 'not in the source', to: '' }])).rejects.toThrow('0 times')
  })
})
