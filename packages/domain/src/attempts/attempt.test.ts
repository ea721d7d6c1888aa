import { expect, test } from 'vitest'
import { type Attempt, type AttemptEvent, type AttemptProfile, isSettled, newAttempt, next } from './attempt.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const T0 = Date.UTC(2026, 10, 15)
const byReference: AttemptProfile = {
  find: 'reference',
  merges_for_ms: 0,
  resend_after_ms: [],
  max_sends: 2,
  send_within_ms: 5 * SECOND,
  answers_within_ms: 30 * SECOND,
  lands_within_ms: 120 * SECOND,
  shows_within_ms: 30 * SECOND,
  asks_person_after_ms: 30 * MINUTE,
}
const QUIET = T0 + 155 * SECOND
const blind: AttemptProfile = { ...byReference, find: 'none' }
const merging: AttemptProfile = {
  ...blind,
  merges_for_ms: 20 * HOUR,
  max_sends: 6,
  resend_after_ms: [10 * SECOND, MINUTE, 10 * MINUTE, HOUR, 6 * HOUR],
}
const sent = (more: Partial<Attempt> = {}): Attempt => ({
  ...newAttempt(),
  state: 'sending',
  send_no: 1,
  sends: 1,
  first_intent_at: T0,
  last_intent_at: T0,
  ...more,
})
const checking = (more: Partial<Attempt> = {}) => sent({ state: 'checking', ...more })

test('the first turn commits an intent with a deadline and a moment to look after it', () => {
  const step = next(byReference, newAttempt(), { is: 'turn' }, T0)
  expect(step).toEqual({
    attempt: sent(),
    command: { do: 'send', send_no: 1, send_by: T0 + 5 * SECOND },
    due_at: T0 + 35 * SECOND + 1,
    alarm: null,
  })
})

test('a twin under way makes an attempt wait, and only that', () => {
  const step = next(byReference, newAttempt(), { is: 'turn', twin_live: true }, T0)
  expect(step).toEqual({ attempt: newAttempt(), command: null, due_at: T0 + 10 * SECOND, alarm: null })
})

test('a sender is left alone until its deadline and its time-out are over', () => {
  expect(next(byReference, sent(), { is: 'turn' }, T0 + 35 * SECOND)).toMatchObject({
    attempt: { state: 'sending' },
    command: null,
    due_at: T0 + 35 * SECOND + 1,
  })
  expect(next(byReference, sent(), { is: 'turn' }, T0 + 35 * SECOND + 1)).toMatchObject({
    attempt: { state: 'checking' },
    command: { do: 'look', since: T0 - 10 * MINUTE },
  })
})

test('an unknown outcome is looked up after 2, 10, 30 and 60 s, when it is quiet, then ever more seldom', () => {
  const at = (now: number) => next(byReference, checking(), { is: 'seen', asked_at: T0, effects: [] }, now).due_at
  expect(next(byReference, sent(), { is: 'unknown', send_no: 1 }, T0 + SECOND)).toMatchObject({
    attempt: { state: 'checking' },
    command: null,
    due_at: T0 + 2 * SECOND,
  })
  expect([2, 10, 30, 60].map((s) => at(T0 + s * SECOND))).toEqual([
    T0 + 10 * SECOND,
    T0 + 30 * SECOND,
    T0 + 60 * SECOND,
    QUIET + 1,
  ])
  const pause = (now: number) => (at(now) ?? 0) - now
  expect(pause(QUIET + 1)).toBe(15 * SECOND)
  expect(pause(QUIET + 10 * MINUTE)).toBe(5 * MINUTE)
  expect(pause(QUIET + 60 * MINUTE)).toBe(15 * MINUTE)
})

test('absence decides only when it was asked for after quiet', () => {
  const seen = (asked_at: number, attempt = checking()) =>
    next(byReference, attempt, { is: 'seen', asked_at, effects: [] }, QUIET + MINUTE)
  expect(seen(QUIET)).toMatchObject({ attempt: { state: 'checking' }, command: null })
  expect(seen(QUIET + 1)).toMatchObject({
    attempt: { state: 'sending', send_no: 2, sends: 2, clear: true, first_intent_at: T0 },
    command: { do: 'send', send_no: 2 },
  })
  expect(seen(QUIET + 1, checking({ sends: 2, send_no: 2 })).attempt.state).toBe('failed')
  expect(seen(QUIET + 1, checking({ refusal: 'final' })).attempt.state).toBe('failed')
  expect(seen(QUIET + 1, checking({ refusal: 'later' })).attempt).toMatchObject({ state: 'sending', refusal: null })
  expect(seen(QUIET + 1, checking({ stop: true })).attempt.state).toBe('cancelled')
  expect(seen(QUIET + 1, checking({ state: 'needs_decision', question: 'which' })).attempt.state).toBe('needs_decision')
})

test('existence decides at once, whoever says so and whenever', () => {
  const found: AttemptEvent[] = [
    { is: 'done', effect: 'A1' },
    { is: 'seen', asked_at: T0, effects: ['A1'] },
    { is: 'person', says: 'it_is', effect: 'A1' },
  ]
  for (const event of found)
    expect(next(byReference, checking({ stop: true }), event, T0 + 1)).toMatchObject({
      attempt: { state: 'done', effect: 'A1' },
      command: null,
      due_at: null,
      alarm: null,
    })
  expect(next(byReference, sent(), { is: 'person', says: 'it_is', effect: 'A1' }, T0).attempt.state).toBe('done')
})

test('an effect that comes to light late, or a second one, is an alarm; the same one again is not', () => {
  const done = checking({ state: 'done', effect: 'A1' })
  expect(next(byReference, done, { is: 'done', effect: 'A1' }, T0)).toMatchObject({ attempt: done, alarm: null })
  expect(next(byReference, done, { is: 'done', effect: 'B2' }, T0)).toMatchObject({
    attempt: done,
    alarm: 'second_effect',
  })
  for (const state of ['failed', 'cancelled'] as const)
    expect(next(byReference, checking({ state }), { is: 'done', effect: 'A1' }, T0)).toMatchObject({
      attempt: { state: 'done', effect: 'A1' },
      alarm: 'late',
    })
})

test('several that look like it are a question for a person, who may name one or none', () => {
  const { attempt, due_at } = next(byReference, checking(), { is: 'seen', asked_at: T0, effects: ['A1', 'B2'] }, T0)
  expect([attempt.state, attempt.question, due_at]).toEqual(['needs_decision', 'which', null])
  expect(next(byReference, attempt, { is: 'person', says: 'it_is', effect: 'B2' }, T0).attempt).toMatchObject({
    state: 'done',
    effect: 'B2',
    question: null,
  })
  expect(next(byReference, attempt, { is: 'person', says: 'none' }, QUIET).attempt.state).toBe('needs_decision')
  expect(next(byReference, attempt, { is: 'person', says: 'none' }, QUIET + 1).attempt.state).toBe('failed')
  const stopped = { ...attempt, stop: true }
  expect(next(byReference, stopped, { is: 'person', says: 'none' }, QUIET + 1).attempt.state).toBe('cancelled')
})

test('a person’s "none" decides nothing while nobody asked', () => {
  expect(next(byReference, checking(), { is: 'person', says: 'none' }, QUIET + HOUR).attempt.state).toBe('checking')
})

test('a refusal is believed only where nothing can be looked up and no earlier send may still land', () => {
  const refused: AttemptEvent = { is: 'refused', send_no: 1, later: false }
  expect(next(byReference, sent(), refused, T0).attempt).toMatchObject({ state: 'checking', refusal: 'final' })
  expect(next(blind, sent(), refused, T0).attempt.state).toBe('failed')
  expect(next(blind, sent({ stop: true }), refused, T0).attempt.state).toBe('cancelled')
  expect(next(blind, sent({ clear: false }), refused, T0).attempt).toMatchObject({
    state: 'checking',
    refusal: 'final',
  })
  expect(next(byReference, sent(), { ...refused, later: true }, T0).attempt.refusal).toBe('later')
})

test('"not now" is tried again no sooner than the vendor said, under the next number', () => {
  const later = (retry_after_ms?: number, more: Partial<Attempt> = {}) =>
    next(blind, sent(more), { is: 'refused', send_no: 1, later: true, ...(retry_after_ms && { retry_after_ms }) }, T0)
  expect(later(7 * SECOND)).toMatchObject({ attempt: { ...newAttempt(), send_no: 1 }, due_at: T0 + 7 * SECOND })
  expect(later().due_at).toBe(T0 + SECOND)
  expect(later(0, { stop: true }).attempt.state).toBe('cancelled')
})

test('what never left is sent again after a growing pause; a later send that never left is looked up', () => {
  const lost = (more: Partial<Attempt>) =>
    next(byReference, sent(more), { is: 'not_sent', send_no: more.send_no ?? 1 }, T0)
  expect([1, 2, 3, 4, 9].map((send_no) => lost({ send_no }).due_at)).toEqual(
    [1, 5, 15, 60, 60].map((s) => T0 + s * SECOND),
  )
  expect(lost({ send_no: 3 }).attempt).toEqual({ ...newAttempt(), send_no: 3 })
  expect(lost({ send_no: 2, sends: 2 }).attempt).toMatchObject({ state: 'checking', sends: 2 })
  expect(lost({ stop: true }).attempt.state).toBe('cancelled')
})

test('the reply to an earlier send, or one that comes when nobody waits, decides nothing', () => {
  const second = sent({ send_no: 2, sends: 2 })
  for (const is of ['unknown', 'not_sent'] as const) {
    expect(next(byReference, second, { is, send_no: 1 }, T0).attempt).toBe(second)
    const waiting = checking()
    expect(next(byReference, waiting, { is, send_no: 1 }, T0).attempt).toBe(waiting)
  }
})

test('a vendor that cannot be asked for half an hour after quiet: a person is asked, and look-ups go on', () => {
  const failed = (now: number, attempt = checking()) => next(byReference, attempt, { is: 'look_failed' }, now)
  expect(failed(QUIET + 30 * MINUTE).attempt.state).toBe('checking')
  const asked = failed(QUIET + 30 * MINUTE + 1)
  expect(asked.attempt).toMatchObject({ state: 'needs_decision', question: 'exists' })
  expect(asked.due_at).toBe(QUIET + 45 * MINUTE + 1)
  expect(next(byReference, asked.attempt, { is: 'turn' }, QUIET + HOUR).command).toMatchObject({ do: 'look' })
  expect(
    next(byReference, asked.attempt, { is: 'seen', asked_at: QUIET + HOUR, effects: [] }, QUIET + HOUR),
  ).toMatchObject({ attempt: { state: 'sending', question: null } })
  expect(failed(QUIET + HOUR, sent()).attempt.state).toBe('sending')
})

test('where repeating is the look-up, it is repeated on a schedule and never near the end of the window', () => {
  const turn = (now: number, more: Partial<Attempt> = {}) => next(merging, checking(more), { is: 'turn' }, now)
  expect(turn(T0 + 9 * SECOND)).toMatchObject({
    attempt: { state: 'checking' },
    command: null,
    due_at: T0 + 10 * SECOND,
  })
  expect(turn(T0 + 10 * SECOND)).toMatchObject({ attempt: { state: 'sending', sends: 2, clear: false } })
  expect(turn(T0 + MINUTE, { sends: 2 }).command).toMatchObject({ do: 'send', send_no: 2 })
  const last = T0 + 20 * HOUR - 125 * SECOND
  expect(turn(last - 1, { sends: 5 }).attempt.state).toBe('sending')
  expect(turn(last, { sends: 5 }).attempt).toMatchObject({ state: 'needs_decision', question: 'exists' })
  expect(turn(T0 + HOUR, { sends: 6 }).attempt.state).toBe('needs_decision')
  expect(turn(T0 + HOUR, { stop: true }).attempt.state).toBe('needs_decision')
  expect(turn(T0 + HOUR, { sends: 5, refusal: 'final', last_intent_at: T0 + HOUR }).due_at).toBe(T0 + 6 * HOUR)
})

test('after a refusal, an earlier send that may still land is waited for before the next', () => {
  const refused = checking({ sends: 2, refusal: 'final', last_intent_at: T0 + 5 * MINUTE })
  const quiet = T0 + 5 * MINUTE + 155 * SECOND
  expect(next(merging, refused, { is: 'turn' }, quiet)).toMatchObject({ command: null, due_at: quiet + 1 })
  expect(next(merging, refused, { is: 'turn' }, quiet + 1).command).toMatchObject({ do: 'send' })
})

test('a blind vendor’s unknown outcome asks a person, and nothing wakes it', () => {
  const { attempt } = next(blind, sent(), { is: 'unknown', send_no: 1 }, T0)
  expect(next(blind, sent(), { is: 'unknown', send_no: 1 }, T0).due_at).toBe(T0)
  const asked = next(blind, attempt, { is: 'turn' }, T0)
  expect(asked).toMatchObject({ attempt: { state: 'needs_decision', question: 'exists' }, command: null, due_at: null })
  expect(next(blind, asked.attempt, { is: 'turn' }, QUIET + HOUR)).toMatchObject({ command: null, due_at: null })
})

test('a cancel before the first send settles it; afterwards the finding decides; settled stays settled', () => {
  expect(next(byReference, newAttempt(), { is: 'cancel' }, T0)).toMatchObject({
    attempt: { state: 'cancelled' },
    due_at: null,
  })
  expect(next(byReference, sent(), { is: 'cancel' }, T0)).toMatchObject({
    attempt: { state: 'sending', stop: true },
    due_at: T0 + 35 * SECOND + 1,
  })
  for (const state of ['done', 'failed', 'cancelled'] as const) {
    const settled = checking({ state })
    expect(isSettled(settled)).toBe(true)
    const events: AttemptEvent[] = [
      { is: 'cancel' },
      { is: 'turn' },
      { is: 'look_failed' },
      { is: 'person', says: 'none' },
      { is: 'seen', asked_at: QUIET + HOUR, effects: [] },
    ]
    for (const event of events) expect(next(byReference, settled, event, QUIET + HOUR).attempt).toEqual(settled)
  }
})
