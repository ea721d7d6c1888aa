import { defineVendor } from '../../frame/define-vendor.ts'
import { answerRefusals } from '../../frame/refusal.ts'
import { accessRoutes } from './access.ts'
import { workBatches } from './batches.ts'
import { catalogRoutes } from './catalog-routes.ts'
import { makeCatalogs } from './catalogs.ts'
import { bookRoutes, control } from './control.ts'
import { expired, graphError } from './graph-error.ts'
import { storefrontRoutes } from './storefront.ts'
import { FACEBOOK_TABLES, type FacebookTables } from './tables.ts'

/**
 * Meta's product catalogs behind the Graph API: the dialog, tokens of an hour and of 60 days, businesses and their
 * catalogs, batches that are worked after they were answered, items, and a storefront page. Signing in with Facebook is
 * another vendor (identity). Written from Meta's own pages of 2025 and 2026: the guides of the Catalog Batch API (the
 * reply with 0 or 1 handle, validation_status, the status of a batch, its errors and invalid ids), the rate limits
 * (80009, 80014 and the usage header), the catalog fields (what an item needs), and Graph API error handling. From notes
 * alone: an UPDATE that is dropped without a word, and prices written for people.
 */
export const facebook = defineVendor<FacebookTables>({
  id: 'facebook',
  name: 'Facebook catalogs',
  kind: 'channel',
  badge: { glyph: 'f', colour: '#0866FF' },
  endpoints: [
    'dialog',
    'token',
    'me',
    'businesses',
    'catalogs',
    'catalog',
    'items_batch',
    'check_batch_request_status',
    'products',
  ],
  tables: FACEBOOK_TABLES,
  secretKeys: ['code', 'appsecret_proof', 'fb_exchange_token'],
  seed: (world) => makeCatalogs(world),
  routes(app, world) {
    answerRefusals(app, (message, status) => graphError(message, status >= 500 ? 2 : 100, { status }))
    storefrontRoutes(app, world)
    accessRoutes(app, world)
    catalogRoutes(app, world)
  },
  controlRoutes: bookRoutes,
  tick: (world) => workBatches(world),
  control,
  notFound: () => graphError('Unknown path components', 2500),
  expiredToken: () => expired(),
  rateLimited: () => graphError('(#4) Application request limit reached', 4),
  serverError: (_request, status) => graphError('Service temporarily unavailable', 2, { status }),
})
