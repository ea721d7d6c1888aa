import { z } from 'zod'

/** What happened, in the past tense. Written to the outbox in the transaction that made it true. */
export const events = {
  'account.registered': z.object({ user_id: z.string() }),
  'account.register_repeated': z.object({ user_id: z.string() }),
  // By address, not by id: whether it is known is looked up where nobody can time it.
  'account.verification_requested': z.object({ email: z.string() }),
  'account.password_forgotten': z.object({ email: z.string() }),
  'account.password_changed': z.object({ user_id: z.string() }),
  /** Too many wrong second factors after the right password. */
  'account.second_factor_limited': z.object({ user_id: z.string() }),
  'account.social_link_requested': z.object({
    user_id: z.string(),
    social: z.string(),
    subject: z.string(),
    /** The browser that asked, as the hash of its key: the mailed link is good there alone. */
    browser: z.string(),
  }),
  /** A provider authorised the card part of a click, or said no. */
  'payment.decided': z.object({ workplace_id: z.string(), payment_id: z.string(), authorised: z.boolean() }),
  /** A card was held for the orders of a payment link, and these are being paid with it. */
  'link.paid': z.object({ workplace_id: z.string(), payment_id: z.string(), link_id: z.string(), orders: z.int() }),
  /** Of what a rule ordered to be paid later, something came to its supplier, or ended on the way. */
  'orders.unpaid': z.object({ workplace_id: z.string(), run_id: z.string() }),
  /** Every supplier was asked about the orders of a plan. */
  'placement.quoted': z.object({ workplace_id: z.string(), plan_id: z.string() }),
  /** A person wants suppliers to be asked now. */
  'purchases.sync_requested': z.object({ workplace_id: z.string() }),
  /** A supplier shows that what was bought is cancelled or paid back. */
  'purchase.ended': z.object({ workplace_id: z.string(), supplier_order_id: z.string() }),
  'account.deleted': z.object({ user_id: z.string() }),
  'products.imported': z.object({ workplace_id: z.string(), user_id: z.string(), product_ids: z.array(z.string()) }),
  /** Foundation spec §4, quick start and onboarding: what marks their steps. */
  'products.pushed': z.object({ workplace_id: z.string(), user_id: z.string() }),
  'orders.placed': z.object({ workplace_id: z.string(), user_id: z.string() }),
  /** Bought, or the free one kept on purpose. */
  'plan.chosen': z.object({ workplace_id: z.string().optional(), user_id: z.string() }),
  /** Sourcing spec §4: all split or all duplicate jobs are finished. */
  'products.split_completed': z.object({ workplace_id: z.string(), run_id: z.string() }),
  'products.duplicate_completed': z.object({ workplace_id: z.string(), run_id: z.string() }),
  /** A store is to be moved here; its owner is mailed. */
  'store.migration_requested': z.object({ workplace_id: z.string(), migration_id: z.string() }),
  'store.connected': z.object({ workplace_id: z.string(), store_id: z.string() }),
  /** A store told us that something changed there. */
  'store.changed_remotely': z.object({ workplace_id: z.string(), store_id: z.string() }),
  /** A store told us that orders were made or changed there. */
  'store.orders_changed_remotely': z.object({
    workplace_id: z.string(),
    store_id: z.string(),
    remote_ids: z.array(z.string()),
  }),
  /** A store or a person changed what was ordered, or where it goes, while it is being bought or after it was. */
  'order.changed': z.object({ workplace_id: z.string(), order_id: z.string(), because: z.enum(['channel', 'edited']) }),
  /** How orders are placed, at one supplier or at all: open orders may stand elsewhere now. */
  'order_settings.changed': z.object({ workplace_id: z.string(), source: z.string().optional() }),
  /** By what is known of them, orders are stopped that were not, or the other way round. */
  'orders.stops_changed': z.object({ workplace_id: z.string(), order_ids: z.array(z.string()) }),
  /** A seller's account at a supplier was connected, disconnected, or is over. */
  'source_account.changed': z.object({ workplace_id: z.string(), source: z.string() }),
  /** Browsers of the workplace have the extension now, or have it no more. */
  'extension.changed': z.object({ workplace_id: z.string() }),
  /** A store may have asked us to fulfil something. `by_webhook`: it said so itself. */
  'store.requests_changed_remotely': z.object({
    workplace_id: z.string(),
    store_id: z.string(),
    by_webhook: z.boolean(),
  }),
  /** What the platform bills the store for on our behalf changed. */
  'store.plan_changed_remotely': z.object({ workplace_id: z.string(), store_id: z.string() }),
  /** Runs that can no longer be taken back were removed: what was kept for an undo may go. */
  'runs.purged': z.object({ workplace_id: z.string() }),
} as const

export type EventName = keyof typeof events
export type EventData<N extends EventName> = z.output<(typeof events)[N]>

/** What the browser hears over `/api/realtime`: hints that something it may show has changed. */
export const realtimeMessages = {
  'notifications.changed': z.object({ unread: z.int() }),
  'account.changed': z.object({}),
  'session.ended': z.object({ session_id: z.string() }),
  /** A background run moved on; `finished`: its last row is done. */
  'jobs.changed': z.object({ run_id: z.string(), kind: z.string(), finished: z.boolean() }),
  /** Somebody changed a product: its editors ask what. */
  'product.changed': z.object({ product_id: z.string(), revision: z.int(), client_id: z.string() }),
  'products.changed': z.object({}),
  /** A listing moved on: its state, or what the store shows. */
  'listings.changed': z.object({ listing_ids: z.array(z.string()) }),
  /** Orders came in, changed, or moved to another group. */
  'orders.changed': z.object({}),
  /** A plan, or what is being bought. */
  'placement.changed': z.object({}),
  /** Money moved, a payment went on, or a method was added or removed. */
  'wallet.changed': z.object({}),
  /** What orders earned was counted anew. */
  'profits.changed': z.object({}),
  /** The plan, what is under way about it, or what was paid for it. */
  'plan.changed': z.object({}),
  /** A store was connected, disconnected by us or uninstalled on its side (sourcing spec §4, channel card). */
  'store.uninstalled': z.object({ store_id: z.string(), success: z.boolean() }),
  'stores.changed': z.object({}),
  /** A parcel was noted, moved on, or cannot be followed. */
  'parcels.changed': z.object({}),
  /** A conversation with a supplier went on. */
  'feedback.changed': z.object({}),
} as const

export type RealtimeName = keyof typeof realtimeMessages
export type RealtimeData<N extends RealtimeName> = z.output<(typeof realtimeMessages)[N]>
