import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLive } from './placement.ts'
import { goodMove, isAtRest, movesOf, violationOf } from './testing/explore.ts'
import { type Kind, KINDS } from './testing/kinds.ts'
import { setting } from './testing/setting.ts'
import { type Setting, startWorld, type World } from './testing/supplier-world.ts'

/** Larger worlds than can be visited one by one: three tries, three workers, four replies on a second way. */
const worlds = fc
  .record({
    kind: fc.constantFrom(...(Object.keys(KINDS) as Kind[])), // its own keys
    cards: fc.boolean(),
    closes: fc.boolean(),
    repeats: fc.boolean(),
    jumps: fc.boolean(),
    pays_later: fc.boolean(),
  })
  .map(({ kind, pays_later, jumps, ...more }): Setting => {
    const profile = KINDS[kind]
    // Where the seller pays at the site there is no money of ours, sooner or later.
    const isPaidByCall = typeof profile.pay !== 'string'
    return setting(kind, {
      ...more,
      profile: { ...profile, create: { ...profile.create, max_sends: 3 } },
      jumps: jumps && profile.pay !== 'at_site',
      pays_later: pays_later && isPaidByCall,
      rows: kind === 'c' ? 2 : 1,
      tries: 3,
      agains: 3,
      workers: 3,
      lates: 4,
      split: true,
      refuses_for_now: true,
    })
  })

/** Numbers without a rhythm: a worker that reads and commits in turns would meet the same row each time. */
const shuffled = (n: number) => Math.imul(n + 1, 0x9e3779b1) >>> 12

test('a supplier that loses, delays, doubles and lies sells one, and everything settles', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(worlds, fc.array(fc.nat({ max: 999 }), { minLength: 30, maxLength: 200 }), (world, choices) => {
      let now: World = startWorld(world)
      const go = (after: World) => {
        now = after
        expect(violationOf(world, now)).toBeNull()
      }
      for (const choice of choices) {
        const moves = movesOf(world, now)
        const move = moves[choice % moves.length]
        if (!move) break
        go(move[1])
      }
      for (let moves = 0; !isAtRest(now); moves++) {
        const move = goodMove(world, now, shuffled(moves))
        expect(moves).toBeLessThan(2_000)
        if (!move) throw new Error('is stuck')
        go(move[1])
      }
    }),
    { numRuns: process.env['MUTATION'] ? 100 : 400 },
  )
})

test('a live placement has a next turn, a question or a card to wait for; a settled one has none of them', () => {
  fc.assert(
    fc.property(worlds, fc.array(fc.nat({ max: 999 }), { minLength: 1, maxLength: 60 }), (world, choices) => {
      let now: World = startWorld(world)
      // Every step the worlds make goes through here, so what it answers is judged where it is answered.
      const judged: Setting = {
        ...world,
        step: (profile, row, event, at) => {
          const step = world.step(profile, row, event, at)
          const waits = step.row.state === 'awaiting_payment' || step.row.question !== null
          expect(isLive(step.row) ? step.due_at !== null || waits : step.due_at === null).toBe(true)
          expect((step.row.state === 'needs_decision') === (step.row.question !== null)).toBe(true)
          return step
        },
      }
      for (const choice of choices) {
        const moves = movesOf(judged, now)
        now = moves[choice % moves.length]?.[1] ?? now
      }
    }),
    { numRuns: 100 },
  )
})
