import { buyWhatIsDue } from '../../customers/habit.ts'
import { defineVendor } from '../../frame/define-vendor.ts'
import { answerRefusals } from '../../frame/refusal.ts'
import { authRoutes } from './auth-routes.ts'
import { cancelRoutes } from './cancel-routes.ts'
import { bookRoutes } from './books.ts'
import { control } from './control.ts'
import { failure } from './envelope.ts'
import { EXPIRED, THROTTLED } from './guard.ts'
import { imageRoutes } from './images.ts'
import { buyNowAndThen, orderControl } from './order-control.ts'
import { orderRoutes } from './order-routes.ts'
import { packageRoutes } from './package-routes.ts'
import { productRoutes } from './product-routes.ts'
import { reviewDue } from './products.ts'
import { shopRoutes } from './shop-routes.ts'
import { makeShops } from './shops.ts'
import { skuRoutes } from './sku-routes.ts'
import { storefrontRoutes } from './storefront.ts'
import { TIKTOK_TABLES, type TikTokTables } from './tables.ts'
import { TOPICS } from './webhooks.ts'

/**
 * TikTok Shop's Open API (202309) for many shops: consent page, tokens, products that are looked through before buyers
 * see them, messages, a storefront. Written from the vendor's own pages as kept in lazykern/ecommerce-api-docs: signing,
 * limits, common errors, the pages and error lists of each endpoint, the topics of messages; brands, tables of sizes and who
 * answers for goods in the EU besides from extracts of the vendor's pages that other people keep.
 * Ours, because no page tells: in which order checks run, that a repeated idempotency_key answers the first product,
 * that a refresh token is good once, what a wrong code answers, that a quantity of 0 is taken, that an edit leaves a
 * switched-off product so, that an order's time of change does not move with a refund, that nothing tells of a deletion by the merchant. A request may be dated up to half an hour
 * ahead (30 seconds at the vendor), and messages go to http addresses with a port.
 */
export const tiktok = defineVendor<TikTokTables>({
  id: 'tiktok',
  name: 'TikTok Shop',
  kind: 'channel',
  badge: { glyph: 'T', colour: '#15171C' },
  endpoints: [
    'consent',
    'token.get',
    'token.refresh',
    'shops',
    'warehouses',
    'prerequisites',
    'categories',
    'categories.recommend',
    'categories.attributes',
    'categories.rules',
    'brands',
    'sizecharts',
    'manufacturers',
    'responsible_persons',
    'images.upload',
    'products.create',
    'products.get',
    'products.search',
    'products.edit',
    'products.prices',
    'products.inventory',
    'products.activate',
    'products.deactivate',
    'products.delete',
    'orders.get',
    'orders.search',
    'returns.search',
    'shipping_providers',
    'packages.ship',
    'packages.update',
    'cancellations.create',
    'webhooks',
    ...Object.keys(TOPICS),
  ],
  tables: TIKTOK_TABLES,
  secretKeys: ['x-tts-access-token', 'auth_code', 'code', 'app_secret', 'sign'],
  seed: (world) => makeShops(world),
  routes(app, world) {
    answerRefusals(app, (message, status) => failure(status < 500 ? 36009022 : 36009003, message, status))
    authRoutes(app, world)
    imageRoutes(app, world)
    shopRoutes(app, world)
    skuRoutes(app, world)
    productRoutes(app, world)
    orderRoutes(app, world)
    packageRoutes(app, world)
    cancelRoutes(app, world)
    storefrontRoutes(app, world)
  },
  controlRoutes: bookRoutes,
  async tick(world) {
    await reviewDue(world)
    await buyWhatIsDue(world, (shop) => buyNowAndThen(world, shop))
  },
  control: { ...control, ...orderControl },
  sendsCallbacks: true,
  notFound: () => failure(36009009, 'Invalid path. The specified path does not match any available endpoint.', 404),
  expiredToken: () => failure(105002, EXPIRED, 401),
  rateLimited: () => failure(36009002, THROTTLED, 429),
  serverError: (_request, status) => failure(36009003, 'Internal error. Please try again.', status),
})
