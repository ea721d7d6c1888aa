/**
 * Every notification there is: what it is about, and whether a seller can switch it off. A new one does not compile
 * without a line here.
 */
export const NOTIFICATION_KINDS = ['product', 'supplier', 'order', 'system'] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** The bell, a mail at once, the mail of the morning. */
export const NOTIFICATION_CHANNELS = ['app', 'mail', 'digest'] as const
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number]

interface About {
  kind: NotificationKind
  /** `always`: money and broken promises, in the app and by mail. `as_set`: news, by the channels that are switched on. */
  sends: 'always' | 'as_set'
  /** Its sender writes a mail of its own, with more in it. */
  own_mail?: true
}

const order = { kind: 'order', sends: 'as_set' } as const
const product = { kind: 'product', sends: 'as_set' } as const
const supplier = { kind: 'supplier', sends: 'as_set' } as const
const system = { kind: 'system', sends: 'as_set' } as const
const ofOrder = { kind: 'order', sends: 'always' } as const
const ofMoney = { kind: 'system', sends: 'always' } as const

/** By the key of its texts in the server's locales: `notification.<key>.title` and `.body`. */
const NOTIFICATIONS = {
  welcome: system,
  // Buying.
  bought_late: ofOrder,
  bought_twice: ofOrder,
  buying_asks: ofOrder,
  buying_failed: order,
  not_placed: order,
  loss_stopped: ofOrder,
  rule_blocked: order,
  rule_limit: order,
  changed_after_buying: order,
  cancelled_after_buying: ofOrder,
  cancelled_by_source: ofOrder,
  part_cancelled_by_source: ofOrder,
  // Paying.
  payment_failed: ofOrder,
  payment_timed_out: ofOrder,
  card_declined: ofOrder,
  link_paid: ofOrder,
  rule_confirm: { ...ofOrder, own_mail: true },
  topup_failed: ofMoney,
  payment_checked: ofMoney,
  payment_refunded: ofMoney,
  payment_disputed: ofMoney,
  payment_dispute_over: ofMoney,
  // Money back.
  refund_accepted: ofOrder,
  refund_rejected: ofOrder,
  refund_completed: ofOrder,
  refund_failed: ofOrder,
  dispute_completed: ofOrder,
  feedback_answered: order,
  // Stores and parcels.
  store_not_reported: ofOrder,
  sale_not_cancelled: ofOrder,
  buyer_not_refunded: ofOrder,
  request_not_answered: ofOrder,
  request_fulfilment: order,
  request_cancellation: order,
  parcel_delivered: order,
  parcel_returned: order,
  parcel_exception: order,
  store_access_over: product,
  store_uninstalled: product,
  store_requests_not_allowed: product,
  // Somebody else may be after the store.
  store_move_asked: { kind: 'product', sends: 'always' },
  store_moved: { kind: 'product', sends: 'always' },
  // Products and suppliers.
  supplier_price: supplier,
  supplier_price_more: supplier,
  rule_price: supplier,
  rule_price_more: supplier,
  supplier_stock: product,
  supplier_stock_more: product,
  supplier_gone: product,
  supplier_gone_more: product,
  supplier_choice_gone: product,
  supplier_choice_gone_more: product,
  supplier_new_choice: product,
  auto_update_stopped: system,
  auto_update_paused: system,
  source_account_over: supplier,
  // The plan.
  plan_started: system,
  plan_changed: system,
  plan_payment_failed: ofMoney,
  plan_recovered: system,
  plan_grace_over: ofMoney,
  plan_ended: system,
} as const satisfies Record<string, About>

export type NotificationKey = keyof typeof NOTIFICATIONS
export const NOTIFICATION_KEYS = Object.keys(NOTIFICATIONS) as NotificationKey[] // its own keys

export const aboutOf = (key: NotificationKey): About => NOTIFICATIONS[key]

export type ChannelSwitches = Record<NotificationChannel, boolean>
/** What a workplace has switched; what is left out is as below. */
export type SwitchedChannels = { [K in NotificationKind]?: Partial<ChannelSwitches> | undefined }

const DEFAULT_SWITCHES: ChannelSwitches = { app: true, mail: false, digest: false }

export const switchesOf = (kind: NotificationKind, switched: SwitchedChannels = {}): ChannelSwitches => ({
  ...DEFAULT_SWITCHES,
  ...switched[kind],
})

/** By which channels it goes. None: it is not written at all. */
export function channelsOf(key: NotificationKey, switched: SwitchedChannels = {}): NotificationChannel[] {
  const { kind, sends, own_mail } = aboutOf(key)
  const on = switchesOf(kind, switched)
  const goes = sends === 'always' ? { app: true, mail: true, digest: on.digest } : on
  return NOTIFICATION_CHANNELS.filter((channel) => goes[channel] && !(channel === 'mail' && own_mail))
}
