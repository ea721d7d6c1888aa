import { CERTAINTIES } from '@omni/domain/analytics/profit-figures.ts'
import type { LineReason, SubStatus } from '@omni/domain/orders/groups.ts'
import { cancelReasonOf, isCancelReason } from '@omni/domain/orders/cancel-reasons.ts'
import type { Tone } from '@omni/ui/status-dot.tsx'
import type { ShowMoney } from '../../platform/display.ts'
import type { TextKey, Translate } from '../../platform/i18n.ts'
import { isVendorName, VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { profitText } from '../../product-cards/profit-amount.tsx'
import { CANCEL_TEXTS, sellerReasonText } from '../refunds/refund-texts.ts'
import { PROBLEMS, STOP_TEXTS } from '../placement/placement-texts.ts'
import type { ListedStatus, OrderTab } from './order-filters.ts'

export const TABS: Record<OrderTab, { href: string; text: TextKey }> = {
  placement: { href: '/app/orders', text: 'orders.tab_placement' },
  shipment: { href: '/app/orders/shipment', text: 'orders.tab_shipment' },
  cancel_refund: { href: '/app/orders/cancel-refund', text: 'orders.tab_cancel_refund' },
}
export const GROUPS: Record<ListedStatus, TextKey> = {
  placement: 'orders.group_placement',
  payment: 'orders.group_payment',
  cancelled: 'orders.group_cancelled',
  refund: 'orders.group_refund',
  waiting: 'orders.group_waiting',
  fulfilled: 'orders.group_fulfilled',
  closed: 'orders.group_closed',
  all: 'orders.group_all',
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
  cash_on_delivery: 'orders.sub_cash_on_delivery',
}
export const REASONS: Record<LineReason, TextKey> = {
  not_mapped: 'orders.reason_not_mapped',
  change_supplier: 'orders.reason_change_supplier',
  address: 'orders.reason_address',
  out_of_stock: 'orders.reason_out_of_stock',
  cannot_ship: 'orders.reason_cannot_ship',
  by_hand: 'orders.reason_by_hand',
  no_extension: 'orders.reason_no_extension',
  account_missing: 'orders.reason_account_missing',
  account_over: 'orders.reason_account_over',
  method_gone: 'orders.reason_method_gone',
  quota: 'orders.reason_quota',
  loss: STOP_TEXTS.loss,
  price_rise: STOP_TEXTS.price_rise,
  price_jumped: 'orders.reason_price_jumped',
  failed: 'orders.reason_failed',
  unclear: 'orders.reason_unclear',
  checking: 'orders.reason_checking',
  store_request: 'orders.reason_store_request',
}
/** Orders spec §2: none, grey, green, red. */
export const MARKERS: readonly { tone: Tone; text: TextKey }[] = [
  { tone: 'grey', text: 'orders.marker_none' },
  { tone: 'grey', text: 'orders.marker_grey' },
  { tone: 'green', text: 'orders.marker_green' },
  { tone: 'red', text: 'orders.marker_red' },
]
const EVENTS: Record<string, TextKey> = {
  received: 'orders.event_received',
  created_by_hand: 'orders.event_created_by_hand',
  paid: 'orders.event_paid',
  edited: 'orders.event_edited',
  address_changed: 'orders.event_address_changed',
  address_repaired: 'orders.event_address_repaired',
  cancelled: 'orders.event_cancelled',
  cancel_asked: 'orders.event_cancel_asked',
  cancel_refused: 'orders.event_cancel_refused',
  buyer_refund_asked: 'orders.event_buyer_refund_asked',
  buyer_refund_refused: 'orders.event_buyer_refund_refused',
  request_received: 'orders.event_request_received',
  request_accepted: 'orders.event_request_accepted',
  request_declined: 'orders.event_request_declined',
  request_withdrawn: 'orders.event_request_withdrawn',
  request_cancel_accepted: 'orders.event_request_cancel_accepted',
  request_cancel_declined: 'orders.event_request_cancel_declined',
  request_not_answered: 'orders.event_request_not_answered',
  refunded_by_store: 'orders.event_refunded_by_store',
  fulfilled_by_store: 'orders.event_fulfilled_by_store',
  archived: 'orders.event_archived',
  reverted: 'orders.event_reverted',
  noted: 'orders.event_noted',
  split: 'orders.event_split',
  split_from: 'orders.event_split_from',
  merged: 'orders.event_merged',
  buying_started: 'orders.event_buying_started',
  price_accepted: 'orders.event_price_accepted',
  not_placed: 'orders.event_not_placed',
  rule_placed: 'orders.event_rule_placed',
  rule_blocked: 'orders.event_rule_blocked',
  rule_supplier: 'orders.event_rule_supplier',
  phone_filled: 'orders.event_phone_filled',
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
  store_reported: 'orders.event_store_reported',
  store_not_reported: 'orders.event_store_not_reported',
  shipped: 'orders.event_shipped',
  delivered: 'orders.event_delivered',
  parcel_added: 'orders.event_parcel_added',
  parcel_returned: 'orders.event_parcel_returned',
  cancelled_by_source: 'orders.event_cancelled_by_source',
  refunded_by_source: 'orders.event_refunded_by_source',
  refund_requested: 'orders.event_refund_requested',
  refund_accepted: 'orders.event_refund_accepted',
  refund_rejected: 'orders.event_refund_rejected',
  refund_completed: 'orders.event_refund_completed',
  refund_failed: 'orders.event_refund_failed',
  refund_withdrawn: 'orders.event_refund_withdrawn',
  feedback_sent: 'orders.event_feedback_sent',
  feedback_answered: 'orders.event_feedback_answered',
}
/** Why a rule did not place an order: what the plan said, or what the rule itself stands for. */
const BECAUSE: Record<string, TextKey> = {
  ...PROBLEMS,
  ...REASONS,
  ...STOP_TEXTS,
  profit_unknown: 'automation.because_profit_unknown',
  daily_limit: 'automation.because_daily_limit',
  cost_unknown: 'automation.because_cost_unknown',
  value_unknown: 'automation.because_value_unknown',
  rule_changed: 'automation.because_rule_changed',
  pays_at_once: 'automation.because_pays_at_once',
  current_source_off: 'automation.because_current_source_off',
  quota: 'automation.because_quota',
  no_card: 'automation.because_no_card',
  nobody: 'automation.because_nobody',
}
export const becauseText = (t: Translate, because: string): string => {
  const text = BECAUSE[because]
  return text ? t(text) : because.replaceAll('_', ' ')
}

/** A kind that this version does not know yet is shown by its name. */
export const eventText = (t: Translate, kind: string): string => {
  const text = EVENTS[kind]
  return text ? t(text) : kind.replaceAll('_', ' ')
}

export const channelName = (t: Translate, channel: string): string =>
  isVendorName(channel) ? VENDOR_NAMES[channel] : t('orders.manual')

/** Which rule did it, in which version, and what stood in its way. */
export function ruleTexts(t: Translate, { rule, version, because }: Record<string, string | number>): string[] {
  if (rule === undefined) return []
  const named = t('automation.rule_version', { rule: String(rule), version: Number(version) })
  return because === undefined ? [named] : [becauseText(t, String(because)), named]
}

/** What a person saw that the order earns when they said yes to it. */
export function profitAtYes(t: Translate, money: ShowMoney, params: Record<string, string | number>): string {
  const { profit, profit_state, profit_currency } = params
  if (typeof profit !== 'number') return ''
  const state = CERTAINTIES.find((one) => one === profit_state) ?? 'estimated'
  return ` ${t('profit.title')}: ${profitText({ t, money }, { state, amount: profit, currency: String(profit_currency) })}.`
}

/** They carry what the other side wrote. */
const SAID = [
  'store_not_reported',
  'cancel_refused',
  'buyer_refund_refused',
  'request_received',
  'request_not_answered',
]

/** What else a line of the timeline says: why it was cancelled, which number a parcel has, how a store put its refusal. */
export function eventDetails(
  t: Translate,
  { kind, params }: { kind: string; params: Record<string, string | number> },
): string[] {
  const { cancel_reason, tracking = '', reason = '', number = '', numbers = '', because = '', stops = '' } = params
  const no = kind === 'cancelled' ? cancelReasonOf(String(reason)) : Number(cancel_reason ?? 0)
  const isOfStore = kind === 'store_reported' || kind === 'store_not_reported'
  const isSaid = SAID.includes(kind)
  return [
    no !== null && isCancelReason(no) ? t(CANCEL_TEXTS[no]) : '',
    isOfStore ? String(tracking) : '',
    isSaid ? String(reason) : '',
    sellerReasonText(t, String(params['refund_reason'] ?? '')),
    kind === 'split_from' ? String(number) : '',
    kind === 'not_placed' ? becauseText(t, String(because)) : '',
    ...String(stops)
      .split(' ')
      .map((stop) => (stop === '' ? '' : becauseText(t, stop))),
    String(numbers),
  ].filter((text) => text !== '')
}
