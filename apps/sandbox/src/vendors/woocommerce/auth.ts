import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Selectable } from 'kysely'
import { signedAgo } from '../../frame/real-time.ts'
import type { World } from '../../frame/world.ts'
import type { WooTables } from './tables.ts'
import { wpError } from './wp.ts'

export type WooWorld = World<WooTables>
export type Site = Selectable<WooTables['sites']>
export type Key = Selectable<WooTables['keys']>

const WINDOW_S = 15 * 60

export const homeOf = (world: WooWorld, { site }: Pick<Site, 'site'>) =>
  `${world.config.public_url}/woocommerce/${site}`

/** PHP's rawurlencode: every byte but letters, digits and -_.~ */
function rawurlencode(text: string): string {
  let out = ''
  for (const byte of Buffer.from(text, 'utf8')) {
    const sign = String.fromCharCode(byte)
    out += /[A-Za-z0-9\-_.~]/.test(sign) ? sign : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }
  return out
}

const failed = (message: string) => wpError(401, 'woocommerce_rest_authentication_error', message)

const OAUTH = [
  'oauth_consumer_key',
  'oauth_timestamp',
  'oauth_nonce',
  'oauth_signature',
  'oauth_signature_method',
] as const

/** Whose key it is; null: nobody is signed in. The order of the checks is WooCommerce's. */
export async function whoIs(world: WooWorld, site: Site, request: FastifyRequest): Promise<Key | null> {
  const uri = request.raw.url ?? ''
  // Keys are read only where the address says that it is WooCommerce's API.
  if (!uri.includes('wp-json/wc/')) return null
  const basic = site.tls ? await byBasic(world, site, request) : null
  return basic ?? byOauth(world, site, request, uri)
}

const findKey = (world: WooWorld, site: Site, consumer_key: string) =>
  world.db
    .selectFrom('keys')
    .selectAll()
    .where('consumer_key', '=', consumer_key.replaceAll('\0', ''))
    .where('site', '=', site.site)
    .executeTakeFirst()

async function byBasic(world: WooWorld, site: Site, request: FastifyRequest): Promise<Key | null> {
  const encoded = /^Basic\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const [user = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  if (user === '') return null
  const key = await findKey(world, site, user)
  if (!key) return null
  if (!same(key.secret, rest.join(':'))) throw failed('Consumer secret is invalid.')
  return key
}

const same = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a, 'latin1'), Buffer.from(b, 'latin1'))

async function byOauth(world: WooWorld, site: Site, request: FastifyRequest, uri: string): Promise<Key | null> {
  const [path = '', query = ''] = uri.split('?')
  const params = [...new URLSearchParams(query)]
  const value = (name: string) => params.find(([key]) => key === name)?.[1] ?? ''
  const missing = OAUTH.filter((name) => value(name) === '')
  if (missing.length === OAUTH.length) return null
  if (missing.length > 0)
    throw wpError(
      401,
      'woocommerce_rest_authentication_missing_parameter',
      `Missing OAuth parameters ${missing.join(', ')}`,
    )
  const key = await findKey(world, site, value('oauth_consumer_key'))
  if (!key) throw failed('Consumer key is invalid.')
  const method = value('oauth_signature_method')
  if (method !== 'HMAC-SHA1' && method !== 'HMAC-SHA256')
    throw failed('Invalid signature - signature method is invalid.')
  const right = createHmac(method.slice(5).toLowerCase(), `${key.secret}&`)
    .update(baseString(world, site, request.method, path, params))
    .digest('base64')
  if (!same(right, value('oauth_signature').replaceAll(' ', '+')))
    throw failed('Invalid signature - provided signature does not match.')
  const age = Math.abs(signedAgo(Number(value('oauth_timestamp')), world))
  if (!(age <= WINDOW_S)) throw failed('Invalid timestamp.')
  const used = await world.db
    .insertInto('nonces')
    .values({ consumer_key: key.consumer_key, nonce: value('oauth_nonce').slice(0, 200) })
    .onConflict((c) => c.doNothing())
    .executeTakeFirst()
  if (used.numInsertedOrUpdatedRows === 0n) throw failed('Invalid nonce - nonce has already been used.')
  return key
}

/** Over the home address and what follows it, not over the address that was asked. */
function baseString(world: WooWorld, site: Site, method: string, path: string, params: [string, string][]): string {
  const home = homeOf(world, site)
  const folder = `${new URL(home).pathname}/`
  const rest = path.startsWith(folder) ? path.slice(folder.length) : path
  const pairs = params
    .filter(([name]) => name !== 'oauth_signature')
    .toSorted(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    .map(([name, text]) => rawurlencode(`${rawurlencode(name)}=${rawurlencode(text)}`))
  return `${method}&${rawurlencode(rest === '' ? home : `${home}/${rest}`)}&${pairs.join('%26')}`
}

/** The web server's own password, before WordPress sees anything. */
export const passesSiteAuth = (site: Site, request: FastifyRequest): boolean =>
  site.site_auth === '' || request.headers.authorization === `Basic ${Buffer.from(site.site_auth).toString('base64')}`
