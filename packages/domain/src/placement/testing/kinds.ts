/** The kinds of supplier (design: placement, section 4), in ticks: one tick is the longest of each of their delays. */
import type { AttemptProfile } from '../../attempts/attempt.ts'
import type { PlacementProfile } from '../placement.ts'

const TICKS = {
  send_within_ms: 1,
  answers_within_ms: 1,
  lands_within_ms: 1,
  shows_within_ms: 1,
  asks_person_after_ms: 2,
  max_sends: 2,
  merges_for_ms: 0,
  resend_after_ms: [],
}
const merging: AttemptProfile = { ...TICKS, find: 'none', merges_for_ms: 9, resend_after_ms: [0, 0] }
const byReference: AttemptProfile = { ...TICKS, find: 'reference' }
const byList: AttemptProfile = { ...TICKS, find: 'list' }
const blind: AttemptProfile = { ...TICKS, find: 'none' }

const oneStep = (create: AttemptProfile): PlacementProfile => ({
  create,
  confirm: null,
  pay: 'with_create',
  quote_good_for_ms: 0,
  unpaid_for_ms: 4,
})

export const KINDS = {
  /** A repeated reference is answered with the first order, for a while; no look-up. */
  a: oneStep(merging),
  b: oneStep(byReference),
  c: oneStep(byList),
  /** No look-up at all. */
  d: oneStep(blind),
  /** Create, then pay. */
  e: { ...oneStep(byReference), pay: byReference },
  /** As e, where the reference is merged and not looked up: the first step is of kind a. */
  ea: { ...oneStep(merging), pay: byReference },
  /** As e, with a confirmation in between. */
  confirmed: { ...oneStep(byReference), confirm: byReference, pay: byReference },
  /** Created by us, paid by the seller on the supplier's site. */
  site: { ...oneStep(byReference), pay: 'at_site' },
} satisfies Record<string, PlacementProfile>
export type Kind = keyof typeof KINDS
