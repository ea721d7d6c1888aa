import { defineVendor } from '../../frame/define-vendor.ts'
import { answerRefusals } from '../../frame/refusal.ts'
import { accessRoutes } from './access.ts'
import { makeAccounts } from './accounts.ts'
import { apiError, expired } from './api-error.ts'
import { bookRoutes, control } from './control.ts'
import { inputRoutes } from './input-routes.ts'
import { workChanges } from './processing.ts'
import { productRoutes } from './product-routes.ts'
import { storefrontRoutes } from './storefront.ts'
import { MERCHANT_TABLES, type MerchantTables } from './tables.ts'
import { withoutZeros } from './without-zeros.ts'

/**
 * Google's Merchant API v1: consent and tokens, accounts, data sources, product inputs, the products that are made of
 * them a while later and judged later still, reports, lapsing after 30 days, and a storefront page. Signing in with
 * Google is another vendor (identity). Replies leave out what is zero, empty or false, as proto3's JSON mapping does
 * (protobuf.dev, ProtoJSON format). Written from the service definitions (googleapis/googleapis: productinputs,
 * accounts, datasourcetypes and reports of v1, 2025 and 2026) and Google's guides on errors and quotas. From notes alone:
 * 404 for a missing input, the words of issues, and that an edit in Merchant Center shows at once.
 */
export const googleMerchant = defineVendor<MerchantTables>({
  id: 'google-merchant',
  corpus: 'google',
  name: 'Google Merchant Center',
  kind: 'channel',
  badge: { glyph: 'G', colour: '#1A73E8' },
  endpoints: [
    'auth',
    'token',
    'accounts',
    'account',
    'businessInfo',
    'quotas',
    'dataSources.list',
    'dataSources.create',
    'productInputs.insert',
    'productInputs.patch',
    'productInputs.delete',
    'products.list',
    'products.get',
    'reports.search',
  ],
  tables: MERCHANT_TABLES,
  secretKeys: ['code'],
  seed: (world) => makeAccounts(world),
  routes(app, world) {
    answerRefusals(app, (message, status) =>
      status >= 500 ? apiError('INTERNAL', message) : apiError('INVALID_ARGUMENT', message),
    )
    app.addHook('preSerialization', async (_request, _reply, payload) => withoutZeros(payload))
    storefrontRoutes(app, world)
    accessRoutes(app, world)
    inputRoutes(app, world)
    productRoutes(app, world)
  },
  controlRoutes: bookRoutes,
  tick: (world) => workChanges(world),
  control,
  notFound: () => apiError('NOT_FOUND', 'Method not found.'),
  expiredToken: () => expired(),
  rateLimited: () =>
    apiError('RESOURCE_EXHAUSTED', 'Quota exceeded for this method, per minute.', 'quota/request_rate_too_high'),
  serverError: (_request, status) => apiError('INTERNAL', 'Internal error encountered.', undefined, status),
})
