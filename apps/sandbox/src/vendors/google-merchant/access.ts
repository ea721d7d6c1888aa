import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../frame/refusal.ts'
import { bearerOf, holderOf, issueToken, revokeTokens } from '../../frame/tokens.ts'
import { sendPage } from '../identity/chooser-page.ts'
import { consentPage, consentProblem } from '../identity/consent-page.ts'
import { findAccount } from './accounts.ts'
import { expired, refuseApi } from './api-error.ts'
import type { Account, MerchantWorld } from './tables.ts'

/** The application that Omni is at Google, for Merchant Center. */
export const CLIENT_ID = 'sandbox-merchant.apps.googleusercontent.test'
export const CLIENT_SECRET = 'sandbox-merchant-secret'
const SCOPE = 'https://www.googleapis.com/auth/content'
/** Everything in the sandbox belongs to one person. */
export const PERSON = 'maya@northwind.test'

const CODE_S = 600
const ACCESS_S = 3599
const REFRESH_S = 10 * 365 * 86_400

type Params = Record<string, string | undefined>
const textsOf = (given: unknown): Params => {
  const all = Object.entries({ ...(given as object) }) // only spread
  return Object.fromEntries(all.map(([key, value]) => [key, typeof value === 'string' ? value : undefined]))
}

export async function mustBeAllowed(world: MerchantWorld, request: FastifyRequest): Promise<void> {
  const holder = await holderOf(world, 'access', bearerOf(request.headers.authorization))
  if (holder?.state !== 'valid') throw new Refusal(expired())
}

/** An account of the person who asks, through a project that is registered. */
export async function mustHaveAccount(world: MerchantWorld, request: FastifyRequest): Promise<Account> {
  await mustBeAllowed(world, request)
  const { account: id } = request.params as { account: string } // of the route
  const account = await findAccount(world, id)
  if (!account) throw refuseApi('PERMISSION_DENIED', `The caller does not have access to the accounts: [${id}]`)
  if (!account.registered)
    throw refuseApi(
      'UNAUTHENTICATED',
      'GCP project with id sandbox and number 1 is not registered with the merchant account. Wait 5 minutes after registering.',
      'GCP_NOT_REGISTERED',
    )
  return account
}

export function accessRoutes(app: FastifyInstance, world: MerchantWorld) {
  const origin = () => new URL(world.config.omni_url).origin
  const config = { config: { endpoint: 'auth' } }
  const path = '/o/oauth2/v2/auth'

  const problemOf = (params: Params): string | undefined => {
    if (params['client_id'] !== CLIENT_ID) return 'Error 401: invalid_client'
    if (URL.parse(params['redirect_uri'] ?? '')?.origin !== origin()) return 'Error 400: redirect_uri_mismatch'
    return params['scope']?.split(' ').includes(SCOPE) ? undefined : 'Error 400: invalid_scope'
  }
  const NAMES = ['client_id', 'redirect_uri', 'response_type', 'scope', 'access_type', 'prompt', 'state']

  app.get(path, config, async (request, reply) => {
    const params = textsOf(request.query)
    const problem = problemOf(params)
    if (problem) return sendPage(reply, 400, consentProblem('Google', problem))
    const hidden = Object.fromEntries(NAMES.map((name) => [name, params[name] ?? '']))
    const access = ['Manage your product listings and accounts for Google Shopping']
    const action = request.url.split('?')[0] ?? ''
    return sendPage(reply, 200, consentPage({ brand: 'Google', action, hidden, access }))
  })

  const back = (reply: FastifyReply, params: Params, answer: Record<string, string>) => {
    const url = new URL(params['redirect_uri'] ?? origin())
    for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
    if (params['state']) url.searchParams.set('state', params['state'])
    return reply.redirect(url.href, 302)
  }

  app.post(path, config, async (request, reply) => {
    const params = textsOf(request.body)
    const problem = problemOf(params)
    if (problem) return sendPage(reply, 400, consentProblem('Google', problem))
    if (params['decision'] !== 'allow') return back(reply, params, { error: 'access_denied' })
    const { token } = await issueToken(world, 'code', params['redirect_uri'] ?? '', CODE_S, '4/0')
    return back(reply, params, { code: token, scope: SCOPE })
  })

  app.post('/token', { config: { endpoint: 'token' } }, async (request, reply) => {
    const params = textsOf(request.body)
    const refuse = (error: string, error_description: string, status = 400) =>
      reply.code(status).send({ error, error_description })
    if (params['client_id'] !== CLIENT_ID || params['client_secret'] !== CLIENT_SECRET)
      return refuse('invalid_client', 'The OAuth client was not found.', 401)
    if (params['grant_type'] === 'refresh_token') {
      const holder = await holderOf(world, 'refresh', params['refresh_token'])
      if (holder?.state !== 'valid') return refuse('invalid_grant', 'Token has been expired or revoked.')
      return give({})
    }
    if (params['grant_type'] !== 'authorization_code')
      return refuse('unsupported_grant_type', `Invalid grant_type: ${params['grant_type'] ?? ''}`)
    const holder = await holderOf(world, 'code', params['code'])
    if (holder?.state !== 'valid') return refuse('invalid_grant', 'Malformed auth code.')
    if (holder.account !== params['redirect_uri']) return refuse('redirect_uri_mismatch', 'Bad Request')
    await revokeTokens(world, holder.account, 'code')
    const { token } = await issueToken(world, 'refresh', PERSON, REFRESH_S, '1//0')
    return give({ refresh_token: token })
  })

  const give = async (more: object) => {
    const { token } = await issueToken(world, 'access', PERSON, ACCESS_S, 'ya29.')
    return { access_token: token, expires_in: ACCESS_S, scope: SCOPE, token_type: 'Bearer', ...more }
  }
}
