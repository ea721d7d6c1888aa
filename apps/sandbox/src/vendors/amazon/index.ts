import { supplyWorld } from '../../catalogue/make-world.ts'
import { offerActions } from '../../catalogue/offer-actions.ts'
import { spend, USAGE_TABLES, type UsageTables } from '../../frame/daily-usage.ts'
import { defineVendor } from '../../frame/define-vendor.ts'
import { answerRefusals } from '../../frame/refusal.ts'
import { slidingWindow } from '../../frame/sliding-window.ts'
import { bearerOf, holderOf, TOKEN_TABLES, type TokenTables } from '../../frame/tokens.ts'
import { orderActions, orderBooks } from '../../orders/control.ts'
import { ORDER_TABLES, type OrderTables } from '../../orders/tables.ts'
import { SHOP_ENDPOINTS, shopCounter } from '../../shop/shop-routes.ts'
import { accountBy, ACCOUNTS, callsADay, PARTNER_TAGS } from './accounts.ts'
import { catalogRoutes } from './catalog-routes.ts'
import { asinOf } from './dress.ts'
import { EXPIRED, failed, refuse, TOO_MANY } from './errors.ts'
import { tokenRoutes } from './token-routes.ts'

/**
 * Amazon's Creators API (the heir of PA-API 5): no schema is published. Sources other than the connector's: the models of
 * Amazon's own JavaScript SDK of 2025 (Item, OfferListingV2, VariationsResult), as a site keeps them. Errors and limits are
 * from our notes.
 */
export const amazon = defineVendor<TokenTables & UsageTables & OrderTables>({
  id: 'amazon',
  name: 'Amazon Creators API',
  kind: 'supplier',
  badge: { glyph: 'a', colour: '#131A22' },
  endpoints: ['token', 'searchItems', 'getItems', 'getVariations', ...SHOP_ENDPOINTS],
  tables: TOKEN_TABLES + USAGE_TABLES + ORDER_TABLES,
  takesOrders: true,
  control: { ...orderActions(), ...offerActions('amazon') },
  controlRoutes: (app, world) => orderBooks(app, 'amazon', world),
  async routes(app, world) {
    await shopCounter(app, world, { source: 'amazon', prefix: 'AM-', skuOf: asinOf })
    answerRefusals(app, (message, status) =>
      status < 500 ? failed('ValidationException', message) : failed('InternalServerException', message),
    )
    tokenRoutes(app, world)
    const windows = new Map(ACCOUNTS.map((account) => [account.id, slidingWindow(account.per_second)]))

    await app.register(async (catalog) => {
      catalog.addHook('preHandler', async (request) => {
        const { authorization } = request.headers
        const holder = await holderOf(world, 'access', bearerOf(authorization))
        const account = accountBy(holder?.account)
        // A token of version 2 names its version behind itself; one of version 3 does not.
        const named = /, Version 2\.\d$/.test(authorization ?? '')
        if (holder?.state !== 'valid' || !account || named !== (account.version === 2))
          throw refuse('UnauthorizedException', EXPIRED)
        if (!Object.hasOwn(PARTNER_TAGS, String(request.headers['x-marketplace']))) {
          throw refuse('ValidationException', 'The marketplace provided in the header x-marketplace is invalid.')
        }
        if ((windows.get(account.id)?.take(account.id).left ?? -1) < 0) throw refuse('ThrottlingException', TOO_MANY)
        if (!(await spend(world, account.id, 1, callsADay(account)))) throw refuse('ThrottlingException', TOO_MANY)
      })
      catalogRoutes(catalog, world, supplyWorld(world.config))
    })
  },
  expiredToken: () => failed('UnauthorizedException', EXPIRED),
  rateLimited: () => failed('ThrottlingException', TOO_MANY),
  serverError: (_request, status) =>
    failed('InternalServerException', 'The request processing has failed because of an unknown error.', status),
})
