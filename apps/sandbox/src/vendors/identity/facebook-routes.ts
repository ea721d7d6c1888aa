import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FacebookTables } from './facebook-tables.ts'
import type { VendorReply } from '../../frame/define-vendor.ts'
import type { World } from '../../frame/world.ts'
import { chooserPage, problemPage, sendPage } from './chooser-page.ts'
import { BUILT_IN, Choice, choosePerson, findPerson, NOBODY_CHOSEN } from './people.ts'
import type { IdentityTables } from './tables.ts'

const APP_ID = 'omni-facebook'
const APP_SECRET = 'sandbox-facebook-secret'
const CODE_LIVES_MS = 600_000
const TOKEN_LIVES_S = 60 * 86_400

const OTHER_REDIRECT =
  'Error validating verification code. Please make sure your redirect_uri is the one you used in the dialog.'
const NO_TOKEN = 'An active access token must be used to query information about the current user.'

type Params = Record<string, string | undefined>

/** Facebook's error shape; a Graph error is a 400 there even when the token is at fault. */
function facebookError(message: string, code: number, type = 'OAuthException', subcode?: number): VendorReply {
  const fbtrace_id = randomBytes(8).toString('base64url')
  const error = { message, type, code, ...(subcode && { error_subcode: subcode }), fbtrace_id }
  const headers = code === 190 ? { 'www-authenticate': `OAuth "Facebook Platform" "invalid_token" "${message}"` } : {}
  return { status: 400, headers, body: { error } }
}

export const facebookExpired = () =>
  facebookError('Error validating access token: Session has expired.', 190, 'OAuthException', 463)

/** Facebook Login is OAuth 2 in its own dialect, not OpenID Connect: written by hand after its manual. */
export function facebookRoutes(app: FastifyInstance, world: World<IdentityTables & FacebookTables>) {
  const { omni_url, public_url } = world.config
  const redirectUri = `${omni_url}/auth/facebook/callback`

  const refuse = (reply: FastifyReply, { status, headers = {}, body }: VendorReply) =>
    reply.code(status).headers(headers).send(body)

  /** Query and form are one to Facebook; a repeated name counts once. */
  const paramsOf = (request: FastifyRequest): Params => {
    // Whatever the body is: a spread of nothing adds nothing.
    const all = Object.entries({ ...(request.query as object), ...(request.body as object) }) // only spread
    return Object.fromEntries(all.map(([key, value]) => [key, typeof value === 'string' ? value : undefined]))
  }

  const dialogProblem = (params: Params): string | undefined => {
    if (params['client_id'] !== APP_ID) return 'Invalid App ID: The provided app ID does not look like a valid app ID.'
    if (params['redirect_uri'] !== redirectUri) {
      return 'URL blocked: the redirect URI is not on the list in the client OAuth settings.'
    }
    return (params['response_type'] ?? 'code') === 'code' ? undefined : 'Unsupported response_type'
  }

  const backToOmni = (reply: FastifyReply, params: Params, answer: Record<string, string>) => {
    const url = new URL(redirectUri)
    for (const [key, value] of Object.entries(answer)) url.searchParams.set(key, value)
    if (params['state'] !== undefined) url.searchParams.set('state', params['state'])
    return reply.redirect(url.href, 302)
  }

  app.route({
    method: ['GET', 'POST'],
    url: '/facebook/:version/dialog/oauth',
    config: { endpoint: 'facebook.dialog' },
    handler: async (request, reply) => {
      const params = paramsOf(request)
      const problem = dialogProblem(params)
      if (problem) return sendPage(reply, 400, problemPage('Facebook', problem))
      const hidden = Object.fromEntries(
        ['client_id', 'redirect_uri', 'state', 'scope', 'response_type'].flatMap((key) => {
          const value = params[key]
          return value === undefined ? [] : [[key, value]]
        }),
      )
      const page = { brand: 'Facebook', action: request.url.split('?')[0] ?? '', hidden, people: BUILT_IN } as const
      if (request.method === 'GET') return sendPage(reply, 200, chooserPage(page))

      const choice = Choice.safeParse(request.body)
      if (choice.data === 'cancel') {
        const why = { error_code: '200', error_description: 'Permissions error', error_reason: 'user_denied' }
        return backToOmni(reply, params, { error: 'access_denied', ...why })
      }
      const person = choice.success ? await choosePerson(world.db, choice.data) : undefined
      if (!person) {
        return sendPage(reply, 422, chooserPage({ ...page, problem: NOBODY_CHOSEN }))
      }
      const code = randomBytes(24).toString('base64url')
      const scope = (params['scope'] ?? 'public_profile').replaceAll('\0', '').slice(0, 500)
      // Real time: at 3600x a sandbox code would be gone before anyone could redeem it.
      const expires_at = new Date(Date.now() + CODE_LIVES_MS)
      const row = { code, sub: person.sub, redirect_uri: redirectUri, scope, expires_at, used: false }
      await world.db.insertInto('facebook_codes').values(row).execute()
      return backToOmni(reply, params, { code })
    },
  })

  app.route({
    method: ['GET', 'POST'],
    url: '/facebook/:version/oauth/access_token',
    config: { endpoint: 'facebook.token' },
    handler: async (request, reply) => {
      const params = paramsOf(request)
      if (params['client_id'] !== APP_ID) return refuse(reply, facebookError('Error validating application.', 101))
      if (!same(params['client_secret'] ?? '', APP_SECRET)) {
        return refuse(reply, facebookError('Error validating client secret.', 1))
      }
      const code = params['code'] ?? ''
      const found = code.includes('\0')
        ? undefined
        : await world.db.selectFrom('facebook_codes').selectAll().where('code', '=', code).executeTakeFirst()
      if (!found) return refuse(reply, facebookError('Invalid verification code format.', 100))
      if (params['redirect_uri'] !== found.redirect_uri) {
        return refuse(reply, facebookError(OTHER_REDIRECT, 100))
      }
      if (found.expires_at.getTime() < Date.now()) {
        return refuse(reply, facebookError('This authorization code has expired.', 100, 'OAuthException', 36007))
      }
      // The update decides who was first: two callers with one code get one token.
      const mine = await world.db
        .updateTable('facebook_codes')
        .set({ used: true })
        .where('code', '=', code)
        .where('used', '=', false)
        .returning('code')
        .executeTakeFirst()
      if (!mine) {
        return refuse(reply, facebookError('This authorization code has been used.', 100, 'OAuthException', 36009))
      }
      const token = `EAA${randomBytes(48).toString('base64url')}`
      const expires_at = new Date(world.now().getTime() + TOKEN_LIVES_S * 1000)
      const row = { token, sub: found.sub, scope: found.scope, expires_at }
      await world.db.insertInto('facebook_tokens').values(row).execute()
      return { access_token: token, token_type: 'bearer', expires_in: TOKEN_LIVES_S }
    },
  })

  const me = async (request: FastifyRequest, reply: FastifyReply) => {
    const params = paramsOf(request)
    const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const token = params['access_token'] ?? bearer
    if (!token) return refuse(reply, facebookError(NO_TOKEN, 2500))
    const found = token.includes('\0')
      ? undefined
      : await world.db.selectFrom('facebook_tokens').selectAll().where('token', '=', token).executeTakeFirst()
    const person = found && (await findPerson(world.db, found.sub))
    if (!found || !person) {
      return refuse(reply, facebookError('Invalid OAuth access token - Cannot parse access token', 190))
    }
    if (found.expires_at.getTime() < world.now().getTime()) return refuse(reply, facebookExpired())
    const proof = params['appsecret_proof']
    if (proof !== undefined && !same(proof, createHmac('sha256', APP_SECRET).update(token).digest('hex'))) {
      const message = 'Invalid appsecret_proof provided in the API argument'
      return refuse(reply, facebookError(message, 100, 'GraphMethodException'))
    }
    // `picture.width(200)` and `picture{url}` ask for the picture too.
    const asked = (params['fields'] ?? 'id,name').split(',')
    const fields = new Set(asked.map((field) => field.replace(/[.{(].*$/, '').trim()))
    const [first_name = '', ...rest] = person.name.split(' ')
    const url = `${public_url}/identity/people/${person.sub}.svg`
    const all: Record<string, unknown> = {
      name: person.name,
      first_name,
      last_name: rest.join(' '),
      // Only with the permission: people can refuse it, and then the field is simply not there.
      ...(/\bemail\b/.test(found.scope) && { email: person.email }),
      picture: { data: { height: 50, is_silhouette: false, url, width: 50 } },
    }
    return { id: person.sub, ...Object.fromEntries(Object.entries(all).filter(([key]) => fields.has(key))) }
  }
  for (const url of ['/facebook/me', '/facebook/:version/me']) app.get(url, { config: { endpoint: 'facebook.me' } }, me)
}

function same(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}
