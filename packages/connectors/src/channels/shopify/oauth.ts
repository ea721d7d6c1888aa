import { createHmac, timingSafeEqual } from 'node:crypto'
import { read } from '../../http.ts'
import type { Pace } from '../../pace.ts'
import { VendorError } from '../../vendor-error.ts'
import type { Connected, VendorCall } from '../../vendor.ts'
import { type App, type Credentials, SCOPES, shopUrl, storeAddress } from './app.ts'
import { ask, change } from './client.ts'
import { CONNECT, DEFINE_KEY, KEY_FIELD } from './documents.ts'
import { explainShopify } from './errors.ts'
import { ConnectReply, Token } from './schemas.ts'

const DEFINE_WITHIN_MS = 5_000

export const authorizeUrl = (app: App, input: { state: string; callback_url: string; shop?: string }): string =>
  `${shopUrl(app, input.shop)}/admin/oauth/authorize?${new URLSearchParams({
    client_id: app.api_key,
    scope: SCOPES.join(','),
    redirect_uri: input.callback_url,
    state: input.state,
  })}`

/** Whether the query of a callback, or of a launch from the admin, was written by Shopify. */
export function verifyCallback(query: URLSearchParams, secret: string): boolean {
  const signed = [...query].filter(([name]) => name !== 'hmac' && name !== 'signature')
  const text = signed
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  const wanted = createHmac('sha256', secret).update(text).digest()
  const given = Buffer.from(query.get('hmac') ?? '', 'hex')
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** A code is good once. A refresh token may be sent again until its successor is used. */
export const token = (app: App, limits: Pace, shop: string, body: Record<string, string>, once: boolean) =>
  read(
    {
      vendor: 'shopify',
      url: `${shopUrl(app, shop)}/admin/oauth/access_token`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_id: app.api_key, client_secret: app.api_secret, ...body }),
      explain: explainShopify,
      // The bucket counts calls of the API alone.
      limits,
      cost: { units: 0 },
      once,
    },
    Token,
  )

type Kept = Omit<Credentials, 'access_token' | 'refresh_token'>
type TokenReply = Awaited<ReturnType<typeof token>>

function connected(reply: TokenReply, kept: Kept, account_name: string, now: Date): Connected<Credentials> {
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  return {
    credentials: { ...kept, access_token: reply.access_token, refresh_token: reply.refresh_token },
    account_id: kept.shop,
    account_name,
    expires_at: after(reply.expires_in),
    refresh_expires_at: after(reply.refresh_token_expires_in),
  }
}

export async function connect(
  { app, limits, now }: VendorCall<App, null>,
  { code, shop: typed }: { code: string; shop?: string },
): Promise<Connected<Credentials>> {
  const shop = typed === undefined ? null : storeAddress(typed)
  if (shop === null) throw new VendorError('shopify', 'invalid', 'this is not the address of a store')
  return opened({ app, limits, now }, shop, await token(app, limits, shop, { code, expiring: '1' }, true))
}

/** A fresh token, with what else has to be known of the store. */
export async function opened(
  { app, limits, now }: Pick<VendorCall<App, null>, 'app' | 'limits' | 'now'>,
  shop: string,
  reply: TokenReply,
): Promise<Connected<Credentials>> {
  const call = { app, limits, credentials: { shop, access_token: reply.access_token } }
  const store = await ask(call, { text: CONNECT.text, cost: CONNECT.cost() }, {}, ConnectReply)
  const open = store.locations.nodes.filter(({ isActive }) => isActive)
  const location = open.find(({ shipsInventory }) => shipsInventory) ?? open[0]
  if (!location) throw new VendorError('shopify', 'invalid', 'the store has no location to count stock at')
  if (!store.metafieldDefinition) await ensureDefinition(call)
  const kept = { shop, location_id: location.id, currency: store.shop.currencyCode }
  return connected(reply, kept, store.shop.name, now())
}

/**
 * Our key is a metafield of type `id`, which Shopify keeps unique once it is defined; creating by key needs it. To
 * define it again changes nothing: that it is taken is the answer that we want.
 */
async function ensureDefinition(call: Parameters<typeof ask>[0]): Promise<void> {
  await call.limits.take({ units: DEFINE_KEY.cost() })
  const definition = { ownerType: 'PRODUCT', key: KEY_FIELD, name: 'Omni listing', type: 'id' }
  const send_by = performance.now() + DEFINE_WITHIN_MS
  const outcome = await change({ ...call, send_by }, DEFINE_KEY.text, { definition })
  if (outcome.outcome === 'done' || (outcome.outcome === 'refused' && outcome.code === 'TAKEN')) return
  const again = await ask(call, { text: CONNECT.text, cost: CONNECT.cost() }, {}, ConnectReply)
  if (again.metafieldDefinition) return
  const reason = outcome.outcome === 'refused' ? `${outcome.code} ${outcome.message}` : outcome.reason
  throw new VendorError('shopify', 'unavailable', `the key could not be defined (${reason})`)
}

export async function refresh({
  app,
  limits,
  now,
  credentials,
}: VendorCall<App, Credentials>): Promise<Connected<Credentials>> {
  const { shop, location_id, currency, refresh_token } = credentials
  const reply = await token(app, limits, shop, { grant_type: 'refresh_token', refresh_token }, false)
  return connected(reply, { shop, location_id, currency }, shop, now())
}
