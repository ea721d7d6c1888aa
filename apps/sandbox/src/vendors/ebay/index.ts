import { z } from 'zod'
import { supplyWorld } from '../../catalogue/make-world.ts'
import { offerActions } from '../../catalogue/offer-actions.ts'
import { setUsed, USAGE_TABLES } from '../../frame/daily-usage.ts'
import { action, defineVendor } from '../../frame/define-vendor.ts'
import { answerRefusals } from '../../frame/refusal.ts'
import { TOKEN_TABLES } from '../../frame/tokens.ts'
import { orderActions, orderBooks } from '../../orders/control.ts'
import { ORDER_TABLES, type OrderTables } from '../../orders/tables.ts'
import { SHOP_ENDPOINTS, shopCounter } from '../../shop/shop-routes.ts'
import { itemId } from './dress.ts'
import { failed } from './errors.ts'
import { CALLS_A_DAY, type EbayTables, tokenRoute } from './guard.ts'
import { itemRoutes } from './item-routes.ts'
import { searchRoutes } from './search-routes.ts'

/**
 * eBay Browse API v1.10 below `/ebay`. Answers are checked against eBay's own OpenAPI document in the test beside. Sources
 * other than the connector's: the types of a Go client (`items` and `commonDescriptions` of a group), and the tests of a
 * TypeScript provider and of a script for a listing with variations, which is answered with 11006.
 */
export const ebay = defineVendor<EbayTables & OrderTables>({
  id: 'ebay',
  name: 'eBay',
  kind: 'supplier',
  badge: { glyph: 'e', colour: '#0064D2' },
  endpoints: [
    'token',
    'search',
    'search_by_image',
    'get_item',
    'get_item_by_legacy_id',
    'get_items',
    'get_items_by_item_group',
    ...SHOP_ENDPOINTS,
  ],
  tables: TOKEN_TABLES + USAGE_TABLES + ORDER_TABLES,
  takesOrders: true,
  controlRoutes: (app, world) => orderBooks(app, 'ebay', world),
  async routes(app, world) {
    await shopCounter(app, world, { source: 'ebay', prefix: 'EB-', skuOf: itemId })
    answerRefusals(app, (_message, status) => (status < 500 ? failed(11012) : failed(11000)))
    const supply = supplyWorld(world.config)
    tokenRoute(app, world)
    await app.register(
      async (browse) => {
        searchRoutes(browse, world, supply)
        itemRoutes(browse, world, supply)
      },
      { prefix: '/buy/browse/v1' },
    )
  },
  expiredToken: () => failed(1001),
  rateLimited: () => failed(2001),
  serverError: (request, status) => failed(request.url.includes('/item_summary/') ? 12000 : 11000, {}, status),
  control: {
    ...offerActions('ebay'),
    ...orderActions(),
    use_up_calls: action({
      label: "Use up today's calls",
      input: z.strictObject({}),
      async run(world) {
        await setUsed(world, 'browse', CALLS_A_DAY)
        return { used: CALLS_A_DAY }
      },
    }),
  },
})
