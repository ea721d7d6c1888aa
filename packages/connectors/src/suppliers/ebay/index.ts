/**
 * eBay Browse API v1.10. Verified against eBay's own OpenAPI document: paths, parameters, fields, error numbers of the
 * item and search calls. Only against our notes: the token call, its limits, and the numbers 1001, 2001.
 */
import { z } from 'zod'
import { type Explanation, read, type ReadRequest } from '../../http.ts'
import { VendorError, type VendorErrorKind } from '../../vendor-error.ts'
import type { Connected, VendorCall } from '../../vendor.ts'
import { anyCountry, siteUrl } from '../site.ts'
import { defineSupplier, type SupplierPage, type SupplierSummary } from '../supplier.ts'
import { toProduct, toQuotes, toSummary } from './map.ts'
import { Failure, Item, ItemGroup, SearchPage, Token } from './schemas.ts'

const App = z.object({
  base_url: z.string(),
  app_id: z.string(),
  cert_id: z.string(),
  marketplace_id: z.string().default('EBAY_US'),
})
const Credentials = z.object({ access_token: z.string() })
type Call = VendorCall<z.output<typeof App>, z.output<typeof Credentials>>

const SCOPE = 'https://api.ebay.com/oauth/api_scope'
const MAX_PAGE = 200
const LAST_OFFSET = 10_000
const IMAGE_TIMEOUT_MS = 30_000 // a picture is compared with a whole catalogue
const HAS_VARIATIONS = '11006' // "use the item group"
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

const ask = <T extends z.ZodType>(
  call: Call,
  path: string,
  shipTo: string,
  schema: T,
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
        'X-EBAY-C-MARKETPLACE-ID': call.app.marketplace_id,
        'accept-language': 'en-US',
        'X-EBAY-C-ENDUSERCTX': `contextualLocation=${encodeURIComponent(`country=${shipTo}`)}`,
        'content-type': 'application/json',
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

function toPage(found: z.output<typeof SearchPage>, next: number): SupplierPage<SupplierSummary> {
  // Variations of one listing are found one by one; they are one product.
  const items = [...new Map(found.itemSummaries.map(toSummary).map((row) => [row.source_product_id, row])).values()]
  return { items, next: found.next && next < LAST_OFFSET && items.length > 0 ? String(next) : null, total: found.total }
}

const filterFor = (shipTo: string) => `buyingOptions:{FIXED_PRICE},deliveryCountry:${shipTo}`

export const ebay = defineSupplier({
  id: 'ebay',
  name: 'eBay',
  via: 'api',
  app: App,
  credentials: Credentials,
  limits: { per_second: 10, per_day: 5000, of: 'app' },
  setup: (env) => ({
    app: { base_url: env['EBAY_URL'] ?? '', app_id: env['EBAY_APP_ID'] ?? '', cert_id: env['EBAY_CERT_ID'] ?? '' },
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
        filter: filterFor(ship_to),
        ...(text && { q: text }),
        ...(category_id && { category_ids: category_id }),
      })
      return toPage(await ask(call, `/item_summary/search?${query}`, ship_to, SearchPage), offset + limit)
    },
    async get(call, { product_id, ship_to }) {
      const id = encodeURIComponent(product_id)
      try {
        return toProduct([await ask(call, `/item/get_item_by_legacy_id?legacy_item_id=${id}`, ship_to, Item)], null)
      } catch (error) {
        if (!(error instanceof VendorError) || error.code !== HAS_VARIATIONS) throw error
        const group = await ask(call, `/item/get_items_by_item_group?item_group_id=${id}`, ship_to, ItemGroup)
        return { ...toProduct(group.items, group.commonDescriptions[0]?.description), source_product_id: product_id }
      }
    },
    async searchByImage(call, { image, ship_to, page_size }) {
      const query = new URLSearchParams({ limit: String(Math.min(page_size, MAX_PAGE)), filter: filterFor(ship_to) })
      const body = JSON.stringify({ image: Buffer.from(image).toString('base64') })
      return toPage(
        await ask(call, `/item_summary/search_by_image?${query}`, ship_to, SearchPage, {
          method: 'POST',
          body,
          timeout_ms: IMAGE_TIMEOUT_MS,
        }),
        LAST_OFFSET,
      )
    },
  },
  logistics: {
    async quote(call, input) {
      const item = await ask(
        call,
        `/item/${encodeURIComponent(input.sku_id || `v1|${input.product_id}|0`)}`,
        input.country_code,
        Item,
      )
      const quotes = toQuotes(item, input.quantity, call.now())
      if (quotes.length === 0) throw new VendorError('ebay', 'cannot_ship', `nothing goes to ${input.country_code}`)
      return quotes
    },
  },
})
