/**
 * WooCommerce, REST v3. What was seen where (November 2026):
 * - core's source of 9.5 (woocommerce/woocommerce: REST controllers v2 and v3, class-wc-rest-authentication, class-wc-auth,
 *   class-wc-webhook): signatures, errors, which of them come before anything is saved (errors.ts), batches item by item,
 *   tags by name, picture lists, `modified_after` without its own second, a missing product answered with 400 to PUT and
 *   with 404 to GET and DELETE, PUT reaching products in the bin, webhooks sent once and switched off after the seventh
 *   failure, the ping.
 * - the JSON schemas of a running 10.0.2 (OPTIONS of products, variations, webhooks): names and types of fields.
 * - our notes of that running shop: the key flow end to end, Basic ignored on http, signature of three deliveries.
 * - orders, refunds: names and types of fields from the JSON schemas of the running 10.0.2 (OPTIONS); statuses, a refund's
 *   negative quantities and `_refunded_item_id` from memory of core, to be confirmed with a live store.
 * - core's source as of late 2026 (woocommerce/woocommerce, REST controller of products v3): a description is passed
 *   through paragraphs and shortcodes in the context `view` alone, names and descriptions through kses, a SKU is judged
 *   before pictures are fetched, values of a product's own attribute are one text with "|" between them
 *   (wc_get_text_attributes, which other plugins call as well); an empty batch needs the right to write.
 * - class-wc-rest-authentication and class-wc-auth of the same source: a key of the wrong kind is refused with 401, a
 *   callback on http, too. Our notes of a running 11.0 say the same, and alone that a killed batch leaves a variation
 *   with its SKU and nothing else, that a batch of a hundred took 68 s, and that pictures of a deleted product stay.
 * - fee_lines and coupon_lines of orders: the JSON schemas of the running 10.0.2 and our notes of 11.0. That
 *   `checkout-draft` is no sale, and refunds without lines: from notes only.
 * - categories and brands: groups.ts; refunds that we make: refunds.ts.
 * From notes or memory alone: versions from 11.1 read keys with plain permalinks; WordPress moves a time with a zone to
 * the site's time before it compares; fields that begin with an underscore are in `meta_data`.
 * WooCommerce has no vendor, product type and SEO texts: they are not sent and read back empty.
 */
import { defineChannel } from '../channel.ts'
import { authorizeUrl, connect, readStore } from './account.ts'
import { siteAddress } from './address.ts'
import { App, Credentials } from './client.ts'
import { CANCEL_COST, cancelOrder } from './cancel.ts'
import { ensureFulfilment, FULFIL_COST, readFulfilments } from './fulfilments.ts'
import { listGroups } from './groups.ts'
import { findListings, listListings, PAGE, readListings } from './listing-reads.ts'
import { createListing, removeListing, updateListing } from './listing-writes.ts'
import { listOrders, readOrders } from './orders.ts'
import { createRefund, findRefunds, REFUND_COST } from './refunds.ts'
import { updateVariants } from './variant-writes.ts'
import { listSubscriptions, subscribe, TOPICS, unsubscribe, verify } from './webhooks.ts'
import { CHAIN_MS } from './write-steps.ts'

const SECOND = 1000

const privateOrigins = ({ SANDBOX_URL = '', PRIVATE_STORES = '' }: Readonly<Record<string, string>>) =>
  [SANDBOX_URL, ...PRIVATE_STORES.split(',')].flatMap((address) => URL.parse(address.trim())?.origin ?? []).join(',')

export const woocommerce = defineChannel({
  id: 'woocommerce',
  name: 'WooCommerce',
  proved: {
    account: ['real', 'source'],
    listings: ['real', 'schema', 'source'],
    orders: ['real', 'schema', 'source'],
    cancelling: ['schema', 'source'],
    refunding: ['schema', 'source', 'clients'],
    fulfilments: ['clients'],
    webhooks: ['real', 'source'],
  },
  badge: { colour: '#7A4FB5', glyph: 'm5.6 7 1.8 6L10 8.4l2.6 4.6 1.8-6' },
  // It names none; the figures keep a shop usable (ours).
  listing_limits: { title: 255, variants: 1000, options: 5, pictures: 250 },
  app: App,
  credentials: Credentials,
  // No limit is documented: a shop is a small server. The figures are ours.
  limits: { per_second: 5, burst: 5 },
  // A create is a chain of requests, each of which may take a minute.
  times: {
    answers_within_ms: CHAIN_MS + 60 * SECOND,
    lands_within_ms: CHAIN_MS + 120 * SECOND,
    shows_within_ms: 5 * SECOND,
  },
  variants_at_once: PAGE,
  setup: (env) => ({ app: { private_origins: privateOrigins(env), app_name: 'Omni' } }),
  account: { authorizeUrl, connect },
  keys_by_hook: true,
  keys_by_hand: true,
  storeAddress: (typed, app) => siteAddress(typed, app.private_origins),
  store: readStore,
  listings: {
    find: findListings,
    read: readListings,
    list: listListings,
    create: { send: createListing },
    update: { send: updateListing },
    variants: { send: updateVariants },
    remove: { send: removeListing },
  },
  // From memory: where orders have tables of their own, core sends this address on to their page.
  orderPage: (site, id) => `${site}/wp-admin/post.php?post=${encodeURIComponent(id)}&action=edit`,
  orders: { read: readOrders, list: listOrders, cancel: { cost: CANCEL_COST, send: cancelOrder } },
  refunds: { find: findRefunds, create: { cost: REFUND_COST, send: createRefund } },
  refund_notice: 'by_settings',
  refunds_by_hand: true,
  fulfilments: {
    read: readFulfilments,
    create: { cost: FULFIL_COST, send: ensureFulfilment },
    update: { cost: FULFIL_COST, send: ensureFulfilment },
  },
  groups: { list: listGroups },
  webhooks: {
    topics: TOPICS,
    list: listSubscriptions,
    subscribe: { send: subscribe },
    unsubscribe: { send: unsubscribe },
    verify,
  },
})
