import type { FastifyRequest } from 'fastify'
import { signedAgo } from '../../frame/real-time.ts'
import { slidingWindow, type SlidingWindow } from '../../frame/sliding-window.ts'
import { holderOf } from '../../frame/tokens.ts'
import { refuse } from './envelope.ts'
import { shopsOf } from './shops.ts'
import { APP_KEY, isSigned } from './signature.ts'
import type { Shop, TikTokWorld } from './tables.ts'

const PAST_S = 300
/** The vendor allows half a minute. A test moves Omni's clock ahead of ours, by minutes. */
const AHEAD_S = 1800

const queryOf = (request: FastifyRequest) => request.query as Record<string, string | undefined> // fastify's own parse

/** Who asks: the seller whose token it is. The path is checked without our own prefix, as on a host of its own. */
async function sellerOf(world: TikTokWorld, request: FastifyRequest): Promise<string> {
  const { app_key, timestamp } = queryOf(request)
  if (app_key !== APP_KEY) throw refuse(36009004, 'Invalid credentials. Invalid `app_key` query parameter.', 400)
  const age = signedAgo(Number(timestamp), world)
  if (!(age <= PAST_S && age >= -AHEAD_S))
    throw refuse(36009004, 'Invalid timestamp. It must lie within 5 minutes before the current time.', 400)
  const type = request.headers['content-type'] ?? ''
  if (!isSigned(request.url.replace(/^\/tiktok/, ''), type, request.rawBody ?? ''))
    throw refuse(106001, 'Invalid credentials. The `sign` query parameter is invalid.', 401)
  const header = request.headers['x-tts-access-token']
  const holder = await holderOf(world, 'access', typeof header === 'string' ? header : undefined)
  if (!holder) throw refuse(36009004, 'Invalid credentials. The `x-tts-access-token` header is invalid.', 401)
  if (holder.state === 'expired') throw refuse(105002, EXPIRED, 401)
  return holder.account
}

export const EXPIRED = 'Expired credentials. The `access_token` or `x-tts-access-token` header has expired.'

/** A cipher of another shop of the same seller leads to that shop: the caller has to know whom it means. */
export async function shopOf(world: TikTokWorld, request: FastifyRequest): Promise<Shop> {
  const seller = await sellerOf(world, request)
  const { shop_cipher } = queryOf(request)
  if (!shop_cipher) throw refuse(106013, 'Missing identifier. The `shop_cipher` query parameter is required.', 400)
  const shop = (await shopsOf(world, seller)).find(({ cipher }) => cipher === shop_cipher)
  if (!shop) throw refuse(101000, 'Invalid query or header. The shop does not match the `shop_cipher`.', 401)
  if (!shop.active) throw refuse(12052700, 'The seller is inactive.')
  await mustBeSlow(world, request, shop)
  return shop
}

/** One counter for each figure that shops are given. */
const windows = new Map<number, SlidingWindow>()

async function mustBeSlow(world: TikTokWorld, request: FastifyRequest, shop: Shop): Promise<void> {
  const { endpoint } = request.routeOptions.config
  const name = typeof endpoint === 'string' ? endpoint : request.url
  const window = windows.get(shop.qps) ?? slidingWindow(shop.qps)
  windows.set(shop.qps, window)
  if (window.take(`${world.config.public_url} ${shop.id} ${name}`).left >= 0) return
  await world.db.insertInto('throttled').values({ shop: shop.id, endpoint: name, at: world.now() }).execute()
  throw refuse(36009002, THROTTLED, 429)
}

export const THROTTLED = "Too many requests. You've made too many requests in a short period of time."

/** Calls about the seller alone refuse a cipher. */
export async function withoutShop(world: TikTokWorld, request: FastifyRequest): Promise<string> {
  const seller = await sellerOf(world, request)
  if (queryOf(request).shop_cipher !== undefined)
    throw refuse(36009004, 'Unexpected identifier. The `shop_cipher` query parameter is not required.', 400)
  return seller
}
