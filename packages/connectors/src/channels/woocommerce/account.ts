import { findCurrency } from '@omni/domain/currencies.ts'
import { z } from 'zod'
import type { StoreInfo } from '../channel.ts'
import { VendorError } from '../../vendor-error.ts'
import { parseVendorJson } from '../../vendor-json.ts'
import type { Connected, Consent, ConsentGiven, VendorCall } from '../../vendor.ts'
import { splitAddress } from './address.ts'
import { ask, type Site, type SiteKeys, type WooApp, type WooCall } from './client.ts'
import { Settings, SiteIndex, SystemStatus } from './schemas.ts'

const VENDOR = 'woocommerce'
const SCOPE = 'read_write'
/** What the store posts to our callback after the person allowed us in. */
const Keys = z.object({
  consumer_key: z.string().min(1),
  consumer_secret: z.string().min(1),
  key_permissions: z.string(),
})

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
  const keys = Keys.safeParse(parseVendorJson(code))
  if (!keys.success) throw refuse('keys_unreadable', 'the store handed over no keys')
  if (!shop) throw refuse('no_address', 'the address of the store is missing')
  const { consumer_key, consumer_secret, key_permissions } = keys.data
  if (key_permissions !== SCOPE) throw refuse('key_permissions', 'the key may not read and write')
  const { base, site_auth } = splitAddress(shop)
  const { site, name } = await findApi(call, { base, site_auth, consumer_key, consumer_secret })
  const [general, goods] = [await settingsOf(call, site, 'general'), await settingsOf(call, site, 'products')]
  const unit = goods('woocommerce_weight_unit')
  const credentials: Site = {
    ...site,
    permissions: key_permissions,
    currency: currencyOf(general('woocommerce_currency')),
    weight_unit: unit === 'g' || unit === 'lbs' || unit === 'oz' ? unit : 'kg',
  }
  return { credentials, account_id: site.base, account_name: name, expires_at: null, refresh_expires_at: null }
}

function currencyOf(code: string): string {
  if (!findCurrency(code)) throw refuse('currency', `the store sells in "${code}"`)
  return code
}

/** Where the API answers, and how it lets us in. */
async function findApi(call: Call, keys: Pick<SiteKeys, 'base' | 'site_auth' | 'consumer_key' | 'consumer_secret'>) {
  const open = (permalinks: SiteKeys['permalinks']) =>
    ask(call, { ...keys, sign: true, consumer_key: '', permalinks }, { path: '/', once: true }, SiteIndex)
  let permalinks: SiteKeys['permalinks'] = 'pretty'
  const index = await open('pretty').catch((error: unknown) => {
    if (!isNoApi(error)) throw error
    permalinks = 'plain'
    return open('plain')
  })
  if (!index.namespaces.includes('wc/v3')) throw refuse('no_such_shop', 'the site has no WooCommerce')
  const site = { ...keys, base: ownBase(keys.base, index.home), permalinks }
  const sign = await waysIn(call, site)
  return { site: { ...site, sign }, name: index.name || new URL(site.base).host }
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
