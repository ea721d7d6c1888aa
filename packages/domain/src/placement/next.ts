/**
 * The rules of placing as one step function. It has no clock, no database and no supplier. The worker, the api, the
 * property tests and the exhaustive exploration (testing/) all run this one.
 *
 * Four rules carry it. An intent is committed before bytes leave. "It exists" decides at once, whoever says so. "It does
 * not exist" decides only when nothing of ours can still land or be hidden. Only that leads to a second send or to the
 * release of the money.
 *
 * The caller loads the row, runs `next`, checks the row's version, writes the row and the postings in one transaction,
 * and carries out the command after the commit.
 */
import { newAttempt } from '../attempts/attempt.ts'
import { learn, learnOfAnotherTry } from './evidence.ts'
import {
  isLive,
  newPlacement,
  type Placement,
  type PlacementEvent,
  type PlacementProfile,
  type PlacementStep,
  type StopReason,
} from './placement.ts'
import { ask, isStepOpen, moveAttempt, quote, readOrder, settle, stay, stepProfile } from './steps.ts'

type Event<Is extends PlacementEvent['is']> = Extract<PlacementEvent, { is: Is }>

export function next(profile: PlacementProfile, row: Placement, event: PlacementEvent, now: number): PlacementStep {
  const step = decide(profile, row, event, now)
  const { state, question } = step.row
  if (state === row.state && question === row.question) return step
  return { ...step, news: [...step.news, { is: 'moved', to: state, question }] }
}

function decide(profile: PlacementProfile, row: Placement, event: PlacementEvent, now: number): PlacementStep {
  switch (event.is) {
    case 'click':
      return click(profile, row, event, now)
    case 'authorised':
      return stay(profile, row.state === 'awaiting_payment' ? { ...row, state: 'queued' } : row, now)
    case 'declined':
      return row.state === 'awaiting_payment' ? settle(row, 'failed') : stay(profile, row, now)
    case 'pay':
      return payLater(profile, row, event.amount, now)
    case 'turn':
      return takeTurn(profile, row, event.twin_live ?? false, now)
    case 'cancel':
      return isLive(row) ? stop(profile, row, event.because, now) : stay(profile, row, now)
    case 'person':
      return handlePerson(profile, row, event, now)
    case 'quoted':
      return isCurrent(row, event) ? compareQuote(profile, row, event, now) : stay(profile, row, now)
    case 'done':
      return event.of.n === row.n
        ? goOn(profile, row, learn(profile, row, event.order, now), now)
        : learnOfAnotherTry(profile, row, event.order, now)
    case 'seen':
      return isCurrent(row, event) ? compareSeen(profile, row, event, now) : stay(profile, row, now)
    case 'repeated':
      return isCurrent(row, event) ? handleRepeated(profile, row, event, now) : stay(profile, row, now)
    case 'cannot': {
      const hasNotLeft = row.state === 'queued' && row.attempt.state === 'intended'
      return isCurrent(row, event) && hasNotLeft ? settle(row, 'failed') : stay(profile, row, now)
    }
    case 'refused':
    case 'unknown':
    case 'not_sent':
    case 'look_failed': {
      const { of: _, ...answer } = event
      return isCurrent(row, event) && isStepOpen(row) ? moveAttempt(profile, row, answer, now) : stay(profile, row, now)
    }
  }
}

/** Whether an answer belongs to the attempt under way. An answer to an earlier one is kept, and decides nothing. */
const isCurrent = (
  row: Placement,
  { of }: Event<'quoted' | 'seen' | 'repeated' | 'refused' | 'look_failed'> | Event<'unknown' | 'not_sent' | 'cannot'>,
) => isLive(row) && of.n === row.n && of.attempt_no === row.attempt_no

function click(profile: PlacementProfile, row: Placement, event: Event<'click'>, now: number): PlacementStep {
  const isFree = row.state === 'ready' || row.state === 'failed' || row.state === 'cancelled'
  const isBoughtUnpaid = event.amount === null && profile.pay === 'with_create'
  if (!isFree || isBoughtUnpaid) return stay(profile, row, now)
  const wanted: Placement = {
    ...newPlacement(),
    state: event.needs_card ? 'awaiting_payment' : 'queued',
    n: row.n + 1,
    attempt_no: row.attempt_no + 1,
    held: event.amount,
  }
  const step = stay(profile, wanted, now)
  return event.amount === null ? step : { ...step, money: [{ do: 'hold', amount: event.amount }] }
}

/** Takes the hold for an order that was created without one. */
function payLater(profile: PlacementProfile, row: Placement, amount: number, now: number): PlacementStep {
  const isWaiting = row.state === 'created' && row.held === null && row.stop === null
  if (!isWaiting) return stay(profile, row, now)
  return { ...stay(profile, { ...row, held: amount }, now), money: [{ do: 'hold', amount }], due_at: now }
}

/** A reply that finished a step and told the amount: the next step is intended in the same transaction. */
function goOn(profile: PlacementProfile, before: Placement, step: PlacementStep, now: number): PlacementStep {
  const { row } = step
  if (before.state !== 'sending' || row.state !== 'created') return step
  if (row.step === 'confirm') return moveAttempt(profile, row, { is: 'turn' }, now)
  return row.total === null ? step : seenUnpaid(profile, row, now, now)
}

function takeTurn(profile: PlacementProfile, row: Placement, twin_live: boolean, now: number): PlacementStep {
  switch (row.state) {
    case 'queued':
      return moveAttempt(profile, row, { is: 'turn', twin_live }, now)
    case 'created':
      if (isUnpaidTooLong(profile, row, now)) return stop(profile, row, 'unpaid', now)
      if (row.step === 'confirm') return moveAttempt(profile, row, { is: 'turn' }, now)
      // What is about to be paid is read first: its amount, and whether it is paid or closed by now.
      return readOrder(profile, row, now)
    case 'sending':
      return moveAttempt(profile, row, { is: 'turn' }, now)
    case 'checking':
      if (row.is_absent) return quote(profile, row, now)
      return isStepOpen(row) ? moveAttempt(profile, row, { is: 'turn' }, now) : readOrder(profile, row, now)
    case 'needs_decision':
      if (row.question === 'pay' || (row.question === 'price' && row.order_no !== null))
        return readOrder(profile, row, now)
      return row.question === 'price' ? stay(profile, row, now) : moveAttempt(profile, row, { is: 'turn' }, now)
    default:
      return stay(profile, row, now)
  }
}

const isUnpaidTooLong = ({ unpaid_for_ms }: PlacementProfile, { unpaid_since }: Placement, now: number) =>
  unpaid_since !== null && now > unpaid_since + unpaid_for_ms

/**
 * Somebody wants it stopped. What has not left is stopped at once. What may have left, or may be paid by the seller at
 * the supplier's site, is found out first.
 */
function stop(profile: PlacementProfile, row: Placement, because: StopReason, now: number): PlacementStep {
  if (row.stop !== null) return stay(profile, row, now)
  const stopped: Placement = { ...row, stop: { because, at: now } }
  if (row.state === 'awaiting_payment') return settle(stopped, 'cancelled')
  // Nothing has left, or it was looked up when nothing could be hidden any more.
  const hasNotLeft = row.attempt.state === 'intended' || row.is_absent
  // What waited long for its payment may have been paid by hand.
  if (hasNotLeft && because !== 'unpaid') return settle(stopped, 'cancelled')
  if (isStepOpen(row)) return moveAttempt(profile, stopped, { is: 'cancel' }, now)
  return stay(profile, { ...stopped, state: 'checking', question: null }, now)
}

function handlePerson(profile: PlacementProfile, row: Placement, event: Event<'person'>, now: number): PlacementStep {
  if (event.says === 'it_is') {
    const isNews = isLive(row) || (row.n > 0 && event.order.paid)
    return isNews ? learn(profile, row, event.order, now) : stay(profile, row, now)
  }
  switch (event.says) {
    case 'nothing_there':
      return isStepOpen(row) && !row.is_absent
        ? moveAttempt(profile, row, { is: 'person', says: 'none' }, now)
        : stay(profile, row, now)
    case 'again': {
      if (row.question !== 'pay' || row.stop !== null) return stay(profile, row, now)
      // It was held back before its next step was tried.
      if (row.attempt.state === 'intended') return stay(profile, { ...row, state: 'created', question: null }, now)
      const attempt_no = row.attempt_no + 1
      return stay(profile, { ...row, state: 'created', question: null, attempt_no, attempt: newAttempt() }, now)
    }
    case 'give_up':
      return row.question === 'pay' || row.question === 'price'
        ? stop(profile, row, 'person', now)
        : stay(profile, row, now)
    case 'accept_price': {
      const { held } = row
      if (row.question !== 'price' || held === null || event.amount <= held) return stay(profile, row, now)
      const state = stateBeforePrice(row)
      const step = stay(profile, { ...row, state, question: null, held: event.amount }, now)
      return { ...step, money: [{ do: 'hold', amount: event.amount - held }], due_at: now }
    }
  }
}

function stateBeforePrice({ is_absent, order_no }: Placement) {
  if (is_absent) return 'checking'
  return order_no === null ? 'queued' : 'created'
}

/** The price of an order whose creation buys it. Only from here it is sent, the first time and again. */
function compareQuote(profile: PlacementProfile, row: Placement, event: Event<'quoted'>, now: number): PlacementStep {
  const isAwaited = (row.state === 'queued' || row.state === 'checking') && row.step === 'create'
  if (!isAwaited || row.held === null) return stay(profile, row, now)
  if (now > event.asked_at + profile.quote_good_for_ms) return takeTurn(profile, row, event.twin_live ?? false, now)
  const priced: Placement = { ...row, total: event.total }
  if (event.total > row.held) {
    const mayBeBought = row.state === 'checking' && !row.is_absent
    return mayBeBought ? askWhetherBought(profile, row, now) : ask(profile, priced, 'price', now)
  }
  // What was final when it was looked up is final now.
  const seen = { is: 'seen', asked_at: now, effects: [] } as const
  const turn = { is: 'turn', twin_live: event.twin_live ?? false } as const
  return moveAttempt(profile, priced, row.is_absent ? seen : turn, now, true)
}

/** Repeating is the only look-up, and it could buy at a price nobody agreed to: a person looks instead. */
function askWhetherBought(profile: PlacementProfile, row: Placement, now: number): PlacementStep {
  if (profile.create.find !== 'none') return stay(profile, row, now)
  const attempt = { ...row.attempt, state: 'needs_decision', question: 'exists' } as const
  return stay(profile, { ...row, attempt, state: 'needs_decision', question: 'exists' }, now)
}

function compareSeen(profile: PlacementProfile, row: Placement, event: Event<'seen'>, now: number): PlacementStep {
  const { orders, asked_at } = event
  const [order, another] = orders
  if (row.step === 'create') {
    if (row.state !== 'checking' && row.state !== 'needs_decision') return stay(profile, row, now)
    if (order && !another) return learn(profile, row, order, now)
    const effects = orders.map(({ order_no }) => order_no)
    return moveAttempt(profile, row, { is: 'seen', asked_at, effects }, now)
  }
  // A read by its number that shows nothing is a supplier that is behind.
  if (!order) return stay(profile, row, now)
  if (order.paid || order.closed || (row.step === 'confirm' && order.confirmed)) return learn(profile, row, order, now)
  if (isStepOpen(row)) return moveAttempt(profile, row, { is: 'seen', asked_at, effects: [] }, now)
  return seenUnpaid(profile, { ...row, total: order.total ?? row.total }, asked_at, now)
}

/** It exists, it is not paid, and nothing of ours is under way. */
function seenUnpaid(profile: PlacementProfile, row: Placement, asked_at: number, now: number): PlacementStep {
  if (row.stop !== null) {
    // A payment the seller made at the supplier's site shows after a while.
    const shows = stepProfile(profile, row.step)?.shows_within_ms ?? profile.create.shows_within_ms
    return asked_at > row.stop.at + shows ? settle(row, 'cancelled') : stay(profile, row, now)
  }
  const mayPay = row.state === 'created' && row.step === 'pay' && row.attempt.state === 'intended'
  if (!mayPay || row.held === null || typeof profile.pay === 'string') return stay(profile, row, now)
  if (row.total !== null && row.total > row.held) return ask(profile, row, 'price', now)
  return moveAttempt(profile, row, { is: 'turn' }, now)
}

/** "There is one under this reference": it exists, and only a person or a look-up can say its number. */
function handleRepeated(
  profile: PlacementProfile,
  row: Placement,
  event: Event<'repeated'>,
  now: number,
): PlacementStep {
  const { send_no } = event
  if (row.state !== 'sending' || send_no !== row.attempt.send_no) return stay(profile, row, now)
  if (stepProfile(profile, row.step)?.find !== 'none') return moveAttempt(profile, row, { is: 'unknown', send_no }, now)
  return askWhetherBought(profile, row, now)
}
