import type { Out } from '@omni/contracts/kernel.ts'
import type { PlaceProblem, placementCalls } from '@omni/contracts/placement.calls.ts'
import type { Tone } from '@omni/ui/status-dot.tsx'
import type { TextKey } from '../../platform/i18n.ts'

export type SupplierOrder = Out<typeof placementCalls.getOrderInfo>['items'][number]
export type PreviewOrder = Out<typeof placementCalls.getPreview>['items'][number]
export type PreviewBasket = PreviewOrder['baskets'][number]

export const PROBLEMS: Record<PlaceProblem, TextKey> = {
  not_mapped: 'placement.problem_not_mapped',
  change_supplier: 'placement.problem_change_supplier',
  address: 'placement.problem_address',
  out_of_stock: 'placement.problem_out_of_stock',
  cannot_ship: 'placement.problem_cannot_ship',
  source_not_connected: 'placement.problem_source_not_connected',
  source_by_hand: 'placement.problem_source_by_hand',
  source_unreachable: 'placement.problem_source_unreachable',
  product_gone: 'placement.problem_product_gone',
  not_open: 'placement.problem_not_open',
  wallet_too_low: 'placement.problem_wallet_too_low',
  changed: 'placement.problem_changed',
  already_placing: 'placement.problem_already_placing',
  still_quoting: 'placement.problem_still_quoting',
}

/** Where a problem is put right, and what the way there is called. The others need no page. */
export const REPAIRS: Partial<Record<PlaceProblem, { href: string; text: TextKey }>> = {
  not_mapped: { href: '/app/list', text: 'placement.repair_map' },
  change_supplier: { href: '/app/list', text: 'placement.repair_supplier' },
  out_of_stock: { href: '/app/list', text: 'placement.repair_supplier' },
  cannot_ship: { href: '/app/list', text: 'placement.repair_supplier' },
  product_gone: { href: '/app/list', text: 'placement.repair_supplier' },
  source_not_connected: { href: '/app/setting/source-account', text: 'placement.repair_connect' },
}

const STATES: Record<SupplierOrder['state'], { text: TextKey; tone: Tone }> = {
  awaiting_payment: { text: 'placement.state_awaiting_payment', tone: 'accent' },
  queued: { text: 'placement.state_queued', tone: 'accent' },
  sending: { text: 'placement.state_sending', tone: 'accent' },
  checking: { text: 'placement.state_checking', tone: 'amber' },
  created: { text: 'placement.state_created', tone: 'amber' },
  needs_decision: { text: 'placement.state_needs_decision', tone: 'amber' },
  placed: { text: 'placement.state_placed', tone: 'green' },
  failed: { text: 'placement.state_failed', tone: 'red' },
  cancelled: { text: 'placement.state_cancelled', tone: 'grey' },
}

/** What became of it after it was bought, where that is more than "bought". */
const AFTER: Partial<Record<NonNullable<SupplierOrder['supplier_status']>, { text: TextKey; tone: Tone }>> = {
  shipped: { text: 'placement.state_shipped', tone: 'accent' },
  delivered: { text: 'placement.state_delivered', tone: 'green' },
  cancelled: { text: 'placement.state_source_cancelled', tone: 'red' },
  refunded: { text: 'placement.state_refunded', tone: 'grey' },
}
export const standingOf = ({ state, supplier_status }: Pick<SupplierOrder, 'state' | 'supplier_status'>) =>
  (state === 'placed' && supplier_status && AFTER[supplier_status]) || STATES[state]

export const QUESTIONS: Record<NonNullable<SupplierOrder['question']>, TextKey> = {
  exists: 'placement.question_exists',
  which: 'placement.question_which',
  price: 'placement.question_price',
  pay: 'placement.question_pay',
}

/** Why a supplier said no, where we know a sentence for it. */
export const ERRORS: Record<string, TextKey> = {
  out_of_stock: 'placement.error_out_of_stock',
  cannot_ship: 'placement.error_cannot_ship',
  not_found: 'placement.error_not_found',
  invalid: 'placement.error_invalid',
  auth_expired: 'placement.error_auth_expired',
  source_not_connected: 'placement.error_auth_expired',
  rate_limited: 'placement.error_rate_limited',
  cancel_order: 'placement.error_cancel_order',
}
export const UNKNOWN_ERROR: TextKey = 'placement.error_unlisted'

export const BECAUSE: Record<NonNullable<PreviewBasket['because']>, TextKey> = {
  cheapest: 'placement.because_cheapest',
  fastest: 'placement.because_fastest',
  only: 'placement.because_only',
  kept: 'placement.because_kept',
}
