import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { holderOf, issueToken, revokeTokens } from '../../frame/tokens.ts'
import { sendPage } from '../identity/chooser-page.ts'
import { CHOOSER_STYLE } from '../identity/chooser-style.ts'
import { escapeHtml } from '../identity/people.ts'
import { failure, success } from './envelope.ts'
import { shopsOf } from './shops.ts'
import { APP_KEY, APP_SECRET, SERVICE_ID } from './signature.ts'
import type { TikTokWorld } from './tables.ts'

const CODE_S = 30 * 60
const ACCESS_S = 7 * 86_400
const REFRESH_S = 365 * 86_400
const SCOPES = ['seller.authorization.info', 'seller.product.basic', 'seller.product.write', 'seller.logistics']

const Consent = z.object({ service_id: z.string(), state: z.string().max(500).optional() })
const Decision = Consent.extend({ decision: z.string(), seller: z.string().max(100).optional() })
const Exchange = z.object({
  app_key: z.string(),
  app_secret: z.string(),
  grant_type: z.string(),
  auth_code: z.string().optional(),
  refresh_token: z.string().optional(),
})

/** The page on which a seller lets an app in, and the two endpoints of tokens. */
export function authRoutes(app: FastifyInstance, world: TikTokWorld) {
  app.get('/consent.css', { config: { asset: true } }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(CHOOSER_STYLE),
  )

  const sellers = async () => {
    const rows = await world.db
      .selectFrom('shops')
      .select('seller')
      .groupBy('seller')
      .orderBy((eb) => eb.fn.min('id'))
      .execute()
    return rows.map(({ seller }) => seller)
  }

  const config = { config: { endpoint: 'consent' } }
  app.get('/open/authorize', config, async ({ query }, reply) => {
    const consent = Consent.safeParse(query).data
    if (consent?.service_id !== SERVICE_ID) return sendPage(reply, 400, problemPage('There is no such service.'))
    return sendPage(reply, 200, consentPage(consent.state ?? '', await sellers()))
  })

  app.post('/open/authorize', config, async ({ body }, reply) => {
    const input = Decision.safeParse(body).data
    if (input?.service_id !== SERVICE_ID) return sendPage(reply, 400, problemPage('There is no such service.'))
    // Where a person comes back to is a setting of the app, not part of the address that led here.
    const back = new URL('/callback?platform=tiktok', world.config.omni_url)
    if (input.state !== undefined) back.searchParams.set('state', input.state)
    const known = await sellers()
    const seller = input.seller ?? known[0]
    if (input.decision !== 'allow' || seller === undefined || !known.includes(seller)) {
      back.searchParams.set('code', 'null')
      back.searchParams.set('error', 'auth_denied')
      return reply.redirect(back.href, 302)
    }
    const { token } = await issueToken(world, 'code', seller, CODE_S, 'TTP_')
    const [shop] = await shopsOf(world, seller)
    back.searchParams.set('app_key', APP_KEY)
    back.searchParams.set('code', token)
    back.searchParams.set('locale', 'en')
    back.searchParams.set('shop_region', shop?.region ?? '')
    return reply.redirect(back.href, 302)
  })

  app.get('/api/v2/token/get', { config: { endpoint: 'token.get' } }, async ({ query }, reply) => {
    const input = Exchange.safeParse(query).data
    if (input?.app_key !== APP_KEY || input.app_secret !== APP_SECRET || input.grant_type !== 'authorized_code')
      return answer(reply, failure(36004003, 'Invalid app credentials or grant type.'))
    const holder = await holderOf(world, 'code', input.auth_code)
    if (holder?.state !== 'valid') return answer(reply, failure(36004005, 'The authorization code has no record.'))
    await world.db
      .deleteFrom('tokens')
      .where('token', '=', input.auth_code ?? '')
      .execute()
    return pair(world, holder.account)
  })

  app.get('/api/v2/token/refresh', { config: { endpoint: 'token.refresh' } }, async ({ query }, reply) => {
    const input = Exchange.safeParse(query).data
    if (input?.app_key !== APP_KEY || input.app_secret !== APP_SECRET || input.grant_type !== 'refresh_token')
      return answer(reply, failure(36004003, 'Invalid app credentials or grant type.'))
    const holder = await holderOf(world, 'refresh', input.refresh_token)
    if (holder?.state !== 'valid') return answer(reply, failure(36004001, 'The refresh token is expired.'))
    // The old one is void at once: whoever does not keep what comes back has to ask the seller again.
    await revokeTokens(world, holder.account, 'refresh')
    return pair(world, holder.account)
  })
}

const answer = (
  reply: { code(status: number): { send(body: unknown): unknown } },
  { status, body }: ReturnType<typeof failure>,
) => reply.code(status).send(body)

const unix = (at: Date) => Math.floor(at.getTime() / 1000)

async function pair(world: TikTokWorld, seller: string) {
  const access = await issueToken(world, 'access', seller, ACCESS_S, 'TTP_')
  const refresh = await issueToken(world, 'refresh', seller, REFRESH_S, 'TTP_')
  const [shop] = await shopsOf(world, seller)
  return success({
    access_token: access.token,
    access_token_expire_in: unix(access.expires_at),
    refresh_token: refresh.token,
    refresh_token_expire_in: unix(refresh.expires_at),
    open_id: `7010736057${seller.length}`,
    seller_name: seller,
    seller_base_region: shop?.region ?? '',
    user_type: 0,
    granted_scopes: SCOPES,
  })
}

function consentPage(state: string, sellers: readonly string[]): string {
  const hidden = `<input type="hidden" name="service_id" value="${SERVICE_ID}">
    <input type="hidden" name="state" value="${escapeHtml(state)}">`
  const choices = sellers
    .map(
      (seller, at) =>
        `<li class="person"><label><input type="radio" name="seller" value="${escapeHtml(seller)}"${
          at === 0 ? ' checked' : ''
        }> ${escapeHtml(seller)}</label></li>`,
    )
    .join('')
  return page(
    `<p class="tag">Sandbox</p>
    <h1>Authorize Omni</h1>
    <p class="lead"><b>Omni</b> wants to manage products and orders of your TikTok Shop.</p>
    <form method="post" action="/tiktok/open/authorize">${hidden}
      <ul aria-label="Sellers">${choices}</ul>
      <button class="primary" name="decision" value="allow">Authorize</button>
      <button class="plain" name="decision" value="deny">Cancel</button>
    </form>`,
  )
}

const problemPage = (sentence: string) => page(`<h1>TikTok Shop</h1><p class="problem">${escapeHtml(sentence)}</p>`)

const page = (body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Authorize Omni</title><link rel="icon" href="/control-room/icon.svg">
<link rel="stylesheet" href="/tiktok/consent.css"></head><body><main>${body}</main></body></html>`
