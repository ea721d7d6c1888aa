import { findCurrency } from '@omni/domain/currencies.ts'
import { z } from 'zod'
import type { StoreInfo } from '../channel.ts'
import { VendorError } from '../../vendor-error.ts'
import { parseVendorJson } from '../../vendor-json.ts'
import type { Connected, Consent, ConsentGiven, VendorCall } from '../../vendor.ts'
import { splitAddress } from './address.ts'
import { ask, send, type Site, type SiteKeys, type WooApp, type WooCall } from './client.ts'
import { Settings, SiteIndex, SystemStatus } from './schemas.ts'

const VENDOR = 'woocommerce'
const SCOPE = 'read_write'
/** What the store posts to our callback after the person allowed us in. */
const Keys = z.object({
  consumer_key: z.string().min(1),
  consumer_secret: z.string().min(1),
  key_permissions: z.string(),
})
/** As a person copied them from the shop's own pages: what they may do is found out. */
const Copied = z
  .object({ key: z.string().trim().min(1), secret: z.string().trim().min(1) })
  .transform(({ key, secret }) => ({ consumer_key: key, consumer_secret: secret, key_permissions: null }))

/**
 * Parameters instead of the path /wc-auth/v1/authorize: WooCommerce reads both, and only parameters reach a site with
 * plain permalinks. The keys go to `callback_url`, the person comes back to `return_url`.
 */
export function authorizeUrl(app: WooApp, { state, callback_url, shop = '', return_url }: Consent): string {
  const query = new URLSearchParams({
    'wc-auth-version': '1',
    'wc-auth-route': 'authorize',
    app_name: app.app_name,
    scope: SCOPE,
    user_id: state,
    return_url: return_url ?? callback_url,
    callback_url,
  })
  return `${splitAddress(shop).base}/?${query}`
}

type Call = VendorCall<WooApp, null>

const refuse = (code: string, message: string) => new VendorError(VENDOR, 'invalid', message, undefined, code)

export async function connect(call: Call, { code, shop }: ConsentGiven): Promise<Connected<Site>> {
  const keys = z.union([Keys, Copied]).safeParse(parseVendorJson(code))
  if (!keys.success) throw refuse('keys_unreadable', 'the store handed over no keys')
  if (!shop) throw refuse('no_address', 'the address of the store is missing')
  const { consumer_key, consumer_secret, key_permissions } = keys.data
  if (key_permissions !== null && key_permissions !== SCOPE) throw refuse('key_permissions', 'the key may not write')
  const { base, site_auth } = splitAddress(shop)
  const { open, name } = await findApi(call, { base, site_auth, consumer_key, consumer_secret })
  const site = { ...open, sign: await (key_permissions === null ? proveCopied(call, open) : waysIn(call, open)) }
  const [general, goods] = [await settingsOf(call, site, 'general'), await settingsOf(call, site, 'products')]
  const unit = goods('woocommerce_weight_unit')
  const credentials: Site = {
    ...site,
    permissions: SCOPE,
    currency: currencyOf(general('woocommerce_currency')),
    weight_unit: unit === 'g' || unit === 'lbs' || unit === 'oz' ? unit : 'kg',
  }
  return { credentials, account_id: site.base, account_name: name, expires_at: null, refresh_expires_at: null }
}

function currencyOf(code: string): string {
  if (!findCurrency(code)) throw refuse('currency', `the store sells in "${code}"`)
  return code
}

/** Where the API answers. */
async function findApi(call: Call, keys: Pick<SiteKeys, 'base' | 'site_auth' | 'consumer_key' | 'consumer_secret'>) {
  const look = (permalinks: SiteKeys['permalinks']) =>
    ask(call, { ...keys, sign: true, consumer_key: '', permalinks }, { path: '/', once: true }, SiteIndex)
  let permalinks: SiteKeys['permalinks'] = 'pretty'
  const index = await look('pretty').catch((error: unknown) => {
    if (!isNoApi(error)) throw error
    permalinks = 'plain'
    return look('plain')
  })
  if (!index.namespaces.includes('wc/v3')) throw refuse('no_such_shop', 'the site has no WooCommerce')
  const open = { ...keys, base: ownBase(keys.base, index.home), permalinks }
  return { open, name: index.name || new URL(open.base).host }
}

/** A page instead of JSON, or nothing at that address. */
const isNoApi = (error: unknown) =>
  error instanceof VendorError &&
  (error.kind === 'not_found' || error.kind === 'unreadable' || (error.kind === 'unavailable' && !error.retry_after_s))

const bare = (host: string) => host.replace(/^www\./, '')

/** The site's own spelling of its address, which signatures are made over, where it is the same site. */
function ownBase(typed: string, home: string): string {
  const [a, b] = [URL.parse(typed), URL.parse(home)]
  if (!a || !b || bare(a.host) !== bare(b.host)) return typed
  return home.replace(/\/+$/, '')
}

/** Basic first where WooCommerce may read it; some hosts take the header away, then the query is signed. */
async function waysIn(call: Call, site: Omit<SiteKeys, 'sign'>): Promise<boolean> {
  const prove = (sign: boolean) =>
    ask(
      call,
      { ...site, sign },
      { path: '/wc/v3/settings', once: true, query: { _fields: 'id' } },
      z.array(z.unknown()),
    )
  const basicFirst = site.base.startsWith('https:') && site.site_auth === ''
  if (basicFirst) {
    try {
      await prove(false)
      return false
    } catch (error) {
      if (!(error instanceof VendorError) || error.kind !== 'auth_expired') throw error
    }
  }
  await prove(true)
  return true
}

const WRITE_WITHIN_MS = 10_000

/**
 * A key that a person copied may be of any kind, and WooCommerce answers a wrong secret and a missing permission with
 * the same code: what it may do is tried.
 */
async function proveCopied(call: Call, site: Omit<SiteKeys, 'sign'>): Promise<boolean> {
  let sign: boolean
  try {
    sign = await waysIn(call, site)
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    if (error.kind === 'invalid') throw refuse('key_rights', error.message)
    if (error.kind !== 'auth_expired') throw error
    const writes = (await mayWrite(call, { ...site, sign: true })) || (await mayWrite(call, { ...site, sign: false }))
    throw writes ? refuse('key_write_only', 'the key may not read') : refuse('key_unknown', error.message)
  }
  if (await mayWrite(call, { ...site, sign })) return sign
  throw refuse('key_permissions', 'the key may not write')
}

/** An empty batch changes nothing, and both the key's permission and its user's rights are judged before it is read. */
async function mayWrite(call: Call, site: SiteKeys): Promise<boolean> {
  await call.limits.take()
  const send_by = performance.now() + WRITE_WITHIN_MS
  const request = { method: 'POST', path: '/wc/v3/products/batch', body: {} } as const
  const sent = await send({ ...call, credentials: site, send_by }, request, z.unknown())
  if (sent.outcome === 'done') return true
  if (sent.outcome !== 'refused') throw new VendorError(VENDOR, 'unavailable', sent.reason)
  if (sent.kind === 'auth_expired') return false
  throw refuse('key_rights', sent.message)
}

async function settingsOf(call: Omit<WooCall, 'credentials'>, site: SiteKeys, group: string) {
  const list = await ask(call, site, { path: `/wc/v3/settings/${group}`, query: { _fields: 'id,value' } }, Settings)
  return (id: string): string => {
    const value = list.find((one) => one.id === id)?.value
    return typeof value === 'string' ? value : ''
  }
}

export async function readStore(call: WooCall): Promise<StoreInfo> {
  const { credentials: site } = call
  const { name, home } = await ask(call, site, { path: '/' }, SiteIndex)
  const setting = await settingsOf(call, site, 'general')
  const { environment } = await ask(
    call,
    site,
    { path: '/wc/v3/system_status', query: { _fields: 'environment' } },
    SystemStatus,
  )
  return {
    platform_domain: site.base,
    domain: (home || site.base).replace(/^https?:\/\//, '').replace(/\/+$/, ''),
    name: name || site.base,
    currency: setting('woocommerce_currency'),
    // "US:CA": the country and its part.
    country: setting('woocommerce_default_country').split(':')[0] ?? '',
    owner_name: '',
    owner_email: '',
    plan_name: `WooCommerce ${environment.version}`.trim(),
    scopes: [site.permissions],
  }
}
