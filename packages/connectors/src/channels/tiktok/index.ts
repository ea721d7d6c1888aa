/**
 * TikTok Shop, Open API 202309. What was seen where (November 2026):
 * - signature, hosts, paths, which calls have no shop cipher, tokens: EcomPHP/tiktokshop-php and hsib19/tiktok-shop-sdk.
 * - fields of requests and replies, types of messages: the types of hsib19/tiktok-shop-sdk, and the vendor's pages as kept
 *   in lazykern/ecommerce-api-docs; codes of errors per endpoint: those pages alone.
 * - a list of SKUs replaces all of them and blanks what is left out, prices and stock have calls of their own that need a
 *   product that is shown, a change of a shown product is looked through first (`return_under_review_version`): the pages.
 * - v2 is the tree of categories of US shops, v1 that of others: the text of code 12052217 on the pages.
 * - the signature of messages: EcomPHP/tiktokshop-php, and our notes of three more clients.
 * - what a category asks for: required attributes are the rule (our notes of two US clients, the Prop 65 pair and dangerous
 *   goods); the rules of a category as `{is_supported, is_required}` by name: a Thai shop's client that read them live, and the
 *   types of hsib19/tiktok-shop-sdk. Brands that may be chosen: the same two (live it spells "UNAUTHORIEZD").
 * - `size_chart` as one list of `template_id` and `template_name`: a Brazilian client's note of the reply, and the types of a
 *   TypeScript client. Manufacturers and responsible persons of 202501 with `regional_profiles`: a Go client's types and
 *   hsib19/tiktok-shop-sdk; that other sellers are refused with 38023050: an extract of the vendor's page.
 * From notes or memory alone, to be confirmed with a live shop: that a refresh token may be used once, that `seller_skus`
 * finds exact matches, that a repeated `idempotency_key` answers the first product, that a quantity of 0 is taken, that
 * editing a switched-off product leaves it so, that the time of change moves with stock and price, where buyers see a product.
 * TikTok Shop has no tags, vendor, product type, SEO texts and texts of pictures: they are not sent and read back empty.
 * A picture per variant is not sent: only one option may carry pictures, and they are files of another kind.
 * Orders: orders.ts. Parcels: fulfilments.ts. Cancelled sales: cancel.ts.
 */
import { defineChannel } from '../channel.ts'
import { authorizeUrl, connect, readStore, refresh } from './account.ts'
import { OLD_SECRETS } from '../../old-secrets.ts'
import { App, Credentials, storeAddress } from './app.ts'
import { READ_AND_WRITE_UNITS, WRITE_UNITS } from './client.ts'
import { cancelCost, cancelOrder } from './cancel.ts'
import { createFulfilment, fulfilCost, readFulfilments, updateFulfilment } from './fulfilments.ts'
import { findListings, listListings, readListings } from './listing-reads.ts'
import { createListing, removeListing, updateListing, updateStock, updateVariants } from './listing-writes.ts'
import { listOrders, readOrders } from './orders.ts'
import { uploadPicture } from './pictures.ts'
import {
  readAsks,
  readCategories,
  readChoices,
  readPrerequisites,
  readWarehouses,
  recommendCategory,
} from './requirements.ts'
import { listSubscriptions, secretsOf, subscribe, TOPICS, unsubscribe, verify } from './webhooks.ts'

const SECOND = 1000
const cost = { units: READ_AND_WRITE_UNITS }

export const tiktok = defineChannel({
  id: 'tiktok',
  name: 'TikTok Shop',
  proved: {
    account: ['clients'],
    listings: ['clients', 'documents'],
    requirements: ['clients', 'documents'],
    orders: ['clients', 'documents'],
    cancelling: ['clients', 'documents'],
    fulfilments: ['clients', 'documents'],
    webhooks: ['clients'],
  },
  badge: { colour: '#15171C', glyph: 'M10.6 6v6.2a2 2 0 1 1-2-2M10.6 6a3 3 0 0 0 3 2.6' },
  // The vendor's page of creating a product (November 2026): titles and the number of SKUs by country.
  listing_limits: {
    title: 255,
    title_least: 25,
    variants: 100,
    options: 3,
    pictures: 9,
    // Chinese signs, emoji and HTML entities.
    marketplace: {
      option_name: 20,
      option_value: 50,
      title_symbols: String.raw`[\p{Script=Han}\p{Extended_Pictographic}]|&#?\w+;`,
    },
    countries: [
      { of: ['BR', 'MX'], title: 300 },
      { of: ['BR', 'DE', 'ES', 'FR', 'IE', 'IT', 'JP', 'MX', 'GB', 'US'], title_least: 1, variants: 300 },
    ],
  },
  // A marketplace takes a share of each sale (spec: not shown).
  fee_percent: 6,
  // Other stores' schemas have a field for it; that this app fills it with the order's id is an assumption, to be
  // confirmed with a live store. Where it does not, nothing is merged.
  sold_as: String.raw`tik\s?tok`,
  settings: {
    TIKTOK_APP_KEY: { sandbox: '6sandboxtik1' },
    TIKTOK_APP_SECRET: { sandbox: 'sandbox-tiktok-secret' },
    TIKTOK_OLD_SECRETS: { pattern: OLD_SECRETS },
    TIKTOK_SERVICE_ID: { sandbox: '7300000000000000001' },
    TIKTOK_API_URL: { default: 'https://open-api.tiktokglobalshop.com', sandbox: '{sandbox}/tiktok' },
    TIKTOK_AUTH_URL: { default: 'https://auth.tiktok-shops.com', sandbox: '{sandbox}/tiktok' },
    /** Shops of the US have an application, a secret and a page of their own: services.us.tiktokshop.com. */
    TIKTOK_CONSENT_URL: {
      default: 'https://services.tiktokshop.com/open/authorize',
      sandbox: '{sandbox}/tiktok/open/authorize',
    },
    /** `{id}` stands for the product. */
    TIKTOK_PRODUCT_URL: {
      default: 'https://shop.tiktok.com/view/product/{id}',
      sandbox: '{sandbox}/tiktok/view/product/{id}',
    },
  },
  deploy: [
    {
      variables: ['TIKTOK_APP_KEY', 'TIKTOK_APP_SECRET', 'TIKTOK_SERVICE_ID'],
      meaning:
        "Omni's app at TikTok Shop: sellers connect their shops through it. Its redirect address there is `PUBLIC_URL/callback?platform=tiktok`. An app serves the US or the rest of the world; for the US `TIKTOK_CONSENT_URL` is `https://services.us.tiktokshop.com/open/authorize`. `TIKTOK_OLD_SECRETS` keeps a replaced secret valid until a day (see below). `TIKTOK_API_URL`, `TIKTOK_AUTH_URL` and `TIKTOK_PRODUCT_URL` (`{id}`) lead to a sandbox if need be",
      without: 'off',
    },
  ],
  needs: 'TIKTOK_APP_KEY',
  app: App,
  credentials: Credentials,
  limits: { per_second: 5, burst: 5 },
  times: { answers_within_ms: 60 * SECOND, lands_within_ms: 120 * SECOND, shows_within_ms: 300 * SECOND },
  // All SKUs of a product go in one list, and no product has more.
  variants_at_once: 300,
  setup: (env) => ({
    app: {
      app_key: env['TIKTOK_APP_KEY'] ?? '',
      app_secret: env['TIKTOK_APP_SECRET'] ?? '',
      old_secrets: env['TIKTOK_OLD_SECRETS'] ?? '',
      service_id: env['TIKTOK_SERVICE_ID'] ?? '',
      api_url: env['TIKTOK_API_URL'] ?? '',
      auth_url: env['TIKTOK_AUTH_URL'] ?? '',
      consent_url: env['TIKTOK_CONSENT_URL'] ?? '',
      product_url: env['TIKTOK_PRODUCT_URL'] ?? '',
    },
  }),
  account: { authorizeUrl, connect, refresh },
  store_unasked: true,
  storeAddress: (typed) => storeAddress(typed),
  store: readStore,
  listings: {
    find: findListings,
    read: readListings,
    list: listListings,
    create: { cost: { units: WRITE_UNITS }, send: createListing },
    update: { cost, send: updateListing },
    variants: { cost, send: updateVariants },
    stock: { cost, send: updateStock },
    remove: { cost: { units: WRITE_UNITS }, send: removeListing },
  },
  orders: { read: readOrders, list: listOrders, cancel: { cost: cancelCost, send: cancelOrder } },
  cancelling_pays_back: true,
  one_number: true,
  fulfilments: {
    read: readFulfilments,
    create: { cost: fulfilCost, send: createFulfilment },
    update: { cost: fulfilCost, send: updateFulfilment },
  },
  pictures: { upload: uploadPicture },
  requirements: {
    warehouses: readWarehouses,
    prerequisites: readPrerequisites,
    categories: readCategories,
    recommend: recommendCategory,
    asks: readAsks,
    choices: readChoices,
  },
  webhooks: {
    topics: TOPICS,
    secretsOf,
    list: listSubscriptions,
    subscribe: { send: subscribe },
    unsubscribe: { send: unsubscribe },
    verify,
  },
})
