import type { FastifyInstance, FastifyRequest } from 'fastify'
import { spend, type UsageTables } from '../../frame/daily-usage.ts'
import { Refusal } from '../../frame/refusal.ts'
import { bearerOf, holderOf, issueToken, type TokenTables } from '../../frame/tokens.ts'
import type { World } from '../../frame/world.ts'
import { refuse } from './errors.ts'

export type EbayTables = TokenTables & UsageTables

const APP_ID = 'sandbox-ebay-app'
const CERT_ID = 'sandbox-ebay-cert'
const SCOPE = 'https://api.ebay.com/oauth/api_scope'
const TOKEN_S = 7200
const MINTED_A_DAY = 1000
export const CALLS_A_DAY = 5000
const MARKETPLACES = 'AT AU BE CA CH DE ES FR GB HK IE IT NL PL SG US'.split(' ').map((country) => `EBAY_${country}`)
const IMAGE_MARKETPLACES = ['EBAY_US', 'EBAY_GB', 'EBAY_DE', 'EBAY_AU']

const oauthError = (status: number, error: string, error_description: string) =>
  new Refusal({ status, body: { error, error_description } })

/** Application tokens: the client's id and secret for two hours of reading. */
export function tokenRoute(app: FastifyInstance, world: World<EbayTables>) {
  app.post('/identity/v1/oauth2/token', { config: { endpoint: 'token' } }, async (request) => {
    const basic = /^Basic (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (Buffer.from(basic, 'base64').toString() !== `${APP_ID}:${CERT_ID}`) {
      throw oauthError(401, 'invalid_client', 'client authentication failed')
    }
    const form = new URLSearchParams(request.rawBody ?? '')
    if (form.get('grant_type') !== 'client_credentials') {
      throw oauthError(
        400,
        'unsupported_grant_type',
        'grant type in request is not supported by the authorization server',
      )
    }
    if (!(form.get('scope') ?? '').split(' ').includes(SCOPE)) {
      throw oauthError(
        400,
        'invalid_scope',
        'The requested scope is invalid, unknown, malformed, or exceeds the scope granted to the client',
      )
    }
    if (!(await spend(world, 'token', 1, MINTED_A_DAY))) {
      throw oauthError(429, 'too_many_requests', 'the application has minted too many tokens today')
    }
    const { token } = await issueToken(world, 'access', APP_ID, TOKEN_S, 'v^1.1#i^1#p^1#')
    return { access_token: token, expires_in: TOKEN_S, token_type: 'Application Access Token' }
  })
}

/** Token, marketplace, then the day's calls; getItems has a budget of its own. */
export async function checkCall(
  world: World<EbayTables>,
  request: FastifyRequest,
  kind: 'search' | 'image' | 'item' | 'items',
) {
  const holder = await holderOf(world, 'access', bearerOf(request.headers.authorization))
  if (holder?.state !== 'valid') throw refuse(1001)
  const marketplace = request.headers['x-ebay-c-marketplace-id'] ?? 'EBAY_US'
  const allowed = kind === 'image' ? IMAGE_MARKETPLACES : MARKETPLACES
  if (typeof marketplace !== 'string' || !allowed.includes(marketplace)) {
    const parameters = { marketplaceId: String(marketplace), allowedMarketplaces: allowed.join(', ') }
    throw kind === 'search' || kind === 'image' ? refuse(12019, parameters) : refuse(11011, parameters)
  }
  if (!(await spend(world, kind === 'items' ? 'browse.items' : 'browse', 1, CALLS_A_DAY))) throw refuse(2001)
}

export interface BuyerPlace {
  country: string
  /** Without one, shipping that the seller has calculated has no price. */
  zip: string | undefined
}

/** Where the buyer is: decides shipping. */
export function placeOf(request: FastifyRequest): BuyerPlace {
  const context = decodeURIComponent(
    String(request.headers['x-ebay-c-enduserctx'] ?? '').replace(/%(?![0-9A-Fa-f]{2})/g, ''),
  )
  return { country: /country=([A-Z]{2})/.exec(context)?.[1] ?? 'US', zip: /zip=([\w -]{3,10})/.exec(context)?.[1] }
}
