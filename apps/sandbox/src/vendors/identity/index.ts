import { z } from 'zod'
import { action, defineVendor } from '../../frame/define-vendor.ts'
import { chooserStyle } from './chooser-page.ts'
import { facebookExpired, facebookRoutes } from './facebook-routes.ts'
import { googleRoutes } from './google-routes.ts'
import { avatar, BUILT_IN, findPerson } from './people.ts'
import { IDENTITY_TABLES, type IdentityTables } from './tables.ts'

/** Where people come from when they sign in with Google or Facebook. */
export const identity = defineVendor<IdentityTables>({
  id: 'identity',
  name: 'Social sign-in',
  kind: 'service',
  badge: { glyph: 'ID', colour: '#1A73C8' },
  endpoints: [
    'google.discovery',
    'google.keys',
    'google.authorize',
    'google.token',
    'google.userinfo',
    'facebook.dialog',
    'facebook.token',
    'facebook.me',
  ],
  tables: IDENTITY_TABLES,
  async seed(world) {
    await world.db
      .insertInto('people')
      .values([...BUILT_IN])
      .onConflict((c) => c.doNothing())
      .execute()
  },
  async routes(app, world) {
    chooserStyle(app)
    app.get<{ Params: { file: string } }>('/people/:file', { config: { asset: true } }, async (request, reply) => {
      const sub = /^(\d{1,40})\.svg$/.exec(request.params.file)?.[1]
      const person = sub === undefined ? undefined : await findPerson(world.db, sub)
      if (!person) return reply.code(404).send({ error: 'not_found', message: 'There is no such picture' })
      return reply.type('image/svg+xml').header('cache-control', 'max-age=60').send(avatar(person))
    })
    await googleRoutes(app, world)
    facebookRoutes(app, world)
  },
  expiredToken: (request) =>
    request.url.startsWith('/identity/facebook')
      ? facebookExpired()
      : {
          status: 401,
          headers: { 'www-authenticate': 'Bearer error="invalid_token", error_description="Invalid Credentials"' },
          body: { error: 'invalid_token', error_description: 'Invalid Credentials' },
        },
  control: {
    revoke_tokens: action({
      label: 'Revoke all sign-ins',
      input: z.strictObject({}),
      async run(world) {
        const models = ['AccessToken', 'RefreshToken', 'Grant']
        const google = await world.db.deleteFrom('oidc').where('model', 'in', models).executeTakeFirst()
        const facebook = await world.db.deleteFrom('facebook_tokens').executeTakeFirst()
        return { google: Number(google.numDeletedRows), facebook: Number(facebook.numDeletedRows) }
      },
    }),
  },
})
