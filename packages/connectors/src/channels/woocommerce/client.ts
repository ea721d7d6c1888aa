import { z } from 'zod'
import { read, write } from '../../http.ts'
import type { VendorCall, WriteCall } from '../../vendor.ts'
import type { WriteOutcome } from '../../write-outcome.ts'
import { explainWoo } from './errors.ts'
import { parseNoisyJson } from './noisy-json.ts'
import { percentEncode, signed } from './oauth.ts'

export const App = z.object({
  /** Of stores in the operator's own network, with commas between. */
  private_origins: z.string().transform((text) => text.split(',').filter(Boolean)),
  app_name: z.string(),
})
export const Credentials = z.object({
  /** The site's address without a slash at its end. */
  base: z.string(),
  consumer_key: z.string(),
  consumer_secret: z.string(),
  permissions: z.string(),
  /** OAuth 1.0a in the query; otherwise Basic, which WooCommerce reads on https alone. */
  sign: z.boolean(),
  permalinks: z.enum(['pretty', 'plain']),
  /** `user:pass` of a site behind a password; empty: none. */
  site_auth: z.string(),
  currency: z.string(),
  weight_unit: z.enum(['kg', 'g', 'lbs', 'oz']),
})
export type WooApp = z.output<typeof App>
export type Site = z.output<typeof Credentials>
/** Enough of a site to ask it something. */
export type SiteKeys = Omit<Site, 'currency' | 'weight_unit' | 'permissions'>
export type WooCall = VendorCall<WooApp, Site>
export type WooWriteCall = WriteCall<WooApp, Site>

/** Pictures are downloaded by the store while we wait. */
const WRITE_TIMEOUT_MS = 60_000
/**
 * With plain permalinks the route is a parameter. Versions below 11.1 read keys only where the address holds this text,
 * wherever that is.
 */
const KEY_HINT = 'wp-json/wc/'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export interface WooRequest {
  path: string
  query?: Record<string, string>
}

function address(site: SiteKeys, method: Method, { path, query = {} }: WooRequest, now: Date) {
  const plain = site.permalinks === 'plain'
  // WordPress signs its own home address, which has no slash at its end.
  const url = plain ? site.base : `${site.base}/wp-json${path}`
  const own = plain ? { rest_route: path, ...query, via: KEY_HINT } : query
  const { consumer_key, consumer_secret } = site
  const all = site.sign ? signed({ method, url, query: own, consumer_key, consumer_secret, now }) : own
  const text = Object.entries(all)
    .map(([name, value]) => `${name}=${name === 'via' ? value : percentEncode(value)}`)
    .join('&')
  return `${url}${plain ? '/' : ''}${text === '' ? '' : `?${text}`}`
}

const basic = (login: string) => `Basic ${Buffer.from(login, 'utf8').toString('base64')}`

function proof(site: SiteKeys): { authorization: string } | Record<string, never> {
  if (site.site_auth !== '') return { authorization: basic(site.site_auth) }
  return site.sign ? {} : { authorization: basic(`${site.consumer_key}:${site.consumer_secret}`) }
}

const common = (app: WooApp, site: SiteKeys) => ({
  vendor: 'woocommerce',
  explain: explainWoo,
  parse: parseNoisyJson,
  guard: { private_origins: app.private_origins },
  headers: { ...proof(site), 'content-type': 'application/json', 'user-agent': 'Omni' },
})

export function ask<T extends z.ZodType>(
  call: Omit<WooCall, 'credentials'>,
  site: SiteKeys,
  request: WooRequest & { once?: boolean },
  schema: T,
): Promise<z.output<T>> {
  // A nonce is good once.
  const url = () => address(site, 'GET', request, call.now())
  return read({ ...common(call.app, site), url, limits: call.limits, once: request.once === true }, schema)
}

export function send<T extends z.ZodType>(
  call: Omit<WooWriteCall, 'credentials'> & { credentials: SiteKeys },
  request: WooRequest & { method: 'POST' | 'PUT' | 'DELETE'; body?: unknown },
  schema: T,
): Promise<WriteOutcome<z.output<T>>> {
  const { method, body } = request
  return write(
    {
      ...common(call.app, call.credentials),
      url: address(call.credentials, method, request, call.now()),
      method,
      limits: call.limits,
      send_by: call.send_by,
      timeout_ms: WRITE_TIMEOUT_MS,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    },
    schema,
  )
}
