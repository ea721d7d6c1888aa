/**
 * Facebook: a Meta product catalog, Graph API. What was seen where (November 2026):
 * - names and types of items, of `items_batch`, of the edges of businesses and catalogs and of a batch's status: Meta's
 *   own API specifications (facebook/facebook-business-sdk-codegen, April 2026).
 * - feed names inside `requests` (title, link, image_link, additional_image_link, item_group_id, mpn, visibility,
 *   rich_text_description), prices with their currency, the usage header with its minutes: facebook-for-woocommerce of
 *   August 2026, and Meta's pages on catalog fields.
 * - no handle means that nothing was taken; the words of a batch's status; invalid ids only when asked for; 80009 for
 *   reads and 80014 for batches: Meta's pages on items_batch and check_batch_request_status (2025 and 2026).
 * - the filters `retailer_id` and `retailer_product_group_id` with `eq` and `is_any`: facebook-for-woocommerce and two
 *   small public tools.
 * - additional_variant_attribute as an object: Meta's fields as listed by flexify, and the specifications (read name).
 * From notes alone, to be confirmed with a live catalog: an UPDATE without upsert of an unknown id is dropped silently;
 * the address of a picture is read back as it was sent; prices are read as texts for people; an empty sale_price takes
 * an offer away; the exchange of a token of 60 days gives a fresh one.
 * Verified against our sandbox only. Catalogs have no tags, no SEO texts and no texts for pictures: they are not sent and
 * read back empty. Nothing tells of changes: the webhooks of catalogs are not used.
 * Two custom labels are ours: 0 holds the names of the options in their order, 1 whether it sells beyond its stock.
 */
import { defineChannel } from '../channel.ts'
import { authorizeUrl, connect, listCatalogs, pickCatalog, readStore, refresh } from './account.ts'
import { App, Credentials } from './client.ts'
import { PER_SECOND } from './errors.ts'
import { listListings, readListings } from './listing-reads.ts'
import { AT_ONCE, createListing, HANDLE_MS, removeListing, updateListing, updateVariants } from './listing-writes.ts'

const MINUTE = 60_000

export const facebook = defineChannel({
  id: 'facebook',
  name: 'Facebook',
  proved: { account: ['notes'], listings: ['schema', 'clients', 'documents'] },
  badge: { colour: '#1B6FE0', glyph: 'M12.4 6.2h-1a1.6 1.6 0 0 0-1.6 1.6V14M8 10.2h4' },
  // A variant is an item of its own, so its number is ours; titles and pictures as documented.
  listing_limits: { title: 200, variants: 1000, options: 10, pictures: 21, catalog: true },
  settings: {
    /** Facebook's catalogs: an app of its own beside the one people sign in with. */
    META_APP_ID: { sandbox: 'sandbox-meta-app' },
    META_APP_SECRET: { sandbox: 'sandbox-meta-secret' },
    META_DIALOG_URL: { default: 'https://www.facebook.com', sandbox: '{sandbox}/facebook' },
    META_GRAPH_URL: { default: 'https://graph.facebook.com', sandbox: '{sandbox}/facebook' },
  },
  deploy: [
    {
      variables: ['META_APP_ID', 'META_APP_SECRET'],
      meaning:
        "Omni's app at Meta for Facebook catalogues, with catalog_management and business_management; it names `PUBLIC_URL`/callback as a redirect. `META_DIALOG_URL`, `META_GRAPH_URL` lead to a sandbox if need be",
      without: 'off',
    },
  ],
  needs: 'META_APP_ID',
  app: App,
  credentials: Credentials,
  limits: { per_second: PER_SECOND, burst: 20 },
  // A write is answered when its handle is finished, or given up on.
  times: {
    answers_within_ms: HANDLE_MS + MINUTE,
    lands_within_ms: HANDLE_MS + 2 * MINUTE,
    shows_within_ms: 15 * MINUTE,
  },
  variants_at_once: AT_ONCE,
  reads_all_every_ms: 60 * MINUTE,
  setup: (env) => ({
    app: {
      app_id: env['META_APP_ID'] ?? '',
      app_secret: env['META_APP_SECRET'] ?? '',
      dialog_url: env['META_DIALOG_URL'] ?? '',
      graph_url: env['META_GRAPH_URL'] ?? '',
    },
  }),
  account: { authorizeUrl, connect, refresh },
  outlets: { list: listCatalogs, pick: pickCatalog },
  storeAddress: catalogId,
  store: readStore,
  listings: {
    find: (call, { key }) => readListings(call, { remote_ids: [key] }),
    read: readListings,
    list: listListings,
    create: { send: createListing },
    update: { send: updateListing },
    variants: { send: updateVariants },
    remove: { send: removeListing },
  },
})

/** A catalog is known by its number. */
function catalogId(typed: string): string | null {
  const number = typed.trim().replace(/\/+$/, '')
  return /^\d{5,25}$/.test(number) ? number : null
}
