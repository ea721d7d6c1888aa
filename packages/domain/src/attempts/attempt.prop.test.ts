import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSettled, newAttempt, next, quietAt } from './attempt.ts'
import { attemptReference } from './reference.ts'
import {
  goodMove,
  isAtRest,
  movesOf,
  PROFILES,
  type Setting,
  setting,
  startWorld,
  violationOf,
} from './testing/hostile-world.ts'

/** Larger worlds than can be visited one by one: three attempts, three workers, four replies on a second way. */
const settings = fc
  .constantFrom(...(Object.keys(PROFILES) as (keyof typeof PROFILES)[]))
  .map((kind): Setting =>
    setting(kind, {
      attempts: 3,
      workers: 3,
      lates: 4,
      split: true,
      refuses_for_now: true,
      subjects: kind === 'by_list' ? 2 : 1,
      profile: { ...PROFILES[kind], max_sends: 3, resend_after_ms: kind === 'merging' ? [0, 1, 2] : [] },
    }),
  )

test(
  'a vendor that loses, delays, doubles and lies has one effect for each subject, and everything settles',
  { timeout: 120_000 },
  () => {
    fc.assert(
      fc.property(settings, fc.array(fc.nat({ max: 999 }), { minLength: 30, maxLength: 200 }), (world, choices) => {
        let now = startWorld(world)
        for (const choice of choices) {
          const moves = movesOf(world, now)
          const move = moves[choice % moves.length]
          if (!move) break
          now = move[1]
          expect(violationOf(world, now)).toBeNull()
        }
        for (let moves = 0; !isAtRest(now); moves++) {
          const move = goodMove(world, now)
          expect(moves).toBeLessThan(2_000)
          if (!move) throw new Error('is stuck')
          now = move[1]
          expect(violationOf(world, now)).toBeNull()
        }
      }),
      { numRuns: process.env['MUTATION'] ? 100 : 1_000 },
    )
  },
)

const times = fc.record({ last: fc.integer({ min: 0, max: 1e6 }), now: fc.integer({ min: 0, max: 1e6 }) })
const kinds = fc.constantFrom(...Object.values(PROFILES))

test('a live attempt always has a next turn or a question, a settled one has neither', () => {
  const states = fc.constantFrom('intended', 'sending', 'checking', 'needs_decision', 'done', 'failed', 'cancelled')
  fc.assert(
    fc.property(kinds, states, times, fc.boolean(), (profile, state, { last, now }, stop) => {
      const sends = state === 'intended' ? 0 : 1
      const question = state === 'needs_decision' ? ('exists' as const) : null
      const before = {
        ...newAttempt(),
        state,
        sends,
        send_no: sends,
        first_intent_at: last,
        last_intent_at: last,
        stop,
        question,
      }
      const { attempt, due_at, command } = next(profile, before, { is: 'turn' }, now)
      if (isSettled(attempt)) return due_at === null && command === null
      return due_at !== null || attempt.question !== null
    }),
  )
})

test('nothing is sent again before it is quiet, where the vendor can be asked', () => {
  fc.assert(
    fc.property(fc.constantFrom(PROFILES.by_reference, PROFILES.by_list), times, (profile, { last, now }) => {
      const sent = {
        ...newAttempt(),
        state: 'checking' as const,
        sends: 1,
        send_no: 1,
        last_intent_at: last,
        first_intent_at: last,
      }
      const { command } = next(profile, sent, { is: 'seen', asked_at: now, effects: [] }, now + 1)
      return (command?.do === 'send') === now > quietAt(profile, sent)
    }),
  )
})

test('a reference fits every vendor’s field and is the attempt’s alone', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), (one, other) => {
      expect(attemptReference(one)).toMatch(/^om[0-9a-hjkmnp-tv-z]{26}$/)
      return (attemptReference(one) === attemptReference(other)) === (one === other)
    }),
  )
})
