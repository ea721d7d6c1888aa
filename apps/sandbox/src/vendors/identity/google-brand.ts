import type { Brand } from './brand.ts'
import { googleRoutes } from './google-routes.ts'

export const google: Brand = {
  id: 'google',
  endpoints: ['google.discovery', 'google.keys', 'google.authorize', 'google.token', 'google.userinfo'],
  routes: googleRoutes,
  expired: () => ({
    status: 401,
    headers: { 'www-authenticate': 'Bearer error="invalid_token", error_description="Invalid Credentials"' },
    body: { error: 'invalid_token', error_description: 'Invalid Credentials' },
  }),
  async revoke({ db }) {
    const models = ['AccessToken', 'RefreshToken', 'Grant']
    const { numDeletedRows } = await db.deleteFrom('oidc').where('model', 'in', models).executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  },
}
