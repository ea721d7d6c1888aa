/** What an order that the supplier has means for a placement. Who says so does not matter: reply, look-up or person. */
import { newAttempt } from '../attempts/attempt.ts'
import { isLive, type Placement, type PlacementProfile, type PlacementStep, type SupplierOrder } from './placement.ts'
import { ask, settle, stay, stepProfile } from './steps.ts'

/** An order under the reference of the present try. */
export function learn(profile: PlacementProfile, row: Placement, order: SupplierOrder, now: number): PlacementStep {
  const { order_no } = order
  if (row.order_no !== null && row.order_no !== order_no) return alarmOf(profile, row, order, now)
  const known: Placement = { ...row, order_no, total: order.total ?? row.total }
  if (order.paid) return row.state === 'placed' ? stay(profile, row, now) : bought(known, order)
  if (!isLive(row)) return strayOf(profile, row, order, now)
  if (order.closed) return settle(known, row.stop === null ? 'failed' : 'cancelled', false)
  const isStepDone = row.step === 'create' || (row.step === 'confirm' && order.confirmed)
  if (!isStepDone) return stay(profile, row, now)
  const step = stepDone(profile, known, now)
  return order.held_back && step.row.state === 'created' ? ask(profile, step.row, 'pay', now) : step
}

/** Of an earlier try, which was settled as not bought. */
export function learnOfAnotherTry(
  profile: PlacementProfile,
  row: Placement,
  order: SupplierOrder,
  now: number,
): PlacementStep {
  return order.paid ? alarmOf(profile, row, order, now) : strayOf(profile, row, order, now)
}

/** A number we do not expect: paid, it was bought twice; unpaid, it is deleted. */
function alarmOf(profile: PlacementProfile, row: Placement, order: SupplierOrder, now: number): PlacementStep {
  if (!order.paid) return strayOf(profile, row, order, now)
  return { ...stay(profile, row, now), news: [{ is: 'second_purchase', order_no: order.order_no }] }
}

/** An unpaid order that nobody waits for any more. */
function strayOf(profile: PlacementProfile, row: Placement, order: SupplierOrder, now: number): PlacementStep {
  const step = stay(profile, row, now)
  return order.closed ? step : { ...step, command: { do: 'tidy', order_no: order.order_no } }
}

/** Settled as bought: the only place where money is taken. */
function bought(row: Placement, { order_no }: SupplierOrder): PlacementStep {
  const { attempt, held, total } = row
  const done =
    attempt.state === 'done' ? attempt : { ...attempt, state: 'done' as const, question: null, effect: order_no }
  return {
    row: { ...row, state: 'placed', attempt: done, question: null, held: null, is_absent: false },
    // A price that was never told is within what was approved.
    money: [{ do: 'capture', amount: total ?? held ?? 0 }],
    command: null,
    news: isLive(row) ? [] : [{ is: 'late', order_no }],
    due_at: null,
  }
}

/** Goes on with the next step, unless somebody wants it stopped: it is not paid yet. */
function stepDone(profile: PlacementProfile, row: Placement, now: number): PlacementStep {
  const attempt = { ...row.attempt, state: 'done' as const, question: null, effect: row.order_no }
  const done: Placement = { ...row, attempt, state: 'created', question: null, unpaid_since: row.unpaid_since ?? now }
  // Who pays by hand may have paid by now.
  const isPaidByHand = typeof profile.pay === 'string'
  if (row.stop !== null && isPaidByHand) return stay(profile, { ...done, state: 'checking', step: 'pay' }, now)
  if (row.stop !== null) return settle(done, 'cancelled')
  const step = row.step === 'create' && profile.confirm ? 'confirm' : 'pay'
  if (stepProfile(profile, step) === null) return stay(profile, { ...done, step }, now)
  return stay(profile, { ...done, step, attempt_no: row.attempt_no + 1, attempt: newAttempt() }, now)
}
