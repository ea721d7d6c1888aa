import { z } from 'zod'
import { acceptedSecrets, OldSecrets } from '../../old-secrets.ts'
import { VendorError } from '../../vendor-error.ts'

/** The newest stable version; Shopify keeps each for a year. */
export const API_VERSION = '2026-10'

/** What we ask a merchant for. Names and addresses of customers need Shopify's approval besides. */
export const SCOPES = [
  'read_products',
  'write_products',
  'read_inventory',
  'write_inventory',
  'read_locations',
  'read_publications',
  'write_publications',
  'read_orders',
  'write_orders',
  'read_merchant_managed_fulfillment_orders',
  'write_merchant_managed_fulfillment_orders',
  'read_assigned_fulfillment_orders',
  'write_assigned_fulfillment_orders',
  'read_fulfillments',
  'write_fulfillments',
] as const

/** `base_url` holds `{shop}`, because every store has an address of its own. */
export const App = z.object({
  api_key: z.string(),
  api_secret: z.string(),
  old_secrets: OldSecrets.optional(),
  base_url: z.string(),
})
export type App = z.output<typeof App>

/** Shopify signs with the oldest secret that was not revoked. */
export const secretsOf = ({ api_secret, old_secrets }: App, now: Date): string[] =>
  acceptedSecrets(api_secret, old_secrets, now)

export const Credentials = z.object({
  shop: z.string(),
  access_token: z.string(),
  refresh_token: z.string(),
  /** Where we count stock. */
  location_id: z.string(),
  /** Prices are texts there and minor units here. */
  currency: z.string(),
})
export type Credentials = z.output<typeof Credentials>

const NAME = /^[a-z0-9][a-z0-9-]{0,59}$/
const SUFFIX = '.myshopify.com'

/** 'my-shop', 'my-shop.myshopify.com', the address of its admin, old or new -> 'my-shop.myshopify.com'. */
export function storeAddress(typed: string): string | null {
  const text = typed.trim().toLowerCase()
  const address = /^https?:\/\//.test(text) ? text : `https://${text}`
  if (!URL.canParse(address)) return null
  const { hostname, pathname, username, port } = new URL(address)
  if (username !== '' || port !== '') return null
  const name =
    hostname === 'admin.shopify.com'
      ? (/^\/store\/([^/]+)/.exec(pathname)?.[1] ?? '')
      : nameIn(hostname, text === hostname)
  return NAME.test(name) ? name + SUFFIX : null
}

/** A bare word is the name itself; another host is no store of Shopify's. */
function nameIn(hostname: string, bare: boolean): string {
  if (hostname.endsWith(SUFFIX)) return hostname.slice(0, -SUFFIX.length)
  return bare && !hostname.includes('.') ? hostname : ''
}

/** Never made of anything but a checked name: whoever connects must not choose the host we talk to. */
export function shopUrl(app: App, shop: string | undefined): string {
  const checked = shop === undefined ? null : storeAddress(shop)
  if (checked === null) throw new VendorError('shopify', 'invalid', 'this is not the address of a store')
  return app.base_url.replace('{shop}', checked)
}
