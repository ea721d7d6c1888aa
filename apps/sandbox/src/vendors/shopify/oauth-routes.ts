import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { holderOf, issueToken, revokeTokens } from '../../frame/tokens.ts'
import { sendPage } from '../identity/chooser-page.ts'
import { CHOOSER_STYLE } from '../identity/chooser-style.ts'
import { escapeHtml } from '../identity/people.ts'
import { API_KEY, API_SECRET, findShop } from './shops.ts'
import { isSessionOf } from './session-token.ts'
import { signQuery } from './signature.ts'
import type { Shop, ShopifyWorld } from './tables.ts'

const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange'
const CODE_S = 60
const ACCESS_S = 3600
const REFRESH_S = 90 * 86_400

const Consent = z.object({
  client_id: z.string(),
  scope: z.string().regex(/^[a-z_]+(,[a-z_]+)*$/),
  redirect_uri: z.url(),
  state: z.string().optional(),
})
type Consent = z.output<typeof Consent>

const Decision = z.object({ decision: z.enum(['allow', 'cancel']) })

const Exchange = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  grant_type: z.string().optional(),
  code: z.string().optional(),
  refresh_token: z.string().optional(),
  subject_token: z.string().optional(),
  subject_token_type: z.string().optional(),
  requested_token_type: z.string().optional(),
  expiring: z.coerce.string().optional(),
})

const refuse = (error: string, error_description: string, status = 400) => ({
  status,
  body: { error, error_description },
})

/** The page on which a merchant lets an app in, and the endpoint that changes a code or a refresh token for tokens. */
export function oauthRoutes(app: FastifyInstance, world: ShopifyWorld) {
  app.get('/consent.css', { config: { asset: true } }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(CHOOSER_STYLE),
  )

  const read = (given: unknown): Consent | string => {
    const consent = Consent.safeParse(given)
    if (!consent.success) return 'The address of this page is incomplete.'
    if (consent.data.client_id !== API_KEY) return 'There is no app with this key.'
    if (new URL(consent.data.redirect_uri).origin !== new URL(world.config.omni_url).origin)
      return 'The redirect_uri is not whitelisted.'
    return consent.data
  }

  const path = '/:shop/admin/oauth/authorize'
  const config = { config: { endpoint: 'oauth.authorize' } }
  app.get<{ Params: { shop: string } }>(path, config, async ({ params, query }, reply) => {
    const shop = await findShop(world, params.shop)
    if (!shop) return sendPage(reply, 404, problemPage('There is no shop at this address.'))
    if (!shop.active) return sendPage(reply, 402, problemPage('This shop is unavailable.'))
    const consent = read(query)
    return typeof consent === 'string'
      ? sendPage(reply, 400, problemPage(consent))
      : sendPage(reply, 200, consentPage(shop, consent))
  })

  app.post<{ Params: { shop: string } }>(path, config, async ({ params, body }, reply) => {
    const shop = await findShop(world, params.shop)
    const consent = read(body)
    if (!shop || typeof consent === 'string') return sendPage(reply, 400, problemPage('This request is incomplete.'))
    if (Decision.safeParse(body).data?.decision !== 'allow')
      return back(reply, consent, { error: 'access_denied', shop: shop.domain })
    await world.db.updateTable('shops').set({ scopes: consent.scope }).where('domain', '=', shop.domain).execute()
    const { token } = await issueToken(world, 'code', shop.domain, CODE_S)
    const host = Buffer.from(`admin.shopify.com/store/${shop.domain.split('.')[0]}`)
      .toString('base64')
      .replace(/=+$/, '')
    const pairs = {
      code: token,
      host,
      shop: shop.domain,
      timestamp: String(Math.floor(world.now().getTime() / 1000)),
      ...(consent.state !== undefined && { state: consent.state }),
    }
    return back(reply, { ...consent, state: undefined }, { ...pairs, hmac: signQuery(pairs) })
  })

  const back = (reply: FastifyReply, { redirect_uri, state }: Consent, pairs: Record<string, string>) => {
    const url = new URL(redirect_uri)
    for (const [name, value] of Object.entries(pairs)) url.searchParams.set(name, value)
    if (state !== undefined) url.searchParams.set('state', state)
    return reply.redirect(url.href, 302)
  }

  app.post<{ Params: { shop: string } }>(
    '/:shop/admin/oauth/access_token',
    { config: { endpoint: 'oauth.access_token' } },
    async ({ params, body }, reply) => {
      const shop = await findShop(world, params.shop)
      if (!shop) return reply.code(404).send({ errors: 'Not Found' })
      const { status, body: answer } = await exchange(world, shop, body)
      return reply.code(status).send(answer)
    },
  )
}

async function exchange(world: ShopifyWorld, shop: Shop, body: unknown) {
  const input = Exchange.safeParse(body)
  if (!input.success) return refuse('invalid_request', 'The request is missing a parameter')
  const { client_id, client_secret, grant_type, code, refresh_token, expiring } = input.data
  if (client_id !== API_KEY || client_secret !== API_SECRET)
    return refuse('application_cannot_be_found', 'The application is not known, or its secret is wrong')
  if (grant_type === 'refresh_token') return refresh(world, shop, refresh_token)
  if (grant_type === TOKEN_EXCHANGE) return fromSession(world, shop, input.data)
  const holder = await holderOf(world, 'code', code)
  if (holder?.account !== shop.domain || holder.state !== 'valid')
    return refuse('invalid_request', 'The authorization code was not found or was already used')
  await revokeTokens(world, shop.domain, 'code')
  if (expiring !== '1') return refuse('invalid_request', 'Public apps must request expiring offline access tokens', 403)
  return pair(world, shop, '')
}

/** A session token of the admin's frame for an offline token. A shop that never allowed the app is asked first. */
function fromSession(world: ShopifyWorld, shop: Shop, input: z.output<typeof Exchange>) {
  const { subject_token = '', subject_token_type, requested_token_type, expiring } = input
  if (subject_token_type !== 'urn:ietf:params:oauth:token-type:id_token')
    return refuse('invalid_request', 'The subject token type is not supported')
  if (requested_token_type !== 'urn:shopify:params:oauth:token-type:offline-access-token')
    return refuse('invalid_request', 'The requested token type is not supported')
  if (shop.scopes === null || !isSessionOf(shop.domain, subject_token, world.now()))
    return refuse('invalid_subject_token', 'The session token is invalid or has expired')
  if (expiring !== '1') return refuse('invalid_request', 'Public apps must request expiring offline access tokens', 403)
  return pair(world, shop, '')
}

/** The old refresh token may be used again until the new one was: a lost reply is no dead end. */
async function refresh(world: ShopifyWorld, shop: Shop, token: string | undefined) {
  const holder = await holderOf(world, 'refresh', token)
  if (!token || holder?.account !== shop.domain || holder.state !== 'valid' || shop.scopes === null)
    return refuse('invalid_grant', 'The refresh token is invalid, expired or was revoked')
  const parent = await world.db.selectFrom('refreshes').select('parent').where('token', '=', token).executeTakeFirst()
  if (parent) await world.db.deleteFrom('tokens').where('token', '=', parent.parent).execute()
  return pair(world, shop, token)
}

async function pair(world: ShopifyWorld, shop: Shop, parent: string) {
  const access = await issueToken(world, 'access', shop.domain, ACCESS_S, 'shpat_')
  const refresh = await issueToken(world, 'refresh', shop.domain, REFRESH_S, 'shprt_')
  if (parent) await world.db.insertInto('refreshes').values({ token: refresh.token, parent }).execute()
  const now = await findShop(world, shop.domain)
  return {
    status: 200,
    body: {
      access_token: access.token,
      scope: now?.scopes ?? '',
      expires_in: ACCESS_S,
      refresh_token: refresh.token,
      refresh_token_expires_in: REFRESH_S,
    },
  }
}

function consentPage(shop: Shop, consent: Consent): string {
  const hidden = Object.entries(consent)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value ?? '')}">`)
    .join('')
  const rows = consent.scope
    .split(',')
    .map((scope) => `<li class="person">${escapeHtml(scope.replaceAll('_', ' '))}</li>`)
    .join('')
  return page(
    `<p class="tag">Sandbox</p>
    <h1>Install Omni</h1>
    <p class="lead"><b>Omni</b> wants to work in <b>${escapeHtml(shop.name)}</b> (${escapeHtml(shop.domain)}).</p>
    <form method="post" action="/shopify/${encodeURIComponent(shop.domain)}/admin/oauth/authorize">${hidden}
      <ul aria-label="Access">${rows}</ul>
      <button class="primary" name="decision" value="allow">Allow</button>
      <button class="plain" name="decision" value="cancel">Cancel</button>
    </form>`,
  )
}

const problemPage = (sentence: string) => page(`<h1>Shopify</h1><p class="problem">${escapeHtml(sentence)}</p>`)

const page = (body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Install Omni</title><link rel="icon" href="/control-room/icon.svg">
<link rel="stylesheet" href="/shopify/consent.css"></head><body><main>${body}</main></body></html>`
