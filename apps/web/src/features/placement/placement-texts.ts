import type { Out } from '@omni/contracts/kernel.ts'
import type { PlaceProblem, placementCalls } from '@omni/contracts/placement.calls.ts'
import type { Stop } from '@omni/domain/placement/stops.ts'
import type { Tone } from '@omni/ui/status-dot.tsx'
import type { TextKey } from '../../platform/i18n.ts'

export type SupplierOrder = Out<typeof placementCalls.getOrderPanel>['purchases'][number]
export type PreviewOrder = Out<typeof placementCalls.getPreview>['items'][number]
export type PreviewBasket = PreviewOrder['baskets'][number]

export const PROBLEMS: Record<PlaceProblem, TextKey> = {
  not_mapped: 'placement.problem_not_mapped',
  change_supplier: 'placement.problem_change_supplier',
  address: 'placement.problem_address',
  ioss: 'placement.problem_ioss',
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
  not_started: 'placement.problem_not_started',
  store_request: 'placement.problem_store_request',
  still_quoting: 'placement.problem_still_quoting',
  stopped: 'placement.problem_stopped',
}

export const STOP_TEXTS: Record<Stop, TextKey> = {
  loss: 'placement.stop_loss',
  price_rise: 'placement.stop_price_rise',
  price_held: 'placement.stop_price_held',
  no_rate: 'placement.stop_no_rate',
}

const IOSS_SETTING = { href: '/app/setting/order/order-placement', text: 'placement.repair_ioss' } as const
/** Where a problem is put right, and what the way there is called. The others need no page. */
export const REPAIRS: Partial<Record<PlaceProblem, { href: string; text: TextKey }>> = {
  not_mapped: { href: '/app/list', text: 'placement.repair_map' },
  ioss: IOSS_SETTING,
  change_supplier: { href: '/app/list', text: 'placement.repair_supplier' },
  out_of_stock: { href: '/app/list', text: 'placement.repair_supplier' },
  cannot_ship: { href: '/app/list', text: 'placement.repair_supplier' },
  product_gone: { href: '/app/list', text: 'placement.repair_supplier' },
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

export const REPORT_STATES: Record<
  NonNullable<SupplierOrder['store_reported']>['state'],
  { text: TextKey; tone: Tone }
> = {
  waiting: { text: 'placement.report_waiting', tone: 'amber' },
  reported: { text: 'placement.report_reported', tone: 'green' },
  failed: { text: 'placement.report_failed', tone: 'red' },
  skipped: { text: 'placement.report_skipped', tone: 'grey' },
}
type SyncProblem = NonNullable<NonNullable<SupplierOrder['store_reported']>['problem']>
export const REPORT_PROBLEMS: Record<SyncProblem, TextKey> = {
  disconnected: 'placement.report_problem_disconnected',
  unreachable: 'placement.report_problem_unreachable',
  checking: 'placement.report_problem_checking',
  unknown_carrier: 'placement.report_problem_unknown_carrier',
  refused: 'placement.report_problem_refused',
  already_sent: 'placement.report_problem_already_sent',
  switched_off: 'placement.report_problem_switched_off',
}

/** What puts an error right, where that is on another page. The others are mended where the error is shown. */
const OTHER_SUPPLIER = { href: '/app/list', text: 'placement.repair_supplier' } as const
export const CONNECT_ACCOUNT = { href: '/app/setting/source-account', text: 'placement.repair_connect' } as const
export const ERROR_REPAIRS: Record<string, { href: string; text: TextKey }> = {
  out_of_stock: OTHER_SUPPLIER,
  product_out_of_stock: OTHER_SUPPLIER,
  product_sold_out: OTHER_SUPPLIER,
  cannot_ship: OTHER_SUPPLIER,
  shipped_country_notfound: OTHER_SUPPLIER,
  not_found: OTHER_SUPPLIER,
  error_not_found_sku: OTHER_SUPPLIER,
  NEED_CHANGE_SUPPLIER: OTHER_SUPPLIER,
  needs_ioss: IOSS_SETTING,
  auth_expired: CONNECT_ACCOUNT,
  source_not_connected: CONNECT_ACCOUNT,
  error_get_token: CONNECT_ACCOUNT,
}
/** Where what a click left out is put right. */
export const PLACE_REPAIRS: typeof REPAIRS = {
  ...REPAIRS,
  wallet_too_low: { href: '/app/setting/wallet', text: 'wallet.top_up' },
  source_not_connected: CONNECT_ACCOUNT,
}
/** The supplier is asked once more about what was bought. */
export const ASKS_AGAIN = ['not_found_order_detail', 'sync_order_status_fail']

export const BECAUSE: Record<NonNullable<PreviewBasket['because']>, TextKey> = {
  cheapest: 'placement.because_cheapest',
  fastest: 'placement.because_fastest',
  only: 'placement.because_only',
  kept: 'placement.because_kept',
}
