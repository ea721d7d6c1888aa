/** Which area's page of `schema/` shows a table or type. Functions and triggers stand with the table they work on. */
export const AREAS: Record<string, string> = {
  platform: `migrations operator_settings rate_limits idempotency_keys telemetry_events outbox realtime_messages inbox
    mails worker_heartbeats jobs job_schedules job_failures attempts attempt_sends attempt_evidence runs run_rows`,
  accounts: `users sessions identities social_attempts account_codes recovery_codes known_devices audit_log workplaces
    workplace_members feature_usage extra_quotas quick_start notifications notification_counts currency_rates
    currency_rate_days feedback_messages example_shop example_parts compliance_requests`,
  vendors: `vendor_pace supplier_pace supplier_state supplier_tokens source_accounts source_account_tickets
    supplier_places unread_rows`,
  catalog: `catalog_products catalog_variants catalog_variant_history catalog_history catalog_quotes catalog_reviews
    catalog_sellers catalog_tags catalog_search catalog_search_changes catalog_searched catalog_index catalog_vectors
    supplier_product_counts searched_words image_searches discover_tools zopi_fulfilment favourites favorite_suppliers
    hidden_products seen_products watched_sources`,
  products: `products product_variants product_changes product_counts product_word_counts product_settings
    gallery_images imported_sources variant_suppliers variant_watch auto_update_questions saved_views product_tally`,
  stores: `stores store_connections store_tickets store_dirty store_pictures store_groups listing_details category_details store_migrations listings listing_notes
    listing_places`,
  orders: `orders order_lines order_events order_groups order_counters order_dirty order_cursors order_copies
    order_settings buying_facts sale_cancellations buyer_refunds fulfilment_requests store_fulfilments`,
  placement: `placement_plans placement_plan_orders placement_clicks supplier_orders supplier_order_lines
    supplier_order_numbers automation_rules automation_settings automation_decisions`,
  tracking: `parcels parcel_events parcel_counters order_deliveries delivery_sums tracking_pages tracking_links`,
  refunds: `refund_requests feedbacks evidence_files cashbacks cashback_checks`,
  wallet: `ledger_txns ledger_postings ledger_account_kinds ledger_balances ledger_system_balances payments
    payment_methods payment_link_orders payment_links payment_orders payment_returns wallet_settings book_differences`,
  billing: `subscriptions subscription_events_read plan_charges plan_farewells`,
  analytics: `order_profits order_fees profit_marks profit_sums`,
}

const areaOfTable = new Map(
  Object.entries(AREAS).flatMap(([area, tables]) => tables.split(/\s+/).map((table) => [table, area] as const)),
)

export function areaOf(table: string): string {
  const area = areaOfTable.get(table)
  if (!area) throw new Error(`The table ${table} has no area yet: add it to scripts/schema/areas.ts.`)
  return area
}
