import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bearerOf, holderOf, issueToken, revokeTokens } from '../../frame/tokens.ts'
import { sendPage } from '../identity/chooser-page.ts'
import { consentPage, consentProblem } from '../identity/consent-page.ts'
import { expired, refuseGraph } from './graph-error.ts'
import { Refusal } from '../../frame/refusal.ts'
import type { FacebookWorld } from './tables.ts'

/** The application that Omni is at Meta, as a business app with access to catalogs. */
export const APP_ID = 'sandbox-meta-app'
export const APP_SECRET = 'sandbox-meta-secret'
/** Everything in the sandbox belongs to one person. */
export const PERSON = { id: '122093456781', name: 'Maya Okafor' }

const CODE_S = 600
const SHORT_S = 3600
const LONG_S = 60 * 86_400

type Params = Record<string, string | undefined>

/** Query and form are one to Facebook. */
function paramsOf(request: FastifyRequest): Params {
  const all = Object.entries({ ...(request.query as object), ...(request.body as object) }) // only spread
  return Object.fromEntries(all.map(([key, value]) => [key, typeof value === 'string' ? value : undefined]))
}

const same = (a: string, b: string) => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Who is asking; a token without its proof is refused, as an app can demand it in its settings. */
export async function mustBeAllowed(world: FacebookWorld, request: FastifyRequest): Promise<void> {
  const params = paramsOf(request)
  const token = bearerOf(request.headers.authorization) ?? params['access_token']
  if (!token) throw refuseGraph('An access token is required to request this resource.', 104)
  const holder = await holderOf(world, 'access', token)
  if (!holder) throw refuseGraph('Invalid OAuth access token - Cannot parse access token', 190)
  if (holder.state === 'expired') throw new Refusal(expired())
  const proof = createHmac('sha256', APP_SECRET).update(token).digest('hex')
  if (!same(params['appsecret_proof'] ?? '', proof))
    throw refuseGraph('Invalid appsecret_proof provided in the API argument', 100)
}

export function accessRoutes(app: FastifyInstance, world: FacebookWorld) {
  const origin = () => new URL(world.config.omni_url).origin
  const dialog = { config: { endpoint: 'dialog' } }
  const path = '/:version/dialog/oauth'

  const problemOf = (params: Params): string | undefined => {
    if (params['client_id'] !== APP_ID) return 'Invalid App ID: The provided app ID does not look like a valid app ID.'
    const back = URL.parse(params['redirect_uri'] ?? '')
    return back?.origin === origin() ? undefined : 'URL blocked: this redirect URI is not whitelisted.'
  }
  const carried = (params: Params) =>
    Object.fromEntries(
      ['client_id', 'redirect_uri', 'state', 'scope', 'response_type'].map((name) => [name, params[name] ?? '']),
    )

  app.get(path, dialog, async (request, reply) => {
    const params = paramsOf(request)
    const problem = problemOf(params)
    if (problem) return sendPage(reply, 400, consentProblem('Facebook', problem))
    const access = (params['scope'] ?? '').split(',').map((scope) => scope.replaceAll('_', ' '))
    const action = request.url.split('?')[0] ?? ''
    return sendPage(reply, 200, consentPage({ brand: 'Facebook', action, hidden: carried(params), access }))
  })

  const back = (reply: FastifyReply, params: Params, answer: Record<string, string>) => {
    const url = new URL(params['redirect_uri'] ?? origin())
    for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
    if (params['state']) url.searchParams.set('state', params['state'])
    return reply.redirect(url.href, 302)
  }

  app.post(path, dialog, async (request, reply) => {
    const params = paramsOf(request)
    const problem = problemOf(params)
    if (problem) return sendPage(reply, 400, consentProblem('Facebook', problem))
    if (params['decision'] !== 'allow')
      return back(reply, params, {
        error: 'access_denied',
        error_reason: 'user_denied',
        error_description: 'Permissions error',
      })
    // The code is tied to the address it was asked with.
    const { token } = await issueToken(world, 'code', params['redirect_uri'] ?? '', CODE_S, 'AQ')
    return back(reply, params, { code: token })
  })

  app.route({
    method: ['GET', 'POST'],
    url: '/:version/oauth/access_token',
    config: { endpoint: 'token' },
    handler: async (request) => {
      const params = paramsOf(request)
      if (params['client_id'] !== APP_ID) throw refuseGraph('Error validating application.', 101)
      if (!same(params['client_secret'] ?? '', APP_SECRET)) throw refuseGraph('Error validating client secret.', 1)
      if (params['grant_type'] === 'fb_exchange_token') {
        const holder = await holderOf(world, 'access', params['fb_exchange_token'])
        if (holder?.state !== 'valid') throw new Refusal(expired())
        return give(LONG_S)
      }
      const holder = await holderOf(world, 'code', params['code'])
      if (!holder) throw refuseGraph('Invalid verification code format.', 100)
      if (holder.state === 'expired')
        throw refuseGraph('This authorization code has expired.', 100, { subcode: 36_007 })
      if (holder.account !== params['redirect_uri'])
        throw refuseGraph('Error validating verification code. The redirect_uri is another one.', 100)
      await revokeTokens(world, holder.account, 'code')
      return give(SHORT_S)
    },
  })

  const give = async (seconds: number) => {
    const { token } = await issueToken(world, 'access', PERSON.id, seconds, 'EAA')
    return { access_token: token, token_type: 'bearer', expires_in: seconds }
  }
}
