import type { Brand } from './brand.ts'
import { facebookExpired, facebookRoutes } from './facebook-routes.ts'
import { FACEBOOK_TABLES, type FacebookTables } from './facebook-tables.ts'
import type { IdentityTables } from './tables.ts'

export const facebook: Brand<IdentityTables & FacebookTables> = {
  id: 'facebook',
  endpoints: ['facebook.dialog', 'facebook.token', 'facebook.me'],
  tables: FACEBOOK_TABLES,
  routes: facebookRoutes,
  expired: facebookExpired,
  async revoke({ db }) {
    const { numDeletedRows } = await db.deleteFrom('facebook_tokens').executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  },
}
