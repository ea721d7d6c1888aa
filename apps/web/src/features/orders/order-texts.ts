import type { LineReason, OrderStatus, SubStatus } from '@omni/domain/orders/groups.ts'
import type { AddressProblem } from '@omni/domain/orders/address.ts'
import type { Tone } from '@omni/ui/status-dot.tsx'
import type { TextKey, Translate } from '../../platform/i18n.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { isVendorName } from '@omni/ui/vendor-badge.tsx'
import type { Days, OrderRow, OrderTab } from './order-filters.ts'

export const TABS: Record<OrderTab, { href: string; text: TextKey }> = {
  placement: { href: '/app/orders', text: 'orders.tab_placement' },
  shipment: { href: '/app/orders/shipment', text: 'orders.tab_shipment' },
  cancel_refund: { href: '/app/orders/cancel-refund', text: 'orders.tab_cancel_refund' },
}
export const GROUPS: Record<OrderStatus, TextKey> = {
  placement: 'orders.group_placement',
  payment: 'orders.group_payment',
  shipment: 'orders.tab_shipment',
  cancelled: 'orders.group_cancelled',
  refund: 'orders.group_refund',
}
export const SUBS: Record<SubStatus, TextKey> = {
  all: 'orders.sub_all',
  ready: 'orders.sub_ready',
  needs_attention: 'orders.sub_needs_attention',
  processing: 'orders.sub_processing',
  archived: 'orders.sub_archived',
  waiting_payment: 'orders.sub_waiting_payment',
  order_placed: 'orders.sub_order_placed',
  channel: 'orders.sub_channel',
  source: 'orders.sub_source',
  pending: 'orders.sub_pending',
  accepted: 'orders.sub_accepted',
  rejected: 'orders.sub_rejected',
  completed: 'orders.sub_completed',
}
export const REASONS: Record<LineReason, TextKey> = {
  not_mapped: 'orders.reason_not_mapped',
  change_supplier: 'orders.reason_change_supplier',
  address: 'orders.reason_address',
  out_of_stock: 'orders.reason_out_of_stock',
  cannot_ship: 'orders.reason_cannot_ship',
  price_jumped: 'orders.reason_price_jumped',
  failed: 'orders.reason_failed',
  unclear: 'orders.reason_unclear',
  checking: 'orders.reason_checking',
}
export const TOLD: Record<NonNullable<OrderRow['source_orders'][number]['told']>, { text: TextKey; tone: Tone }> = {
  failed: { text: 'orders.told_failed', tone: 'red' },
  waiting: { text: 'orders.told_waiting', tone: 'amber' },
  told: { text: 'orders.told_told', tone: 'green' },
  skipped: { text: 'orders.told_skipped', tone: 'grey' },
}
export const PERIODS: Record<Days, TextKey> = {
  7: 'orders.days_7',
  30: 'orders.days_30',
  90: 'orders.days_90',
  all: 'orders.days_all',
}
/** Orders spec §2: none, grey, green, red. */
export const MARKERS: readonly { tone: Tone; text: TextKey }[] = [
  { tone: 'grey', text: 'orders.marker_none' },
  { tone: 'grey', text: 'orders.marker_grey' },
  { tone: 'green', text: 'orders.marker_green' },
  { tone: 'red', text: 'orders.marker_red' },
]
export const FIELDS: Record<AddressProblem['field'], TextKey> = {
  name: 'orders.field_name',
  company: 'orders.field_company',
  address1: 'orders.field_address1',
  address2: 'orders.field_address2',
  city: 'orders.field_city',
  province: 'orders.field_province',
  province_code: 'orders.field_province_code',
  zip: 'orders.field_zip',
  country_code: 'orders.field_country_code',
  phone: 'orders.field_phone',
  tax_number: 'orders.field_tax_number',
}
export const PROBLEMS: Record<AddressProblem['says'], TextKey> = {
  missing: 'orders.problem_missing',
  invalid: 'orders.problem_invalid',
  too_long: 'orders.problem_too_long',
}
const EVENTS: Record<string, TextKey> = {
  received: 'orders.event_received',
  created_by_hand: 'orders.event_created_by_hand',
  paid: 'orders.event_paid',
  edited: 'orders.event_edited',
  address_changed: 'orders.event_address_changed',
  address_repaired: 'orders.event_address_repaired',
  cancelled: 'orders.event_cancelled',
  refunded_by_store: 'orders.event_refunded_by_store',
  fulfilled_by_store: 'orders.event_fulfilled_by_store',
  archived: 'orders.event_archived',
  reverted: 'orders.event_reverted',
  noted: 'orders.event_noted',
  buying_started: 'orders.event_buying_started',
  bought_created: 'orders.event_bought_created',
  bought_paid: 'orders.event_bought_paid',
  bought_late: 'orders.event_bought_late',
  bought_twice: 'orders.event_bought_twice',
  buying_failed: 'orders.event_buying_failed',
  buying_stopped: 'orders.event_buying_stopped',
  buying_asks: 'orders.event_buying_asks',
  payment_failed: 'orders.event_payment_failed',
  payment_timed_out: 'orders.event_payment_timed_out',
  supplier_changed: 'orders.event_supplier_changed',
  bought_by_hand: 'orders.event_bought_by_hand',
  also_in: 'orders.event_also_in',
  store_told: 'orders.event_store_told',
  store_not_told: 'orders.event_store_not_told',
  shipped: 'orders.event_shipped',
  delivered: 'orders.event_delivered',
  cancelled_by_source: 'orders.event_cancelled_by_source',
  refunded_by_source: 'orders.event_refunded_by_source',
}
/** A kind that this version does not know yet is shown by its name. */
export const eventText = (t: Translate, kind: string): string => {
  const text = EVENTS[kind]
  return text ? t(text) : kind.replaceAll('_', ' ')
}

export const channelName = (t: Translate, channel: string): string =>
  isVendorName(channel) ? VENDOR_NAMES[channel] : t('orders.manual')
