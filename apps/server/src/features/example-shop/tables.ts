/**
 * What a guest's copy of the example shop is made of. Every table with a workplace is in one of the two lists
 * (`example-shop.test.ts` asks the catalogue of the database).
 */

/** How the rows of a table are read. Texts are SQL over the row `t`. */
export interface Copied {
  /** Which rows; left out: all. Rows that hang on one that is left out are left out, too. */
  where?: string
  /** Columns that are another value in the copy. `{mark}` differs from copy to copy. */
  set?: Record<string, string>
}

/** Accounts at vendors are nobody's here: a number of the original is never taken, asked about or answered. */
const NOBODY = `'example {mark}'`
const SETTLED = `('placed', 'failed', 'cancelled')`
/** An order that is being bought right now would stand still in the copy. */
const NOT_BEING_BOUGHT = `not exists (select from supplier_orders s where s.workplace_id = t.workplace_id
  and s.order_id = t.order_id and s.state not in ${SETTLED})`

export const COPIED: Record<string, Copied> = {
  // Sourcing and products.
  favourites: {},
  hidden_products: {},
  favorite_suppliers: {},
  seen_products: {},
  searched_words: {},
  discover_tools: {},
  product_settings: {},
  products: { where: 't.deleted_at is null' },
  product_variants: {},
  variant_suppliers: {},
  imported_sources: {},
  product_changes: { set: { run_id: 'null' } },
  variant_watch: {},
  auto_update_questions: {},
  saved_views: {},
  notifications: { where: `t.cause <> 'welcome'`, set: { channels: `'{app}'`, mail_key: 'null' } },
  // Stores. Nothing leads to the real ones: no key, no address for messages, no name by which they are found.
  stores: {
    where: `t.status = 'active'`,
    set: { platform_domain: `t.platform_domain || ' {mark}'`, owner_email: `''` },
  },
  store_connections: {
    set: {
      credentials: 'null',
      hook_token: `'example {mark} ' || t.store_id`,
      hook_secret: `''`,
      renewing_by: 'null',
      renewing_until: 'null',
      expires_at: 'null',
      refresh_expires_at: 'null',
    },
  },
  listings: {
    where: `t.state not in ('queued', 'sending')`,
    set: { due_at: 'null', asked: 'false', read_together: 'false' },
  },
  listing_notes: {},
  // Orders and what was bought for them.
  orders: { where: NOT_BEING_BOUGHT },
  order_lines: {},
  order_events: {},
  order_groups: {},
  order_fees: {},
  order_copies: {},
  order_profits: {},
  order_deliveries: {},
  order_settings: {},
  zopi_fulfilment: {},
  attempts: {
    where: `t.settled_at is not null and exists (select from supplier_orders s where s.workplace_id = t.workplace_id
      and s.attempt_id = t.attempt_id)`,
    set: { account_key: NOBODY, fingerprint: 'null', input: `'{}'`, due_at: 'null' },
  },
  supplier_orders: { where: NOT_BEING_BOUGHT, set: { account_key: NOBODY, run_id: 'null', payment_id: 'null' } },
  supplier_order_lines: {},
  supplier_order_numbers: { set: { account_key: NOBODY } },
  store_fulfilments: { where: `t.state <> 'waiting'` },
  refund_requests: { where: `t.state <> 'sending'`, set: { pictures: `'{}'::uuid[]` } },
  feedbacks: { where: `t.state <> 'sending'` },
  feedback_messages: { set: { pictures: `'{}'::uuid[]` } },
  fulfilment_requests: { where: `t.state in ('accepted', 'declined', 'withdrawn')` },
  sale_cancellations: { where: `t.state <> 'sending'` },
  buyer_refunds: { where: `t.state <> 'sending'` },
  cashbacks: {},
  automation_settings: {},
  automation_rules: { set: { is_on: 'false' } },
  automation_decisions: { set: { plan_id: 'null' } },
  // Parcels. The tracker is asked about the original's alone.
  parcels: { set: { turn: 'null', turn_at: 'null' } },
  parcel_events: {},
  tracking_pages: {},
  // Money: the movements themselves are posted (`read-postings.ts`).
  wallet_settings: { set: { auto_topup: 'false' } },
}

const BY_TRIGGERS = 'kept by triggers of the tables it counts'
const SECRET = 'keys and tickets of the original'
const AT_PROVIDER = 'stands for something at a provider of payments'
const WORK = 'work that is under way or still to do'
const FILES = 'stands for files that are of one workplace'
const OWN = 'the guest has one of their own'
const POSTED = 'posted anew by ledger_post'

export const LEFT_OUT: Record<string, string> = {
  delivery_sums: BY_TRIGGERS,
  notification_counts: BY_TRIGGERS,
  order_counters: BY_TRIGGERS,
  parcel_counters: BY_TRIGGERS,
  product_counts: BY_TRIGGERS,
  product_word_counts: BY_TRIGGERS,
  profit_sums: BY_TRIGGERS,
  supplier_product_counts: BY_TRIGGERS,
  payment_link_orders: SECRET,
  payment_links: SECRET,
  source_account_tickets: SECRET,
  source_accounts: SECRET,
  store_migrations: SECRET,
  store_tickets: SECRET,
  extra_quotas: AT_PROVIDER,
  payment_methods: AT_PROVIDER,
  payment_orders: AT_PROVIDER,
  payment_returns: AT_PROVIDER,
  payments: AT_PROVIDER,
  plan_charges: AT_PROVIDER,
  plan_farewells: AT_PROVIDER,
  subscriptions: AT_PROVIDER,
  attempt_evidence: 'what vendors were sent and said',
  attempt_sends: 'what vendors were sent and said',
  cashback_checks: WORK,
  listing_places: WORK,
  order_cursors: WORK,
  order_dirty: WORK,
  placement_clicks: WORK,
  placement_plan_orders: WORK,
  placement_plans: WORK,
  profit_marks: WORK,
  run_rows: WORK,
  runs: WORK,
  store_dirty: WORK,
  watched_sources: WORK,
  evidence_files: FILES,
  gallery_images: FILES,
  image_searches: FILES,
  store_pictures: FILES,
  store_groups: 'the ids are of a store that a guest does not reach',
  listing_details: 'the ids are of a store that a guest does not reach',
  category_details: 'the ids are of a store that a guest does not reach',
  feature_usage: OWN,
  buying_facts: OWN,
  quick_start: OWN,
  tracking_links: OWN,
  workplace_members: OWN,
  workplaces: OWN,
  ledger_balances: POSTED,
  ledger_postings: POSTED,
  ledger_txns: POSTED,
}
