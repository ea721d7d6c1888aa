import { afterAll, describe, expect, test } from 'vitest'
import { explore } from './testing/explore.ts'
import { RULE_MISTAKES, rulesWith } from './testing/mistakes.ts'
import { HALVES, NEW, PARTS, setting, WINDOWS } from './testing/setting.ts'
import type { Setting, ShellMistake } from './testing/store-world.ts'

let visited = 0
afterAll(() => console.info(`listings: ${visited} worlds visited`))

/** More of them: listing.explore.prove.test.ts. */
describe('every world that can be reached, or the nearest ones: nothing is lost, and both sides come to agree', () => {
  const bothEdit = { omni: 1, merchant: 1 }
  test.each<[string, Setting, limit: number, complete: boolean]>([
    ['not listed yet, no faults of people', setting('upserting', 'ask', {}, NEW), 10_000, true],
    [
      'not listed yet, a save that is killed in the middle of a variant',
      setting('searching', 'store', { omni: 1, kills: 1 }, HALVES),
      5000,
      false,
    ],
    ['both edit, a person is asked', setting('upserting', 'ask', bothEdit), 5000, false],
    ['two edits in the store', setting('upserting', 'ask', { merchant: 2 }), 20_000, true],
    [
      'another product, and windows alone',
      setting('upserting', 'store', { merchant: 1, foreign: 1 }, WINDOWS),
      20_000,
      true,
    ],
  ])('%s', (_name, world, limit, complete) => {
    const found = explore(world, { limit })
    visited += found.worlds
    expect({ violation: found.violation, path: found.path }).toEqual({ violation: null, path: [] })
    expect({ complete: found.complete, worlds: found.worlds }).toEqual({ complete, worlds: expect.any(Number) })
  })
})

const OWN_TAKEN = 'our own title was taken for an edit in the store'

/** The exploration is worth something only if it finds each of the design's twelve mistakes, and two more. */
describe('a mistake in the rules is found', () => {
  test.each<[keyof typeof RULE_MISTAKES, Setting, violation: string]>([
    [
      'the whole document is sent',
      setting('upserting', 'store', { omni: 1, merchant: 1 }),
      'an edit of the vendor in the store was overwritten',
    ],
    ['a stale read is believed', setting('upserting', 'store', { omni: 1 }), OWN_TAKEN],
    [
      'the base is set from what is desired instead of what was sent',
      setting('searching', 'store', { omni: 2 }),
      'title: t1~ in the store, t2 here',
    ],
    ['the echo is compared with what is desired', setting('upserting', 'store', { omni: 1 }), OWN_TAKEN],
    [
      'a variant that does not show after a create is believed to be there',
      setting('searching', 'store', {}, HALVES),
      'half a variant stays in the store, and the listing is idle',
    ],
    [
      'a part of a write that shows is taken for all of it',
      setting('searching', 'store', { omni: 2 }, PARTS),
      'vendor: v0 in the store, v2 here',
    ],
    ['a send is closed by any read', setting('upserting', 'store', { omni: 1 }), OWN_TAKEN],
  ])('%s', async (name, world, violation) => {
    const step = await rulesWith(RULE_MISTAKES[name] ?? [])
    expect(explore({ ...world, step }, { limit: 40_000 })).toMatchObject({ violation })
  })

  test('a change that no longer applies is told', async () => {
    await expect(rulesWith([{ file: 'channels/listing.ts', from: 'not in the source', to: '' }])).rejects.toThrow(
      '0 times',
    )
  })
})

describe('a mistake in the program around the rules is found', () => {
  test.each<[ShellMistake, Setting, violation: string]>([
    ['update_as_upsert', setting('upserting', 'store', { omni: 1, deletes: 1 }), 'a deleted product came back'],
    ['send_before_commit', setting('searching', 'store', { kills: 1 }, NEW), 'created twice'],
    ['rendered_read', setting('searching', 'store', { omni: 1 }), OWN_TAKEN],
    [
      'half_made_again',
      setting('searching', 'store', {}, HALVES),
      'half a variant stays in the store, and the listing is refused',
    ],
    ['payload_trusted', setting('searching', 'store', { merchant: 1 }, NEW), OWN_TAKEN],
    ['absent_before_quiet', setting('searching', 'store', {}, NEW), 'created twice'],
    ['no_send_deadline', setting('searching', 'store', {}, NEW), 'created twice'],
    [
      'cursor_without_overlap',
      setting('upserting', 'store', { merchant: 1, foreign: 1 }, WINDOWS),
      'title: m1~ in the store, t0 here',
    ],
    ['create_repeated', setting('searching', 'store', {}, NEW), 'created twice'],
    [
      'desired_not_renewed',
      setting('upserting', 'ask', { omni: 1, merchant: 1 }),
      'the title edited here was given up without a question',
    ],
    [
      'override_over_stored_desired',
      setting('upserting', 'store', { merchant: 2 }),
      'title: m2~ in the store, t0 here',
    ],
  ])('%s', (mistake, world, violation) => {
    expect(explore({ ...world, mistakes: [mistake] }, { limit: 40_000 })).toMatchObject({ violation })
  })
})
