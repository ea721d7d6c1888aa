import { buyWhatIsDue } from '../../customers/habit.ts'
import { defineVendor } from '../../frame/define-vendor.ts'
import { answerRefusals } from '../../frame/refusal.ts'
import { billWhatIsDue } from './app-billing.ts'
import { billingBooks } from './app-billing-control.ts'
import { appBillingPages } from './app-billing-pages.ts'
import { bookRoutes } from './books.ts'
import { openBuckets, type Buckets } from './bucket.ts'
import { bulkRoutes } from './bulk.ts'
import { control } from './control.ts'
import { PING } from './fulfillment-service.ts'
import { faultThrottle, graphqlRoutes, UNAUTHORIZED } from './graphql-routes.ts'
import { openDownloads } from './media.ts'
import { oauthRoutes } from './oauth-routes.ts'
import { partnerRoutes } from './partner-routes.ts'
import { buyNowAndThen } from './order-control.ts'
import { makeShops } from './shops.ts'
import { storefrontRoutes } from './storefront.ts'
import { SHOPIFY_TABLES, type ShopifyTables, type ShopifyWorld } from './tables.ts'
import { COMPLIANCE, TOPICS } from './webhooks.ts'

const BROKEN_PAGE = `<!DOCTYPE html><html lang="en"><head><title>Something went wrong</title></head>
<body><h1>Something went wrong.</h1><p>What's happening? There's a problem with this page.</p></body></html>`

const buckets = new WeakMap<ShopifyWorld, Buckets>()
const bucketsOf = (world: ShopifyWorld) => {
  const known = buckets.get(world)
  if (known) return known
  const opened = openBuckets()
  buckets.set(world, opened)
  return opened
}
/** Started by a tick of its own world; a world is one shop keeper's machine. */
const downloads = new WeakMap<ShopifyWorld, () => void>()
const downloadsOf = (world: ShopifyWorld) => {
  const known = downloads.get(world)
  if (known) return known
  const opened = openDownloads(world)
  downloads.set(world, opened)
  return opened
}

/**
 * Shopify's Admin API (GraphQL, 2026-10) for many shops, each below `/shopify/{shop}`, with its consent page, tokens
 * that end and rotate, a cost ledger, webhooks and a storefront. Sources: Shopify's published schema (types, user error
 * codes, prices of productSet), its changelog (expiring tokens, refresh tokens that may be used again until the next
 * one is), its pages on rate limits and custom ids; 401 and 402 bodies as seen in other clients' issues. From notes
 * alone: which code a blank title gets, what a missing metafield definition answers, what "Cancel" leads to.
 */
export const shopify = defineVendor<ShopifyTables>({
  id: 'shopify',
  name: 'Shopify',
  kind: 'channel',
  badge: { glyph: 'S', colour: '#5E8E3E' },
  endpoints: [
    'oauth.authorize',
    'oauth.access_token',
    'shop',
    'nodes',
    'order',
    'orders',
    'product',
    'products',
    'productByIdentifier',
    'productSet',
    'productDelete',
    'productVariantsBulkCreate',
    'productVariantsBulkUpdate',
    'productVariantsBulkDelete',
    'inventorySetQuantities',
    'metafieldDefinitionCreate',
    'publications',
    'publishablePublish',
    'publishableUnpublish',
    'fulfillmentCreate',
    'fulfillmentTrackingInfoUpdate',
    'assignedFulfillmentOrders',
    'fulfillmentServiceCreate',
    'fulfillmentServiceUpdate',
    'fulfillmentOrderAcceptFulfillmentRequest',
    'fulfillmentOrderRejectFulfillmentRequest',
    'fulfillmentOrderAcceptCancellationRequest',
    'fulfillmentOrderRejectCancellationRequest',
    PING,
    'orderCancel',
    'refundCreate',
    'tagsAdd',
    'tagsRemove',
    'webhookSubscriptions',
    'webhookSubscriptionCreate',
    'webhookSubscriptionDelete',
    'bulkOperationRunQuery',
    'bulkOperation',
    'currentAppInstallation',
    'appSubscriptionCreate',
    'appSubscriptionCancel',
    'appPurchaseOneTimeCreate',
    'charge_page',
    'partner.transactions',
    ...TOPICS,
    ...COMPLIANCE,
  ],
  tables: SHOPIFY_TABLES,
  secretKeys: ['x-shopify-access-token', 'code'],
  seed(world) {
    bucketsOf(world).fill()
    return makeShops(world)
  },
  routes(app, world) {
    answerRefusals(app, (message, status) => ({ status, body: { errors: message } }))
    oauthRoutes(app, world)
    graphqlRoutes(app, world, bucketsOf(world), downloadsOf(world))
    bulkRoutes(app, world)
    appBillingPages(app, world)
    partnerRoutes(app, world)
    storefrontRoutes(app, world)
  },
  controlRoutes(app, world) {
    bookRoutes(app, world)
    billingBooks(app, world)
  },
  async tick(world) {
    downloadsOf(world)()
    await billWhatIsDue(world)
    await buyWhatIsDue(world, (shop) => buyNowAndThen(world, shop))
  },
  control,
  sendsCallbacks: true,
  notFound: () => ({ status: 404, body: { errors: 'Not Found' } }),
  expiredToken: () => UNAUTHORIZED,
  rateLimited: () => ({ status: 200, body: faultThrottle() }),
  serverError: (_request, status) => ({
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: BROKEN_PAGE,
  }),
})
