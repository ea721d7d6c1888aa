import { expect, test } from 'vitest'
import { explore } from './testing/explore.ts'
import { HALVES, NEW, PARTS, setting } from './testing/setting.ts'
import type { Setting } from './testing/store-world.ts'

const NEAREST = 20_000
const bothEdit = { omni: 1, merchant: 1 }

/** Other worlds and the planted mistakes are in listing.explore.test.ts. */
test.each<[string, Setting]>([
  ['not listed yet, an edit in the store, a kill', setting('upserting', 'ask', { merchant: 1, kills: 1 }, NEW)],
  ['both edit, Omni wins', setting('upserting', 'omni', bothEdit)],
  ['both edit, dates to the second, a person is asked', setting('searching', 'ask', bothEdit)],
  ['two edits here, a host that saves one field after the other', setting('upserting', 'store', { omni: 2 }, PARTS)],
  ['two edits here', setting('searching', 'ask', { omni: 2 })],
  ['a save that is killed in the middle of a variant', setting('searching', 'store', { omni: 1, kills: 1 }, HALVES)],
  ['both edit, the store wins', setting('upserting', 'store', bothEdit)],
  ['both edit, a person is asked', setting('upserting', 'ask', bothEdit)],
  ['both edit, dates to the second, the store wins', setting('searching', 'store', bothEdit)],
  ['two edits here, a slow host, a person is asked', setting('searching', 'ask', { omni: 2 }, PARTS)],
  ['deleted in the store', setting('upserting', 'ask', { omni: 1, deletes: 1 })],
])('%s: in the nearest worlds nothing is lost, and both sides come to agree', (_name, world) => {
  const { worlds, violation, path, complete } = explore(world, { limit: NEAREST })
  expect({ violation, path }).toEqual({ violation: null, path: [] })
  expect({ complete, worlds }).toEqual({ complete: false, worlds: expect.any(Number) })
})

test('not listed yet, create makes what it is told to: every world', () => {
  const { violation, path, complete } = explore(setting('searching', 'store', { merchant: 1 }, NEW), { limit: NEAREST })
  expect({ violation, path, complete }).toEqual({ violation: null, path: [], complete: true })
})
