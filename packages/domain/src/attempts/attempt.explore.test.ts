import { describe, expect, test } from 'vitest'
import { type AttemptEvent, next } from './attempt.ts'
import { explore } from './testing/explore.ts'
import { type PROFILES, type Setting, setting, type ShellMistake } from './testing/hostile-world.ts'

const MINUTE_MS = 60_000

/** The larger ones are in attempt.explore.prove.test.ts. */
describe('every world that can be reached, and in each: one effect at most, told truly, and it settles', () => {
  test.each<[string, Setting, atLeast: number]>([
    ['look-up by reference', setting('by_reference'), 10_000],
    ['no look-up, two workers', setting('blind', { workers: 2 }), 5_000],
    ['no look-up, refusals for now too', setting('blind', { refuses_for_now: true }), 3_000],
  ])('%s', { timeout: 5 * MINUTE_MS }, (_name, world, atLeast) => {
    const { worlds, violation, path, complete } = explore(world)
    expect({ violation, path }).toEqual({ violation: null, path: [] })
    expect(complete).toBe(true)
    expect(worlds).toBeGreaterThan(atLeast)
  })
})

/** Planted mistakes: the exploration is worth something only if it finds each of them. */
describe('a mistake in the rules is found', () => {
  type Step = typeof next
  const handled =
    (change: (event: AttemptEvent, send_no: number) => AttemptEvent): Step =>
    (profile, attempt, event, now) =>
      next(profile, attempt, change(event, attempt.send_no), now)
  const mistakes: Record<string, [kind: keyof typeof PROFILES, step: Step, more?: Partial<Setting>]> = {
    'sends again after an unknown outcome': [
      'by_reference',
      handled((event) => (event.is === 'unknown' ? { ...event, is: 'not_sent' } : event)),
    ],
    'counts an unknown outcome as done': [
      'blind',
      handled((event) => (event.is === 'unknown' ? { is: 'done', effect: 'e1' } : event)),
    ],
    'gives up on a time-out': [
      'by_reference',
      (profile, attempt, event, now) => {
        const step = next(profile, attempt, event, now)
        if (event.is !== 'unknown' || step.attempt.state !== 'checking') return step
        return { ...step, attempt: { ...step.attempt, state: 'failed' } }
      },
    ],
    'believes a refusal at once': [
      'by_reference',
      (profile, attempt, event, now) =>
        event.is === 'refused'
          ? next({ ...profile, find: 'none' }, { ...attempt, clear: true }, event, now)
          : next(profile, attempt, event, now),
    ],
    'takes absence as final right after the send': [
      'by_reference',
      handled((event) => (event.is === 'seen' ? { ...event, asked_at: Infinity } : event)),
    ],
    'takes a person’s "nothing there" too early': [
      'blind',
      (profile, attempt, event, now) => next(profile, attempt, event, event.is === 'person' ? Infinity : now),
    ],
    'cancels at once while a request is under way': [
      'by_reference',
      (profile, attempt, event, now) =>
        event.is === 'cancel' && attempt.state === 'sending'
          ? next(profile, { ...attempt, state: 'intended' }, event, now)
          : next(profile, attempt, event, now),
    ],
    'sends again after the vendor has forgotten the reference': [
      'merging',
      (profile, attempt, event, now) => next({ ...profile, merges_for_ms: 1000 }, attempt, event, now),
    ],
    'takes a later send that never left as a clean slate': [
      'merging',
      (profile, attempt, event, now) =>
        next(profile, event.is === 'not_sent' ? { ...attempt, sends: 1 } : attempt, event, now),
    ],
    'takes the reply to an old send for that to the new one': [
      'blind',
      handled((event, send_no) => ('send_no' in event ? { ...event, send_no } : event)),
      { refuses_for_now: true },
    ],
    'forgets that an earlier send may still land': [
      'merging',
      (profile, attempt, event, now) => next(profile, { ...attempt, clear: true }, event, now),
    ],
  }
  test.each(Object.entries(mistakes))('%s', { timeout: 5 * MINUTE_MS }, (_name, [kind, step, more]) => {
    const { violation, path } = explore(setting(kind, { step, ...more }), { settles: false })
    expect(violation).not.toBeNull()
    expect(path.length).toBeGreaterThan(2)
  })
})

describe('a mistake in the program around the rules is found', () => {
  test.each<[ShellMistake, Setting]>([
    ['send_before_commit', setting('by_reference')],
    ['no_version_check', setting('by_reference', { workers: 2, attempts: 1, split: true })],
    ['no_send_deadline', setting('by_reference', { workers: 2, attempts: 1 })],
    ['look_dated_by_its_commit', setting('by_reference')],
    ['new_reference_per_send', setting('merging')],
    ['list_window_too_short', setting('by_list')],
    ['second_click_not_refused', setting('by_reference')],
  ])('%s', { timeout: 5 * MINUTE_MS }, (mistake, world) => {
    const { violation } = explore({ ...world, mistakes: [mistake] }, { settles: false })
    expect(violation).not.toBeNull()
  })

  test('the assumption that a request lands in time is needed', { timeout: 5 * MINUTE_MS }, () => {
    const { violation } = explore(setting('by_reference', { unbounded: true }), { settles: false })
    expect(violation).not.toBeNull()
  })
})
