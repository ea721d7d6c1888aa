/** How a placement follows the attempt of its step, and the few ways it can go on from there. */
import {
  type Attempt,
  type AttemptCommand,
  type AttemptEvent,
  type AttemptProfile,
  isSettled,
  next,
  dueAt,
} from '../attempts/attempt.ts'
import {
  type AttemptKey,
  isLive,
  type Placement,
  type PlacementProfile,
  type PlacementState,
  type PlacementStep,
  type Question,
  type Step,
  type VendorCommand,
} from './placement.ts'

/** Longer than a quote or a read takes. One that was lost is asked for again then. */
const ASK_AGAIN_MS = 30_000
const READ_UNPAID_EVERY_MS = 15 * 60_000

const keyOf = ({ n, attempt_no }: Placement): AttemptKey => ({ n, attempt_no })

/** Null: we do not take this step at this supplier. */
export function stepProfile(profile: PlacementProfile, step: Step): AttemptProfile | null {
  if (step === 'create') return profile.create
  if (step === 'confirm') return profile.confirm
  return typeof profile.pay === 'string' ? null : profile.pay
}

/** Whether something of the step under way may be at the supplier, or on its way there. */
export const isStepOpen = ({ attempt: { state } }: Placement): boolean => state !== 'intended' && !isSettled({ state })

/**
 * Runs the protocol of the step under way, and does with the placement what follows from it. Where creating buys, it is
 * sent again only at a price that was asked for just before (`isQuoted`).
 */
export function moveAttempt(
  profile: PlacementProfile,
  row: Placement,
  event: AttemptEvent,
  now: number,
  isQuoted = false,
): PlacementStep {
  const own = stepProfile(profile, row.step)
  if (!own) return stay(profile, row, now)
  const { attempt, command, due_at } = next(own, row.attempt, event, now)
  const isSent = command?.do === 'send' && row.step === 'create' && profile.pay === 'with_create'
  if (isSent && !isQuoted) {
    const waiting: Attempt = isStepOpen(row) ? { ...row.attempt, state: 'checking', question: null } : row.attempt
    const state = isStepOpen(row) ? 'checking' : row.state
    // Until the quote is there nothing is sent, so that what a look-up showed stays true.
    const is_absent = row.is_absent || event.is === 'seen'
    return quote(profile, { ...row, attempt: waiting, state, question: null, is_absent }, now)
  }
  return follow(profile, { ...row, attempt }, command, due_at, now)
}

function follow(
  profile: PlacementProfile,
  row: Placement,
  command: AttemptCommand | null,
  due_at: number | null,
  now: number,
): PlacementStep {
  const { state, question } = row.attempt
  const at = (to: PlacementState, asked: Question | null = null): PlacementStep => ({
    ...stay(profile, { ...row, state: to, question: asked }, now),
    command: command && vendorCommand(row, command),
    due_at,
  })
  switch (state) {
    case 'intended':
      return at(row.step === 'create' ? 'queued' : 'created')
    case 'sending': {
      const sent = at('sending')
      return { ...sent, row: { ...sent.row, is_absent: false } }
    }
    case 'checking':
      return at('checking')
    case 'needs_decision':
      return at('needs_decision', question)
    case 'cancelled':
      return settle(row, 'cancelled')
    case 'failed':
      // Nothing exists, or what exists cannot be paid and a person decides about it.
      return row.step === 'create' ? settle(row, 'failed') : ask(profile, row, 'pay', now)
    case 'done':
      return stay(profile, row, now)
  }
}

function vendorCommand(row: Placement, command: AttemptCommand): VendorCommand {
  const { step, order_no } = row
  const of = keyOf(row)
  if (command.do === 'send') {
    const { send_no, send_by } = command
    return { do: 'send', of, step, send_no, send_by, order_no }
  }
  return order_no === null ? { do: 'look', of, since: command.since } : { do: 'read', of, order_no }
}

/** Settled as not bought: the only place where money is given back. */
export function settle(row: Placement, to: 'failed' | 'cancelled', tidies = true): PlacementStep {
  const attempt: Attempt = isSettled(row.attempt) ? row.attempt : { ...row.attempt, state: to, question: null }
  return {
    row: { ...row, state: to, attempt, question: null, held: null, is_absent: false },
    money: row.held === null ? [] : [{ do: 'release' }],
    command: row.order_no !== null && tidies ? { do: 'tidy', order_no: row.order_no } : null,
    news: [],
    due_at: null,
  }
}

export const ask = (profile: PlacementProfile, row: Placement, question: Question, now: number): PlacementStep =>
  stay(profile, { ...row, state: 'needs_decision', question }, now)

export const quote = (profile: PlacementProfile, row: Placement, now: number): PlacementStep => ({
  ...stay(profile, row, now),
  command: { do: 'quote', of: keyOf(row) },
  due_at: now + ASK_AGAIN_MS,
})

export function readOrder(profile: PlacementProfile, row: Placement, now: number): PlacementStep {
  const step = stay(profile, row, now)
  if (row.order_no === null) return step
  const due_at = Math.max(step.due_at ?? 0, now + ASK_AGAIN_MS)
  return { ...step, command: { do: 'read', of: keyOf(row), order_no: row.order_no }, due_at }
}

export const stay = (profile: PlacementProfile, row: Placement, now: number): PlacementStep => ({
  row,
  money: [],
  command: null,
  news: [],
  due_at: isLive(row) ? dueOf(profile, row, now) : null,
})

function dueOf(profile: PlacementProfile, row: Placement, now: number): number | null {
  const { state, question, stop, order_no } = row
  const own = stepProfile(profile, row.step)
  if (own && isStepOpen(row) && !row.is_absent && question !== 'price') return dueAt(own, row.attempt, now)
  switch (state) {
    case 'queued':
      return now
    case 'checking':
      return stop === null ? now : Math.max(now, stop.at + profile.create.shows_within_ms + 1)
    case 'created':
      return own && (row.held !== null || row.step === 'confirm') ? now : now + READ_UNPAID_EVERY_MS
    case 'needs_decision':
      return order_no === null ? null : now + READ_UNPAID_EVERY_MS
    default:
      return null
  }
}
