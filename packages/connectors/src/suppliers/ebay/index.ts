/**
 * eBay Browse API v1.10. Seen where:
 * - eBay's own OpenAPI document: paths, parameters, fields, error and warning numbers of the item and search calls.
 *   11005 and 11006 name the other call; a filter that is not understood is a warning 12002 and is left out.
 * - Two hundred recorded rows in the public repository gaurav-arun/ebay-alerts: conditions (one of a hundred best
 *   matches is new, 1500 is "Open box"), sizes of pictures, `itemGroupHref` on listings with variations, one row whose
 *   calculated shipping has no price.
 * - Tests of several public clients: calculated shipping has no price before a postal code is known; a listing with
 *   variations is answered with 11006 and then read as a group.
 * - From notes only: the form of X-EBAY-C-ENDUSERCTX, 5,000 calls a day, the list of marketplaces, the numbers 1001 and
 *   2001.
 */
import { CONDITIONS, DEFAULT_CONDITION, isCondition } from '@omni/domain/catalog/conditions.ts'
import { z } from 'zod'
import { type Explanation, read, type ReadRequest } from '../../http.ts'
import { VendorError, type VendorErrorKind } from '../../vendor-error.ts'
import type { Connected, VendorCall } from '../../vendor.ts'
import { anyCountry, siteUrl } from '../site.ts'
import { defineSupplier, type SupplierPage, type SupplierProduct, type SupplierSummary } from '../supplier.ts'
import { cannotReach, GROUP_HINT, toProduct, toQuotes, toSummary } from './map.ts'
import { imageMarketplaceOf, marketplaceOf, placeHeaders } from './places.ts'
import { Failure, Item, ItemGroup, SearchPage, Token } from './schemas.ts'

const App = z.object({
  base_url: z.string(),
  app_id: z.string(),
  cert_id: z.string(),
  marketplace_id: z.string().default('EBAY_US'),
  /** Of the countries whose postal code is not to be the connector's own. */
  zips: z.string().default(''),
  /** Which goods are listed at all. A shop that sells used ones says so. */
  conditions: z
    .string()
    .default(DEFAULT_CONDITION)
    .refine((words) => words.split(',').every(isCondition), `one or several of ${CONDITIONS.join(', ')}`),
})
const Credentials = z.object({ access_token: z.string() })
type Call = VendorCall<z.output<typeof App>, z.output<typeof Credentials>>

const SCOPE = 'https://api.ebay.com/oauth/api_scope'
const MAX_PAGE = 200
const LAST_OFFSET = 10_000
const IMAGE_TIMEOUT_MS = 30_000 // a picture is compared with a whole catalogue
const HAS_VARIATIONS = '11006' // "use the item group"
const NO_VARIATIONS = '11005' // "use the item"
const KINDS: Record<number, VendorErrorKind> = {
  1001: 'auth_expired',
  1002: 'auth_expired',
  1100: 'invalid',
  2001: 'rate_limited',
  11000: 'unavailable',
  12000: 'unavailable',
  11001: 'not_found',
  11002: 'not_found',
  11003: 'not_found',
  11004: 'out_of_stock',
  11008: 'out_of_stock',
  11006: 'invalid',
  11005: 'not_found',
}

function explain(status: number, body: unknown): Explanation | undefined {
  const [error] = Failure.safeParse(body).data?.errors ?? []
  if (status < 400 || !error) return undefined
  const kind =
    KINDS[error.errorId] ??
    (status === 401
      ? 'auth_expired'
      : status === 404
        ? 'not_found'
        : status === 429
          ? 'rate_limited'
          : status >= 500
            ? 'unavailable'
            : 'invalid')
  return { kind, message: `${error.errorId} ${error.longMessage ?? error.message ?? ''}`, code: String(error.errorId) }
}

interface Asked<T> {
  path: string
  ship_to: string
  marketplace: string
  schema: T
}

const ask = <T extends z.ZodType>(
  call: Call,
  { path, ship_to, marketplace, schema }: Asked<T>,
  more: Partial<ReadRequest> = {},
): Promise<z.output<T>> =>
  read(
    {
      vendor: 'ebay',
      url: `${call.app.base_url}/buy/browse/v1${path}`,
      limits: call.limits,
      explain,
      ...more,
      headers: {
        authorization: `Bearer ${call.credentials.access_token}`,
        'content-type': 'application/json',
        ...placeHeaders(ship_to, marketplace, call.app),
      },
    },
    schema,
  )

/**
 * An application token: eBay lets us look at listings without a person's account. A read in effect: asked twice, there
 * are two good tokens.
 */
async function mint(call: Pick<Call, 'app' | 'now' | 'limits'>): Promise<Connected<z.output<typeof Credentials>>> {
  const { app_id, cert_id, base_url } = call.app
  const token = await read(
    {
      vendor: 'ebay',
      url: `${base_url}/identity/v1/oauth2/token`,
      method: 'POST',
      limits: call.limits,
      explain,
      headers: { authorization: `Basic ${btoa(`${app_id}:${cert_id}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: SCOPE }),
    },
    Token,
  )
  return {
    credentials: { access_token: token.access_token },
    account_id: app_id,
    account_name: 'eBay',
    refresh_expires_at: null,
    expires_at: new Date(call.now().getTime() + token.expires_in * 1000),
  }
}

const conditionsOf = ({ app }: Call) => app.conditions.split(',').filter(isCondition)

const IGNORED_FILTER = 12002

/** A filter that eBay does not understand is left out with a warning: what comes then is not what was asked for. */
function toPage(call: Call, found: z.output<typeof SearchPage>, next: number): SupplierPage<SupplierSummary> {
  const ignored = found.warnings.find(({ errorId }) => errorId === IGNORED_FILTER)
  if (ignored) throw new VendorError('ebay', 'invalid', `${ignored.errorId} ${ignored.message ?? ''}`)
  const wanted = found.itemSummaries
    .map(toSummary)
    .filter(({ condition = DEFAULT_CONDITION }) => conditionsOf(call).includes(condition))
  // Variations of one listing are found one by one; they are one product.
  const items = [...new Map(wanted.map((row) => [row.source_product_id, row])).values()]
  const more = found.next && next < LAST_OFFSET && found.itemSummaries.length > 0
  return { items, next: more ? String(next) : null, total: found.total }
}

/** Best matches are mostly used goods, so the condition is always part of the question. eBay knows two words for it. */
function filterFor(call: Call, shipTo: string): string {
  const words = new Set(conditionsOf(call).map((condition) => (condition === 'new' ? 'NEW' : 'USED')))
  return `buyingOptions:{FIXED_PRICE},deliveryCountry:${shipTo},conditions:{${[...words].join('|')}}`
}

/** A listing with variations is answered by one call for all of them; the other call would only say so. */
async function getListing(call: Call, id: string, ship_to: string, asGroup: boolean): Promise<SupplierProduct> {
  const at = { ship_to, marketplace: marketplaceOf(ship_to, call.app) }
  const escaped = encodeURIComponent(id)
  if (!asGroup) {
    const path = `/item/get_item_by_legacy_id?legacy_item_id=${escaped}`
    return toProduct([await ask(call, { ...at, path, schema: Item })], null, { ship_to, now: call.now() })
  }
  const path = `/item/get_items_by_item_group?item_group_id=${escaped}`
  const group = await ask(call, { ...at, path, schema: ItemGroup })
  const product = toProduct(group.items, group.commonDescriptions[0]?.description, { ship_to, now: call.now() })
  return { ...product, source_product_id: id }
}

export const ebay = defineSupplier({
  id: 'ebay',
  name: 'eBay',
  proved: { account: ['notes'], catalogue: ['schema', 'recorded', 'clients'], shipping: ['schema', 'recorded'] },
  badge: { colour: '#1D63D8', glyph: 'M6.6 10.4h6.8a3.4 3.4 0 1 0-1 2.4' },
  bought_by_extension: true,
  settings: {
    EBAY_URL: { default: 'https://api.ebay.com', sandbox: '{sandbox}/ebay' },
    EBAY_APP_ID: { sandbox: 'sandbox-ebay-app' },
    EBAY_CERT_ID: { sandbox: 'sandbox-ebay-cert' },
    /** Where countries without a marketplace of their own are asked for. */
    EBAY_MARKETPLACE: { default: 'EBAY_US' },
    /** Postal codes for calculated shipping, where the connector's own are not wanted: `US:19406,DE:10115`. */
    EBAY_ZIPS: {},
    /** Which goods enter the catalogue: one or several of new, refurbished, used. */
    EBAY_CONDITIONS: {
      default: 'new',
      pattern: {
        is: String.raw`^(new|refurbished|used)(,(new|refurbished|used))*$`,
        must: 'must be some of new,refurbished,used',
      },
      sandbox: 'new,refurbished,used',
    },
  },
  deploy: [
    { variables: ['EBAY_APP_ID', 'EBAY_CERT_ID'], meaning: 'eBay Browse API', without: 'off' },
    {
      variables: ['EBAY_CONDITIONS'],
      meaning:
        'which goods of eBay enter the catalogue: some of `new,refurbished,used`. Sellers see new ones unless they choose others',
      without: 'new',
    },
    {
      variables: ['EBAY_MARKETPLACE', 'EBAY_ZIPS'],
      meaning:
        'where countries without a marketplace of their own are asked for; postal codes for shipping that eBay calculates, as `US:19406,DE:10115`',
      without: 'EBAY_US; a town per main country',
    },
  ],
  searches_by_words: true,
  sells_used: true,
  counts_as_us_made: true,
  via: 'api',
  app: App,
  credentials: Credentials,
  limits: { per_second: 10, per_day: 5000, of: 'app' },
  setup: (env) => ({
    app: {
      base_url: env['EBAY_URL'] ?? '',
      app_id: env['EBAY_APP_ID'] ?? '',
      cert_id: env['EBAY_CERT_ID'] ?? '',
      ...(env['EBAY_MARKETPLACE'] && { marketplace_id: env['EBAY_MARKETPLACE'] }),
      ...(env['EBAY_ZIPS'] && { zips: env['EBAY_ZIPS'] }),
      ...(env['EBAY_CONDITIONS'] && { conditions: env['EBAY_CONDITIONS'] }),
    },
    ...(env['EBAY_APP_ID'] && { start: { code: '' } }),
  }),
  account: { connect: (call) => mint(call), refresh: (call) => mint(call) },
  productIdOf(address) {
    const url = siteUrl(address, 'ebay', anyCountry('ebay'))
    return url && (/\/itm\/(?:[^/]+\/)?(\d{9,})/.exec(url.pathname)?.[1] ?? null)
  },
  catalog: {
    async search(call, { text, category_id, page_size, cursor, ship_to }) {
      const limit = Math.min(page_size, MAX_PAGE)
      const offset = Number(cursor ?? 0)
      const query = new URLSearchParams({
        limit: String(limit),
        offset: String(offset),
        filter: filterFor(call, ship_to),
        ...(text && { q: text }),
        ...(category_id && { category_ids: category_id }),
      })
      const path = `/item_summary/search?${query}`
      const marketplace = marketplaceOf(ship_to, call.app)
      return toPage(call, await ask(call, { path, ship_to, marketplace, schema: SearchPage }), offset + limit)
    },
    async get(call, { product_id, ship_to, hint }) {
      const asGroup = hint === GROUP_HINT
      try {
        return await getListing(call, product_id, ship_to, asGroup)
      } catch (error) {
        // The seller has added variations since, or taken them away.
        if (!(error instanceof VendorError) || error.code !== (asGroup ? NO_VARIATIONS : HAS_VARIATIONS)) throw error
        return getListing(call, product_id, ship_to, !asGroup)
      }
    },
    async searchByImage(call, { image, ship_to, page_size }) {
      const limit = String(Math.min(page_size, MAX_PAGE))
      const path = `/item_summary/search_by_image?${new URLSearchParams({ limit, filter: filterFor(call, ship_to) })}`
      const marketplace = imageMarketplaceOf(ship_to, call.app)
      const body = JSON.stringify({ image: Buffer.from(image).toString('base64') })
      const request = { method: 'POST', body, timeout_ms: IMAGE_TIMEOUT_MS } as const
      const found = await ask(call, { path, ship_to, marketplace, schema: SearchPage }, request)
      return toPage(call, found, LAST_OFFSET)
    },
  },
  logistics: {
    async quote(call, input) {
      const path = `/item/${encodeURIComponent(input.sku_id || `v1|${input.product_id}|0`)}`
      // At home, where the listing was found: elsewhere it may not be listed at all. The place decides the shipping.
      const marketplace = call.app.marketplace_id
      const item = await ask(call, { path, ship_to: input.country_code, marketplace, schema: Item })
      const quotes = toQuotes(item, input.quantity, call.now())
      if (quotes.length > 0) return quotes
      if (cannotReach(item, input.country_code))
        throw new VendorError('ebay', 'cannot_ship', `nothing goes to ${input.country_code}`)
      throw new VendorError('ebay', 'invalid', `what it costs to ${input.country_code} is not known`)
    },
  },
})
