import { z } from 'zod'
import { supplyWorld } from '../../catalogue/make-world.ts'
import { defineVendor } from '../../frame/define-vendor.ts'
import { answerRefusals, Refusal } from '../../frame/refusal.ts'
import { slidingWindow } from '../../frame/sliding-window.ts'
import { bearerOf, holderOf, issueToken, TOKEN_TABLES, type TokenTables } from '../../frame/tokens.ts'
import { catalogRoutes } from './catalog-routes.ts'
import { EXPIRED, failed, refuse, TOO_MANY } from './errors.ts'

const CLIENT = { id: 'amzn1.sandbox', secret: 'sandbox-amazon-secret' }
const TOKEN_S = 3600
/** One a second at first, more with sales: this account has had some. */
const PER_SECOND = 5
const MARKETPLACES = ['www.amazon.com']

const Grant = z.object({
  grant_type: z.literal('client_credentials'),
  client_id: z.string(),
  client_secret: z.string(),
  scope: z.string().optional(),
})

/** Amazon's Creators API (the heir of PA-API 5), after our notes: no schema is published. */
export const amazon = defineVendor<TokenTables>({
  id: 'amazon',
  name: 'Amazon Creators API',
  kind: 'supplier',
  badge: { glyph: 'a', colour: '#131A22' },
  endpoints: ['token', 'searchItems', 'getItems', 'getVariations'],
  tables: TOKEN_TABLES,
  async routes(app, world) {
    answerRefusals(app, (message, status) =>
      status < 500 ? failed('ValidationException', message) : failed('InternalServerException', message),
    )
    const window = slidingWindow(PER_SECOND)

    app.post('/auth/o2/token', { config: { endpoint: 'token' } }, async (request) => {
      const grant = Grant.safeParse(request.body)
      if (!grant.success) {
        throw new Refusal({
          status: 400,
          body: {
            error: 'invalid_request',
            error_description: 'The request is missing a required parameter or has an unsupported grant type',
          },
        })
      }
      if (grant.data.client_id !== CLIENT.id || grant.data.client_secret !== CLIENT.secret) {
        throw new Refusal({
          status: 401,
          body: { error: 'invalid_client', error_description: 'Client authentication failed' },
        })
      }
      const { token } = await issueToken(world, 'access', CLIENT.id, TOKEN_S, 'Atc|')
      return { access_token: token, token_type: 'bearer', expires_in: TOKEN_S, scope: 'creatorsapi::default' }
    })

    await app.register(async (catalog) => {
      catalog.addHook('preHandler', async (request) => {
        const holder = await holderOf(world, 'access', bearerOf(request.headers.authorization))
        if (holder?.state !== 'valid') throw refuse('UnauthorizedException', EXPIRED)
        if (!MARKETPLACES.includes(String(request.headers['x-marketplace']))) {
          throw refuse('ValidationException', 'The marketplace provided in the header x-marketplace is invalid.')
        }
        if (window.take(CLIENT.id).left < 0) throw refuse('ThrottlingException', TOO_MANY)
      })
      catalogRoutes(catalog, world, supplyWorld(world.config))
    })
  },
  expiredToken: () => failed('UnauthorizedException', EXPIRED),
  rateLimited: () => failed('ThrottlingException', TOO_MANY),
  serverError: (_request, status) =>
    failed('InternalServerException', 'The request processing has failed because of an unknown error.', status),
})
