/**
 * The protocol of one write to a vendor that must have its effect exactly once: a supplier order, a payment, a listing.
 *
 * Four rules carry it. The intent is committed before bytes leave. "It exists" decides at once, whoever says so.
 * "It does not exist" decides only when nothing of ours can still land or be hidden (`quietAt`). Only the third rule
 * leads to a second send or to giving up.
 *
 * `next` has no clock, no database and no vendor. The worker, the property tests and the exhaustive exploration all run
 * this one function. Its caller writes what it returns in one transaction, checks the row's version there, and carries
 * out the command after the commit. A command that is lost by a kill is found again by a later `turn`.
 */

/** What a vendor promises about one kind of write. All times are milliseconds. */
export interface AttemptProfile {
  /** How the vendor can be asked what it did: by our reference, by a list of recent ones, or not at all. */
  find: 'reference' | 'list' | 'none'
  /** For how long a repeated reference is answered with the first effect. 0: never. */
  merges_for_ms: number
  /** When the same reference is sent again, counted from the first intent. Read only where `merges_for_ms` is not 0. */
  resend_after_ms: readonly number[]
  /** How many times one attempt may be sent in all. */
  max_sends: number
  /** From the committed intent to the first byte. A sender that wakes up later sends nothing. */
  send_within_ms: number
  /** How long the sender waits for a reply. */
  answers_within_ms: number
  /** From the first byte to the vendor's act, or it never acts. The one assumption about the outside. */
  lands_within_ms: number
  /** From the vendor's act until its reads show it. */
  shows_within_ms: number
  /**
   * A refusal on the vendor's closed list decides at once. For what does no harm when the vendor did it all the same and
   * it is found by our key later: a listing. Never for money.
   */
  believes_refusals?: boolean
  /** A vendor that cannot be asked for this long after `quietAt`: a person is asked, and look-ups go on. */
  asks_person_after_ms: number
}

export type AttemptState = 'intended' | 'sending' | 'checking' | 'needs_decision' | 'done' | 'failed' | 'cancelled'

const SETTLED_STATES: readonly AttemptState[] = ['done', 'failed', 'cancelled']
export const isSettled = ({ state }: Pick<Attempt, 'state'>): boolean => SETTLED_STATES.includes(state)

/** One try: fixed input, fixed reference. The next try starts when this one is settled as not done. */
export interface Attempt {
  state: AttemptState
  /** Number of the latest send. It only grows, so that an old reply is never taken for a new one. */
  send_no: number
  /** Sends that may have had an effect. */
  sends: number
  first_intent_at: number | null
  last_intent_at: number | null
  /** The vendor's "nothing was done", not verified yet. `later`: it may be sent again (rate limit, token). */
  refusal: 'final' | 'later' | null
  /** When the latest send was decided, no earlier one could still land. */
  clear: boolean
  /** Somebody wants it stopped. */
  stop: boolean
  /** What a person is asked. `exists`: did it happen? `which`: several look like it. */
  question: 'exists' | 'which' | null
  /** The vendor's name for what it made. */
  effect: string | null
}

export const newAttempt = (): Attempt => ({
  state: 'intended',
  send_no: 0,
  sends: 0,
  first_intent_at: null,
  last_intent_at: null,
  refusal: null,
  clear: true,
  stop: false,
  question: null,
  effect: null,
})

export type AttemptEvent =
  /** It is this attempt's turn. `twin_live`: an equal one is under way, and a list could not tell them apart. */
  | { is: 'turn'; twin_live?: boolean }
  | { is: 'done'; effect: string }
  /** Only for codes on the vendor's closed list of "nothing was done". */
  | { is: 'refused'; send_no: number; later: boolean; retry_after_ms?: number }
  /** A time-out, a reset, a 5xx, an unreadable reply, an unlisted code. */
  | { is: 'unknown'; send_no: number }
  /** No byte left this machine. */
  | { is: 'not_sent'; send_no: number }
  /** What a look-up showed, dated by when the question left, not by when the answer is stored. */
  | { is: 'seen'; asked_at: number; effects: readonly string[] }
  /** The vendor could not be asked. */
  | { is: 'look_failed' }
  | { is: 'person'; says: 'it_is'; effect: string }
  | { is: 'person'; says: 'none' }
  | { is: 'cancel' }

export type AttemptCommand =
  | { do: 'send'; send_no: number; send_by: number }
  /** `since`: a list is read from here on. */
  | { do: 'look'; since: number }

export interface AttemptStep {
  attempt: Attempt
  command: AttemptCommand | null
  /** When the next turn is due. Null: settled, or nothing but a person can go on. */
  due_at: number | null
  /**
   * `late`: an effect came to light after the attempt was settled as not done. `second_effect`: the vendor acted twice.
   * Neither can happen while the profile's promises hold; both are alarms.
   */
  alarm: 'late' | 'second_effect' | null
}

const LOOKS_AFTER_MS = [2_000, 10_000, 30_000, 60_000]
const LOOKS_EVERY_MS = 15 * 60_000
/** Longer than a look takes. */
const SOONEST_LOOK_AGAIN_MS = 15_000
const RETRY_NOT_SENT_MS = [1_000, 5_000, 15_000, 60_000]
/** A list is read from a little before the first intent: the vendor's clock is not ours. */
const CLOCK_SKEW_MS = 10 * 60_000

/** Absence that was asked for later than this is final. */
export const quietAt = (profile: AttemptProfile, attempt: Pick<Attempt, 'last_intent_at'>): number =>
  (attempt.last_intent_at ?? 0) + profile.send_within_ms + profile.lands_within_ms + profile.shows_within_ms

export function next(profile: AttemptProfile, attempt: Attempt, event: AttemptEvent, now: number): AttemptStep {
  const isQuiet = (at: number) => attempt.sends === 0 || at > quietAt(profile, attempt)
  switch (event.is) {
    case 'turn':
      return takeTurn(profile, attempt, event.twin_live ?? false, now)
    case 'done':
      return exists(profile, attempt, event.effect, now)
    case 'cancel':
      if (attempt.state === 'intended') return settle(attempt, 'cancelled')
      return isSettled(attempt) ? stay(profile, attempt, now) : stay(profile, { ...attempt, stop: true }, now)
    case 'refused':
    case 'unknown':
    case 'not_sent':
      // An answer to an earlier send is evidence that is kept, and decides nothing.
      if (attempt.state !== 'sending' || event.send_no !== attempt.send_no) return stay(profile, attempt, now)
      return handleReply(profile, attempt, event, now)
    case 'seen': {
      if (attempt.state !== 'checking' && attempt.state !== 'needs_decision') return stay(profile, attempt, now)
      const [effect, another] = event.effects
      if (another !== undefined) return stay(profile, { ...attempt, state: 'needs_decision', question: 'which' }, now)
      if (effect !== undefined) return exists(profile, attempt, effect, now)
      const mayDecide = attempt.question !== 'which' && isQuiet(event.asked_at)
      return mayDecide ? absent(profile, attempt, now) : stay(profile, attempt, now)
    }
    case 'look_failed': {
      const isOverdue = now > quietAt(profile, attempt) + profile.asks_person_after_ms
      if (attempt.state !== 'checking' || !isOverdue) return stay(profile, attempt, now)
      return stay(profile, { ...attempt, state: 'needs_decision', question: 'exists' }, now)
    }
    case 'person':
      if (isSettled(attempt)) return stay(profile, attempt, now)
      if (event.says === 'it_is') return exists(profile, attempt, event.effect, now)
      if (attempt.state !== 'needs_decision' || !isQuiet(now)) return stay(profile, attempt, now)
      return settle(attempt, attempt.stop ? 'cancelled' : 'failed')
  }
}

function takeTurn(profile: AttemptProfile, attempt: Attempt, twinLive: boolean, now: number): AttemptStep {
  switch (attempt.state) {
    case 'intended':
      if (twinLive) return { ...stay(profile, attempt, now), due_at: now + (LOOKS_AFTER_MS[1] ?? 0) }
      return intend(profile, attempt, now)
    case 'sending':
      // The sender may be alive until its deadline and its time-out are over.
      return now > leaseEnd(profile, attempt) ? check(profile, attempt, now) : stay(profile, attempt, now)
    case 'checking':
      return check(profile, attempt, now)
    case 'needs_decision':
      return canLookUp(profile) ? look(profile, attempt, now) : stay(profile, attempt, now)
    default:
      return stay(profile, attempt, now)
  }
}

function handleReply(
  profile: AttemptProfile,
  attempt: Attempt,
  event: Extract<AttemptEvent, { is: 'refused' | 'unknown' | 'not_sent' }>,
  now: number,
): AttemptStep {
  const checking: Attempt = { ...attempt, state: 'checking' }
  if (event.is === 'unknown') return stay(profile, checking, now)
  if (event.is === 'not_sent') {
    // Only the first send gives a clean slate: before a later one, an earlier one may have landed.
    if (attempt.sends > 1) return stay(profile, checking, now)
    const pause = RETRY_NOT_SENT_MS[Math.min(attempt.send_no, RETRY_NOT_SENT_MS.length) - 1] ?? 0
    return startOver(attempt, now + pause)
  }
  // Where nothing can be looked up the closed list is believed, unless an earlier send may still have landed.
  // Everywhere else a refusal is verified when it is quiet: vendors have done the work and said no.
  const isBelieved = (profile.believes_refusals === true || !canLookUp(profile)) && attempt.clear
  if (!isBelieved) return stay(profile, { ...checking, refusal: event.later ? 'later' : 'final' }, now)
  if (!event.later) return settle(attempt, attempt.stop ? 'cancelled' : 'failed')
  return startOver(attempt, now + Math.max(event.retry_after_ms ?? 0, RETRY_NOT_SENT_MS[0] ?? 0))
}

/** Nothing left the machine, or the vendor is believed to have done nothing: as if it had never been sent. */
function startOver(attempt: Attempt, due_at: number): AttemptStep {
  if (attempt.stop) return settle(attempt, 'cancelled')
  const { send_no } = attempt
  return { attempt: { ...newAttempt(), send_no }, command: null, due_at, alarm: null }
}

function intend(profile: AttemptProfile, attempt: Attempt, now: number): AttemptStep {
  const sent: Attempt = {
    ...attempt,
    state: 'sending',
    send_no: attempt.send_no + 1,
    sends: attempt.sends + 1,
    first_intent_at: attempt.first_intent_at ?? now,
    last_intent_at: now,
    refusal: null,
    clear: attempt.sends === 0 || now > quietAt(profile, attempt),
    question: null,
  }
  const command: AttemptCommand = { do: 'send', send_no: sent.send_no, send_by: now + profile.send_within_ms }
  return { attempt: sent, command, due_at: leaseEnd(profile, sent) + 1, alarm: null }
}

/** The vendor has it. */
function exists(profile: AttemptProfile, attempt: Attempt, effect: string, now: number): AttemptStep {
  if (attempt.effect !== null) {
    const alarm = attempt.effect === effect ? null : 'second_effect'
    return { ...stay(profile, attempt, now), alarm }
  }
  const alarm = isSettled(attempt) ? 'late' : null
  return { attempt: { ...attempt, state: 'done', effect, question: null }, command: null, due_at: null, alarm }
}

/** The vendor does not have it and never will. */
function absent(profile: AttemptProfile, attempt: Attempt, now: number): AttemptStep {
  if (attempt.stop) return settle(attempt, 'cancelled')
  if (attempt.refusal === 'final' || attempt.sends >= profile.max_sends) return settle(attempt, 'failed')
  return intend(profile, attempt, now)
}

/** The outcome is not known: find out. */
function check(profile: AttemptProfile, attempt: Attempt, now: number): AttemptStep {
  const checking: Attempt = { ...attempt, state: 'checking' }
  if (canLookUp(profile)) return look(profile, checking, now)
  const resendAt = nextResendAt(profile, attempt, now)
  if (resendAt === null) return stay(profile, { ...checking, state: 'needs_decision', question: 'exists' }, now)
  return now >= resendAt ? intend(profile, attempt, now) : stay(profile, checking, now)
}

const look = (profile: AttemptProfile, attempt: Attempt, now: number): AttemptStep => ({
  ...stay(profile, attempt, now),
  command: { do: 'look', since: (attempt.first_intent_at ?? now) - CLOCK_SKEW_MS },
})

const canLookUp = ({ find }: AttemptProfile) => find !== 'none'

const leaseEnd = ({ send_within_ms, answers_within_ms }: AttemptProfile, { last_intent_at }: Attempt) =>
  (last_intent_at ?? 0) + send_within_ms + answers_within_ms

/**
 * Where a repeated reference is merged, sending it again is the look-up. Null: no longer, because it could land after
 * the vendor has forgotten the reference. Sends whose worker was killed use the plan up and tell nothing: where
 * `max_sends` allows more than the plan, it goes on at its last pause. After a refusal, an earlier send that may still
 * land is waited for.
 */
function nextResendAt(profile: AttemptProfile, attempt: Attempt, now: number): number | null {
  const { resend_after_ms: plan, max_sends } = profile
  const first = attempt.first_intent_at ?? now
  const pause = plan[attempt.sends - 1]
  const last = plan.at(-1)
  if (profile.merges_for_ms === 0 || attempt.stop || last === undefined || attempt.sends >= max_sends) return null
  const due = pause === undefined ? (attempt.last_intent_at ?? now) + last - (plan.at(-2) ?? 0) : first + pause
  const resendAt = attempt.refusal === null ? due : Math.max(due, quietAt(profile, attempt) + 1)
  const landsAt = Math.max(resendAt, now) + profile.send_within_ms + profile.lands_within_ms
  return landsAt < first + profile.merges_for_ms ? resendAt : null
}

const settle = (attempt: Attempt, state: 'failed' | 'cancelled'): AttemptStep => ({
  attempt: { ...attempt, state, question: null },
  command: null,
  due_at: null,
  alarm: null,
})

const stay = (profile: AttemptProfile, attempt: Attempt, now: number): AttemptStep => ({
  attempt,
  command: null,
  due_at: dueAt(profile, attempt, now),
  alarm: null,
})

/** When an attempt's next turn is due, where nothing else is said. */
export function dueAt(profile: AttemptProfile, attempt: Attempt, now: number): number | null {
  switch (attempt.state) {
    case 'intended':
      return now
    case 'sending':
      return leaseEnd(profile, attempt) + 1
    case 'checking':
      return canLookUp(profile) ? nextLookUpAt(profile, attempt, now) : (nextResendAt(profile, attempt, now) ?? now)
    case 'needs_decision':
      return canLookUp(profile) && attempt.question === 'exists' ? now + LOOKS_EVERY_MS : null
    default:
      return null
  }
}

function nextLookUpAt(profile: AttemptProfile, attempt: Attempt, now: number): number {
  const last = attempt.last_intent_at ?? now
  const planned = [...LOOKS_AFTER_MS.map((pause) => last + pause), quietAt(profile, attempt) + 1]
  const due = planned.filter((at) => at > now)
  if (due.length > 0) return Math.min(...due)
  // Quiet, so any answer would decide: the vendor could not be asked. It is asked again, ever more seldom.
  const pause = (now - quietAt(profile, attempt)) / 2
  return now + Math.min(Math.max(pause, SOONEST_LOOK_AGAIN_MS), LOOKS_EVERY_MS)
}
