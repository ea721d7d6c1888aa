/** Suppliers of each kind, and the words they and people say, for examples. */
import type { AttemptProfile } from '../../attempts/attempt.ts'
import { next } from '../next.ts'
import {
  newPlacement,
  type Placement,
  type PlacementEvent,
  type PlacementProfile,
  type PlacementStep,
  type SupplierOrder,
} from '../placement.ts'

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const T0 = Date.UTC(2026, 10, 16)
export const byReference: AttemptProfile = {
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
export const buying: PlacementProfile = {
  create: byReference,
  confirm: null,
  pay: 'with_create',
  quote_good_for_ms: 20 * SECOND,
  unpaid_for_ms: 24 * HOUR,
}
export const paying: PlacementProfile = { ...buying, confirm: byReference, pay: byReference }
export const atSite: PlacementProfile = { ...buying, pay: 'at_site' }
export const merging: PlacementProfile = {
  ...buying,
  create: {
    ...byReference,
    find: 'none',
    merges_for_ms: 20 * HOUR,
    max_sends: 6,
    resend_after_ms: [10 * SECOND, MINUTE],
  },
}

export const order = (more: Partial<SupplierOrder> = {}): SupplierOrder => ({
  order_no: 'A1',
  confirmed: false,
  paid: false,
  closed: false,
  total: 1000,
  ...more,
})
export const click = { is: 'click', amount: 1030, needs_card: false } as const satisfies PlacementEvent
export const of = ({ n, attempt_no }: Placement) => ({ n, attempt_no })

/** Runs events one after the other, each a second later, and answers the last step. */
export function run(profile: PlacementProfile, ...events: ((row: Placement) => PlacementEvent)[]): PlacementStep {
  let step: PlacementStep = { row: newPlacement(), money: [], command: null, news: [], due_at: null }
  events.forEach((event, n) => {
    step = next(profile, step.row, event(step.row), T0 + n * SECOND)
  })
  return step
}
export const says = (event: PlacementEvent) => () => event
export const quoted =
  (total: number, asked_at = T0) =>
  (row: Placement): PlacementEvent => ({ is: 'quoted', of: of(row), asked_at, total })
export const done =
  (more: Partial<SupplierOrder> = {}) =>
  (row: Placement): PlacementEvent => ({ is: 'done', of: of(row), order: order(more) })
export const turn = says({ is: 'turn' })
export const unknown = (row: Placement): PlacementEvent => ({
  is: 'unknown',
  of: of(row),
  send_no: row.attempt.send_no,
})
export const seen =
  (asked_at: number, ...orders: SupplierOrder[]) =>
  (row: Placement): PlacementEvent => ({ is: 'seen', of: of(row), asked_at, orders })
