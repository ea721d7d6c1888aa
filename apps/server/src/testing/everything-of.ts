import type { RemoteListing } from '@omni/domain/channels/document.ts'
import { automationCalls } from '@omni/contracts/automation.calls.ts'
import { bulkEditCalls } from '@omni/contracts/bulk-edit.calls.ts'
import { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import { editorCalls } from '@omni/contracts/editor.calls.ts'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { jobTrackerCalls } from '@omni/contracts/job-tracker.calls.ts'
import { orderSettingsCalls } from '@omni/contracts/order-settings.calls.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { DISCOVER_TOOLS, personalCalls } from '@omni/contracts/personal.calls.ts'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import { productDetailCalls } from '@omni/contracts/product-detail.calls.ts'
import { productSettingsCalls } from '@omni/contracts/product-settings.calls.ts'
import { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { supplierCalls } from '@omni/contracts/suppliers.calls.ts'
import { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { toppedUp } from '@omni/domain/ledger/placing.ts'
import { DEFAULT_RULE } from '@omni/domain/automation/rules.ts'
import { POLICY_VERSION } from '@omni/domain/wallet/topup.ts'
import { randomUUID } from 'node:crypto'
import { countProfit } from '../features/analytics/count-profit.ts'
import { post } from '../platform/ledger.ts'
import { fillCatalogue } from './fill-catalogue.ts'
import type { Person, TestServer } from './test-server.ts'

/** The id of one real thing of every kind. */
export interface Everything {
  workplace: string
  user: string
  store: string
  listing: string
  order: string
  /** Of the order. */
  line: string
  /** Of a supplier. */
  purchase: string
  /** Of the purchase. */
  refund: string
  /** A private picture. */
  evidence: string
  /** With a supplier. */
  conversation: string
  /** Of automation. */
  rule: string
  /** Of the purchase. */
  parcel: string
  request: string
  /** At a provider. */
  payment: string
  charge: string
  /** A kept card. */
  method: string
  plan: string
  session: string
  notification: string
  product: string
  variant: string
  /** A change an assistant made. */
  snapshot: string
  run: string
  undo: string
  split: string
  view: string
  picture: string
  /** Of auto-update, to be answered. */
  question: string
  /** By image. */
  search: string
  /** Of the catalogue, which is everybody's; the owner marked, hid, saw and imported it. */
  catalogue: number
}

/** Gives a person a row in every table that has a tenant's rows, most of them by the calls that make them. */
/** What a store shows of a listing. */
const SHOWN: RemoteListing = {
  remote_id: '1',
  key: null,
  version: '2026-01-01T00:00:00Z',
  url: null,
  title: 'Lamp',
  description: '',
  vendor: '',
  product_type: '',
  tags: [],
  seo_title: '',
  seo_description: '',
  status: 'active',
  options: [],
  pictures: [],
  variants: [
    {
      remote_variant_id: '11',
      inventory_id: null,
      remote_picture_id: null,
      option_values: [],
      sku: '',
      barcode: '',
      price: 1999,
      compare_at_price: null,
      quantity: 3,
      sell_out_of_stock: false,
      weight_g: null,
    },
  ],
}

export async function everythingOf(server: TestServer, owner: Person): Promise<Everything> {
  const { ask, behind } = server
  const { workplace_id, user_id } = owner
  await fillCatalogue(behind, { products: 8, variants: 2 })
  const source = 'cj' as const
  const import_data = [1, 2, 3].map((n) => ({ source, product_id: `p${n}` }))
  await ask(importListCalls.importAll, { import_data }, owner)
  const selection = { all: { view: 'import' as const } }
  const edits = [{ field: 'tags' as const, how: 'tags_add' as const, value: ['mine'] }]
  const edit = await ask(bulkEditCalls.bulkUpdate, { selection, edits }, owner)
  const split = await ask(importListCalls.splitImported, { selection, by: 'option', option: 'Color' }, owner)
  // A row that fails: there is something to try again.
  await ask(importListCalls.runImport, { rows: [{ line: 1, source, product_id: 'p1' }] }, owner)
  await server.runJobs()
  const undo = await ask(jobTrackerCalls.undoRun, { run_id: split.body.data?.run_id ?? '' }, owner)
  await server.runJobs()
  await ask(catalogCalls.addFavourites, { products: [{ source, supplier_product_id: 'p1' }] }, owner)
  await ask(supplierCalls.followSupplier, { source, seller_id: 's1', action: 'follow' }, owner)
  await ask(productDetailCalls.getSourceProduct, { source, product_id: 'p1' }, owner)
  await ask(catalogCalls.findProducts, { text: 'product' }, owner)
  await ask(personalCalls.updateDiscoverTools, { discover: DISCOVER_TOOLS[0] }, owner)
  await ask(settingsCalls.updateQuickStartGuide, { dismiss: true }, owner)
  await ask(productSettingsCalls.updateMonitoring, { price_change_percent: 7 }, owner)
  const view = await ask(productCenterCalls.saveView, { screen: 'center', name: 'Mine', query: { text: 'x' } }, owner)
  const first = async (query: string, ...values: unknown[]): Promise<string> =>
    String(Object.values((await behind.query(query, values)).rows[0] ?? {})[0] ?? '')
  const product = await first(
    'select product_id from products where workplace_id = $1 and deleted_at is null order by 1 limit 1',
    workplace_id,
  )
  const variant = await first(
    'select variant_id from product_variants where product_id = $1 order by 1 limit 1',
    product,
  )
  await ask(
    editorCalls.saveProduct,
    { id: product, save_id: randomUUID(), client_id: 'tab', base_revision: 2, changes: { title: 'Mine alone' } },
    owner,
  )
  const snapshot = randomUUID()
  const catalogue = Number(await first(`select id from catalog_products where source_product_id = 'p1'`))
  await behind.query(
    `insert into product_changes (workplace_id, product_id, revision, change_id, user_id, kind, fields)
     select $1, $2, revision + 1, $3, $4, 'ai', '{"vendor": ["", "", 1]}' from products where product_id = $2`,
    [workplace_id, product, snapshot, user_id],
  )
  await behind.query('update products set revision = revision + 1 where product_id = $1', [product])
  await behind.query('insert into hidden_products (workplace_id, product_id) values ($1, $2)', [
    workplace_id,
    Number(await first(`select id from catalog_products where source_product_id = 'p8'`)),
  ])
  await behind.query(
    `insert into searched_words (workplace_id, user_id, text) values ($1, $2, 'lamp') on conflict do nothing`,
    [workplace_id, user_id],
  )
  const picture = await first(
    `insert into gallery_images (workplace_id, name, file, width, height, size)
     values ($1, 'mine.webp', 'mine.webp', 10, 10, 10) returning image_id`,
    workplace_id,
  )
  const search = await first(
    'insert into image_searches (workplace_id, search_id) values ($1, new_id()) returning search_id',
    workplace_id,
  )
  const credentials = server.runtime.secrets.seal('{}')
  for (const supplier of ['cj', 'aliexpress'])
    await behind.query(
      `insert into source_accounts (workplace_id, source, account_id, account_name, credentials)
       values ($1, $2, 'acc', 'Mine at ' || $2, $3)`,
      [workplace_id, supplier, credentials],
    )
  await behind.query('insert into buying_facts (workplace_id, has_extension) values ($1, true)', [workplace_id])
  await behind.query(
    `insert into source_account_tickets (workplace_id, ticket_hash, user_id, source, callback_url, expires_at)
     values ($1, '\\x01', $2, 'aliexpress', 'http://omni.test/back', now() + interval '1 hour')`,
    [workplace_id, user_id],
  )
  const bought = await first(
    `insert into attempts (workplace_id, subject_kind, subject_id, n, vendor, account_key, reference, input, input_hash,
       profile, state, effect, settled_at)
     values ($1, 'order', 'o1', 1, 'depot', 'acc', 'om-' || new_id(), '{}', '', '{}', 'done', 'no 1', now()) returning attempt_id`,
    workplace_id,
  )
  await behind.query(
    `with sent as (insert into attempt_sends (workplace_id, attempt_id, send_no, input_hash, intent_at, send_by, outcome)
       values ($1, $2, 1, '', now(), now(), 'done'))
     insert into attempt_evidence (workplace_id, attempt_id, source, delivery_key, asked_at, says)
       values ($1, $2, 'reply', '1', now(), '{}')`,
    [workplace_id, bought],
  )
  const store = await first(
    `insert into stores (workplace_id, platform, platform_domain, domain, store_name)
     values ($1, 'shopify', 'owner.test', 'owner.test', 'Owner') returning store_id`,
    workplace_id,
  )
  await behind.query(
    `insert into store_connections (workplace_id, store_id, account_id, health, hook_token, hook_secret)
     values ($1, $2, 'owner.test', 'disconnected', new_id()::text, $3)`,
    [workplace_id, store, server.runtime.secrets.seal('{}')],
  )
  await behind.query(
    `insert into store_migrations (workplace_id, user_id, platform, platform_domain, store_name, owner_email, language,
       code_hash, code, credentials, expires_at)
     values ($1, $2, 'shopify', 'moving.test', 'Moving', 'o@example.com', 'en', '\\x03', 'x', 'x', now() + interval '1 hour')`,
    [workplace_id, user_id],
  )
  await behind.query(
    `insert into store_tickets (workplace_id, ticket_hash, user_id, platform, shop, expires_at)
     values ($1, '\\x02', $2, 'shopify', 'owner.test', now() + interval '1 hour')`,
    [workplace_id, user_id],
  )
  const listing = await first(
    `insert into listings (workplace_id, store_id, product_id, key, policies, settings, state, remote_id, epoch, remote)
     values ($1, $2, $3, new_id()::text, '{}', '{}', 'idle', '1', 1, $4) returning listing_id`,
    workplace_id,
    store,
    product,
    JSON.stringify(SHOWN),
  )
  await behind.query(
    `insert into listing_places (workplace_id, listing_id, publication_id, request_id, is_published, state, problem_text,
       requested_at) values ($1, $2, 'gid://shopify/Publication/1', new_id(), true, 'failed', 'Mine alone', now())`,
    [workplace_id, listing],
  )
  await behind.query(
    `with noted as (insert into listing_notes (workplace_id, listing_id, who, says) values ($1, $3, 'store', 'taken')),
       shown as (insert into store_pictures (workplace_id, store_id, picture_key, remote_picture_id)
         values ($1, $2, 'k', 'p')),
       grouped as (insert into store_groups (workplace_id, store_id, kind, name, remote_id)
         values ($1, $2, 'brand', 'Mine alone', '1')),
       detailed as (insert into listing_details (workplace_id, store_id, product_id, details)
         select $1, $2, product_id, '{"category": {"id": "1", "name": "Mine alone"}}' from listings
         where workplace_id = $1 and listing_id = $3),
       remembered as (insert into category_details (workplace_id, store_id, category_id, details)
         values ($1, $2, 'Mine alone', '{}'))
     insert into store_dirty (workplace_id, store_id, remote_id) values ($1, $2, '1')`,
    [workplace_id, store, listing],
  )
  const attempt = await first(
    `insert into attempts (workplace_id, subject_kind, subject_id, n, vendor, account_key, reference, input, input_hash,
       profile, state, effect, settled_at)
     values ($1, 'test', 'mine', 1, 'depot', 'mine', 'om-mine', '{}', '', '{}', 'done', 'no 1', now())
     returning attempt_id`,
    workplace_id,
  )
  await behind.query(
    `insert into attempt_sends (workplace_id, attempt_id, send_no, input_hash, intent_at, send_by, outcome)
     values ($1, $2, 1, '', now(), now(), 'done')`,
    [workplace_id, attempt],
  )
  await behind.query(
    `insert into attempt_evidence (workplace_id, attempt_id, source, delivery_key, asked_at, says)
     values ($1, $2, 'reply', 'send 1', now(), '{}')`,
    [workplace_id, attempt],
  )
  const purchase = await first(
    `insert into supplier_orders (workplace_id, order_id, vendor, account_key, basket, approved, profile, state, n,
       attempt_no, attempt_id, order_no, currency, settled_at)
     values ($1, new_id(), 'zopi', 'operator', '{}', 0, '{}', 'placed', 1, 1, $2, 'no 1', 'USD', now())
     returning supplier_order_id`,
    workplace_id,
    bought,
  )
  await behind.query(
    `with numbered as (
       insert into supplier_order_numbers (workplace_id, vendor, account_key, order_no, supplier_order_id, n)
       values ($1, 'depot', new_id()::text, 'no 1', $2, 1))
     insert into supplier_order_lines (workplace_id, supplier_order_id, line_id, quantity)
       values ($1, $2, new_id(), 1)`,
    [workplace_id, purchase],
  )
  const sold = await ask(
    orderCalls.createOrder,
    {
      customer: { name: 'Mine alone' },
      address: { name: 'Mine alone', address1: '1 Main St', city: 'Reno', country_code: 'US' },
      lines: [{ variant_id: variant, quantity: 1, unit_price: 100 }],
      currency: 'USD',
    },
    owner,
  )
  const order = sold.body.data?.order_id ?? ''
  const line = await first('select line_id from order_lines where order_id = $1', order)
  await behind.query(
    `update supplier_orders set order_id = $2,
       shipments = '[{"tracking_number": "MINE-1", "carrier": "Mine", "tracking_url": null}]'
     where supplier_order_id = $1`,
    [purchase, order],
  )
  await behind.query(
    `insert into store_fulfilments (workplace_id, supplier_order_id, is_rest, order_id, store_id, carrier, numbers, urls, lines)
     values ($1, $2, true, $3, $4, 'Mine', '{MINE-1}', '{}', '[]')`,
    [workplace_id, purchase, order, store],
  )
  await behind.query(
    `insert into sale_cancellations (workplace_id, order_id, reason, state, problem, problem_text, requested_by,
       requested_at, settled_at) values ($1, $2, 14, 'failed', 'refused', 'Mine alone', $3, now(), now())`,
    [workplace_id, order, owner.user_id],
  )
  await behind.query(
    `insert into buyer_refunds (workplace_id, order_id, lines, amount, currency, reason, note, restock, notify, by_hand,
       state, problem, problem_text, requested_by, requested_at, settled_at)
     values ($1, $2, '[]', 100, 'USD', 'other', 'Mine alone', false, false, false, 'failed', 'refused', 'Mine alone', $3,
       now(), now())`,
    [workplace_id, order, owner.user_id],
  )
  const request = await first(
    `insert into fulfilment_requests (workplace_id, store_id, kind, remote_request_id, remote_id, remote_order_id, lines,
       message, requested_at)
     select $1, $3, 'fulfilment', 'mine', 'mine', o.remote_id, '[]', 'Mine alone', now() from orders o
     where o.workplace_id = $1 and o.order_id = $2 returning request_id`,
    workplace_id,
    order,
    store,
  )
  const parcel = await first(
    `insert into parcels (workplace_id, order_id, supplier_order_id, number, not_before)
     values ($1, $2, $3, 'MINE00001', now()) returning parcel_id`,
    workplace_id,
    order,
    purchase,
  )
  await behind.query(
    `with happened as (insert into parcel_events (workplace_id, parcel_id, happened_at, event_key, text, place, stage)
       values ($1, $2, now(), 'k', 'Mine alone', '', '')),
     shown as (insert into tracking_links (workplace_id, order_id, public_id) values ($1, $3,
       left(translate(md5(random()::text), '0189', 'ghij'), 26)))
     insert into tracking_pages (workplace_id, settings) values ($1, '{"name": "Mine alone"}')`,
    [workplace_id, parcel, order],
  )
  await behind.query(
    `insert into order_copies (workplace_id, store_id, remote_id, order_id, number) values ($1, $2, 'mine', $3, '#1')`,
    [workplace_id, store, order],
  )
  await behind.query(
    `insert into order_fees (workplace_id, order_id, percent, fixed, currency) values ($1, $2, 2.9, 30, 'USD')`,
    [workplace_id, order],
  )
  await server.runtime.db({ workplace_id }).tx((tx) => countProfit(tx, workplace_id, [order]))
  const planned = await ask(placementCalls.previewOrders, { orders: [order] }, owner)
  await behind.query(
    `insert into placement_clicks (workplace_id, plan_id, user_id, run_id, clicked_at, accepted, orders, is_whole, use,
       accounts, settings) values ($1, $2, $3, new_id(), now(), 1, array[$4::uuid], false, 'wallet', '[]', '[]')`,
    [workplace_id, planned.body.data?.plan_id, owner.user_id, order],
  )
  await behind.query(
    `with changed as (insert into order_dirty (workplace_id, store_id, remote_id) values ($1, $2, '1'))
     insert into order_cursors (workplace_id, store_id, read_to, read_at) values ($1, $2, now(), now())`,
    [workplace_id, store],
  )
  await ask(orderSettingsCalls.updateOrderSettings, { source: 'cj', version: 0, note: 'Mine alone' }, owner)
  await ask(orderSettingsCalls.viewZopiFulfilment, {}, owner)
  await behind.query(
    `insert into refund_requests (workplace_id, supplier_order_id, order_id, type, text, asked, currency, state,
       requested_at, updated_at) values ($1, $2, $3, 'refund', 'Mine alone', 5, 'USD', 'rejected', now(), now())`,
    [workplace_id, purchase, order],
  )
  const evidence = await first(
    `insert into evidence_files (workplace_id, name, file, width, height, size, created_at)
     values ($1::uuid, 'Mine alone', 'private/evidence/' || $1::uuid || '/mine.webp', 1, 1, 1, now())
     returning evidence_id`,
    workplace_id,
  )
  const conversation = await first(
    `insert into feedbacks (workplace_id, order_id, supplier_order_id, kind, state, created_by, created_at, moved_at)
     values ($1, $2, $3, 'question', 'answered', $4, now(), now()) returning feedback_id`,
    workplace_id,
    order,
    purchase,
    user_id,
  )
  await behind.query(
    `insert into feedback_messages (workplace_id, feedback_id, who, text, state, written_at)
     values ($1, $2, 'supplier', 'Mine alone', 'sent', now())`,
    [workplace_id, conversation],
  )
  const refund = await first('select refund_id from refund_requests where workplace_id = $1', workplace_id)
  await behind.query(
    `insert into cashbacks (workplace_id, supplier_order_id, order_id, currency, amount, state, delivered_at, release_at,
       changed_at) values ($1, $2, $3, 'USD', 7, 'none', now(), now(), now())`,
    [workplace_id, purchase, order],
  )
  await behind.query('insert into cashback_checks (workplace_id, supplier_order_id) values ($1, $2)', [
    workplace_id,
    purchase,
  ])
  const rules = [{ ...DEFAULT_RULE, name: 'Mine alone', status: 'off' as const }]
  await ask(automationCalls.updateAutomationRules, { version: 0, rules }, owner)
  const rule = await first('select rule_id from automation_rules where workplace_id = $1', workplace_id)
  await behind.query(
    `insert into automation_decisions (workplace_id, order_id, rule_id, rules_version, outcome, decided_at)
     values ($1, $2, $3, 1, 'blocked', now())`,
    [workplace_id, order, rule],
  )
  const question = await first(
    `with noted as (insert into variant_watch (workplace_id, product_id, variant_id) values ($1, $2, $3)
       on conflict do nothing),
     wanted as (insert into watched_sources (workplace_id, source, source_product_id) values ($1, 'cj', 'mine'))
     insert into auto_update_questions (workplace_id, source, reason, items) values ($1, 'cj', 'factor', '[]')
     returning question_id`,
    workplace_id,
    product,
    variant,
  )
  await ask(walletCalls.acceptWalletPolicy, { version: POLICY_VERSION }, owner)
  const method = await first(
    `insert into payment_methods (workplace_id, provider, kind, customer_ref, method_ref, brand, label, is_default)
     values ($1, 'stripe', 'card', 'cus_mine', 'pm_mine', 'visa', '4242', true) returning method_id`,
    workplace_id,
  )
  const payment = await first(
    `insert into payments (workplace_id, provider, purpose, pays_by, amount, currency, state, reference, settled_at)
     values ($1, 'stripe', 'topup', 'page', 1000, 'USD', 'succeeded', 'om-payment-mine', now()) returning payment_id`,
    workplace_id,
  )
  await behind.query(
    `with returned as (insert into payment_returns (workplace_id, provider, ref, kind, payment_id, status, is_over, amount,
       currency) values ($1, 'stripe', 'mine', 'refund', $2, 'COMPLETED', true, 1000, 'USD')),
     link as (insert into payment_links (workplace_id, token_hash, amount, orders, expires_at)
       values ($1, '\\x03', 1000, 1, now() + interval '1 hour') returning link_id),
     named as (insert into payment_link_orders (workplace_id, link_id, supplier_order_id) select $1, link_id, $3 from link)
     insert into payment_orders (workplace_id, payment_id, supplier_order_id, use, most) values ($1, $2, $3, 'card', 1000)`,
    [workplace_id, payment, purchase],
  )
  const charge = await first(
    `insert into plan_charges (workplace_id, user_id, provider, kind, item, amount, state, transaction_ref, settled_at)
     values ($1, $2, 'paddle', 'subscribe', 'basic_monthly', 2990, 'done', 'txn_mine', now()) returning charge_id`,
    workplace_id,
    user_id,
  )
  await behind.query(
    `with paid as (insert into subscriptions (workplace_id, user_id, provider, provider_ref, customer_ref, state, plan_id,
       period_start, period_end, started_at, provider_updated_at)
       values ($1, $2, 'paddle', 'sub_mine', 'ctm_mine', 'active', 'basic_monthly', now(), now() + interval '30 days',
         now(), now()))
     insert into extra_quotas (workplace_id, charge_id, feature, user_id, cycle_start, amount)
     values ($1, $3, 'IMPORT_PRODUCT', $2, '1970-01-01', 10)`,
    [workplace_id, user_id, charge],
  )
  await behind.query(
    `insert into plan_farewells (workplace_id, subscription_id, account_id, credentials)
     select workplace_id, subscription_id, 'mine.myshopify.com', 'sealed' from subscriptions where workplace_id = $1`,
    [workplace_id],
  )
  const postings = toppedUp('sandbox', 'USD', 1_000)
  await server.runtime
    .db({ workplace_id, user_id })
    .tx((tx) => post(tx, [{ scope: 'test', key: randomUUID(), kind: 'top_up', postings, effective_at: new Date() }]))
  return {
    workplace: workplace_id,
    user: user_id,
    store,
    listing,
    order,
    line,
    purchase,
    refund,
    evidence,
    conversation,
    rule,
    parcel,
    request,
    payment,
    charge,
    method,
    plan: planned.body.data?.plan_id ?? '',
    session: await first('select session_id from sessions where user_id = $1', user_id),
    notification: await first('select notification_id from notifications where user_id = $1 limit 1', user_id),
    product,
    variant,
    snapshot,
    run: edit.body.data?.run_id ?? '',
    undo: undo.body.data?.run_id ?? '',
    split: split.body.data?.run_id ?? '',
    view: view.body.data?.view_id ?? '',
    picture,
    question,
    search,
    catalogue,
  }
}

/** The tables that hold tenants' rows, with the column that says whose. */
export async function tenantTables(server: TestServer): Promise<string[]> {
  const { rows } = await server.behind.query<{ table: string }>(`
    select c.table_name as table from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'workplace_id' and t.table_type = 'BASE TABLE'
      and c.table_name <> 'telemetry_events' order by 1`)
  return rows.map(({ table }) => table)
}
