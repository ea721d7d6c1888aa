/**
 * Alibaba.com in two ways: the buyers' dropshipping API, and pages as a person's own browser had them (captures).
 * Prices are those of the smallest order. Orders are not placed yet. Seen where:
 * - A copy of the platform's reference pages (openapi.alibaba.com) beside a public Python client with tests against
 *   live accounts: hosts, parameters, signature, tokens, replies of list, description, inventory and freight.
 * - A TypeScript mapper of a NocoBase plug-in and a catalogue of MCP servers with tests: the same fields, the search.
 * - One more client saw its signature accepted by the live platform, with all parameters in the address.
 * - Pages, `window.detailData.globalData`: four public readers (`productLadderPrices` by `min`, `dollarPrice`,
 *   `skuInfoMap`), and recorded pages of September 2026 in the tests of omkarcloud/alibaba-scraper: shown in euros
 *   without a field for the currency (`currencyRule.rate`), stock beside the product (`inventory.skuInventory`, below
 *   zero when made to order), properties twice, the trail in `seo.breadCrumb`, `largeImage` of 250 pixels,
 *   `review.productReview`. The stars of a seller (`supplierRatingReviews`): these and four readers.
 *   `trade.salesVolume` as text ("3555 sold"): a Turkish field list.
 * - Addresses of a product: the alternates that a page names in its head, recorded by a public program (15 languages as
 *   subdomains with a hyphen before the id, m.alibaba.com with the id as a folder), and the tests of three public readers.
 * - From notes only: numbers of errors (7 is in the copy), and on pages `minQuantity`. Limits are not published.
 */
import type { z } from 'zod'
import { VendorError } from '../../vendor-error.ts'
import type { Connected } from '../../vendor.ts'
import { sameId } from '../capture.ts'
import type { SupplierQuote } from '../quote.ts'
import { siteUrl } from '../site.ts'
import { defineSupplier, type SupplierPage, type SupplierProduct, type SupplierSummary } from '../supplier.ts'
import { describedSummary, minimumOf, toProduct, toQuotes, toStock, toSummary } from './api-map.ts'
import { DescriptionReply, FreightReply, InventoryReply, ListReply, SearchReply, Token } from './api-schemas.ts'
import { App, ask, askToken, type Call, Credentials } from './client.ts'
import { BELOW_MINIMUM } from './errors.ts'
import * as page from './map.ts'
import { readPage } from './read-page.ts'

const MAX_SEARCH = 50
/** A list names ids alone, and each is described by a call of its own. */
const MAX_LISTED = 20
/** The platform's own lists for dropshipping: in stock in the US, and from China to the US. */
const LISTS = ['906124611', '906168847']
const CURRENCY = 'USD'
const DISPATCH_PLACES = ['CN', 'US', 'MX']

function productIdOf(address: string): string | null {
  const url = siteUrl(address, 'alibaba', /(^|\.)alibaba\.com$/)
  // In English `…_<id>.html`, in other languages `…-<id>.html`, on a phone `/product/<id>/….html`.
  return url && (/[-_/](\d{6,})\.html$|^\/product\/(\d{6,})(?:\/|$)/.exec(url.pathname)?.slice(1).find(Boolean) ?? null)
}

function connected(
  token: z.output<typeof Token>,
  now: Date,
  old_refresh_token = '',
): Connected<z.output<typeof Credentials>> {
  // 0 seconds: there is no end that could be told, or nothing to renew.
  const ends = (seconds: number | null) => (seconds ? new Date(now.getTime() + seconds * 1000) : null)
  return {
    credentials: { access_token: token.access_token, refresh_token: token.refresh_token ?? old_refresh_token },
    account_id: token.user_info?.user_id ?? token.account_id ?? token.account ?? '',
    account_name: token.account ?? token.user_info?.loginId ?? 'Alibaba',
    expires_at: ends(token.expires_in),
    refresh_expires_at: ends(token.refresh_expires_in),
  }
}

async function describe(call: Call, product_id: string, country: string) {
  const query_req = { product_id, country }
  const { result } = await ask(call, '/eco/buyer/product/description', { query_req }, DescriptionReply)
  return result?.result_data
}

async function stockOf(call: Call, product_id: string) {
  return toStock(await ask(call, '/eco/buyer/product/inventory', { inv_req: { product_id } }, InventoryReply))
}

interface Freight {
  product_id: string
  country_code: string
  ship_from: string
  /** How many are sent, and for how many of them the quote is. */
  pieces: number
  quantity: number
}

async function freight(call: Call, { product_id, country_code, ship_from, pieces, quantity }: Freight) {
  const { value } = await ask(
    call,
    '/shipping/freight/calculate',
    {
      product_id,
      quantity: pieces,
      destination_country: country_code,
      dispatch_location: DISPATCH_PLACES.includes(ship_from) ? ship_from : 'CN',
    },
    FreightReply,
  )
  const quotes = toQuotes(value, pieces, quantity)
  if (quotes.length === 0) throw new VendorError('alibaba', 'cannot_ship', `nothing goes to ${country_code}`)
  return quotes
}

/** Shipping of the smallest order. A supplier that cannot be asked stops everything, any other no the quote alone. */
async function quotesOf(call: Call, request: Freight): Promise<SupplierQuote[] | null> {
  try {
    return await freight(call, request)
  } catch (error) {
    if (!(error instanceof VendorError) || error.down || error.kind === 'auth_expired') throw error
    return error.kind === 'cannot_ship' ? [] : null
  }
}

/** "0:3": the list and its page. */
async function listed(
  call: Call,
  cursor: string,
  size: number,
  ship_to: string,
): Promise<SupplierPage<SupplierSummary>> {
  const [at = 0, number = 0] = cursor.split(':').map(Number)
  const query_req = { scene_id: LISTS[at] ?? '', page: number, page_size: size }
  const { result } = await ask(call, '/eco/buyer/product/check', { query_req }, ListReply)
  const ids = result?.result_data ?? []
  const items: SupplierSummary[] = []
  for (const id of ids) {
    const product = await describe(call, id, ship_to)
      .then((described) => toProduct(id, described, []))
      .catch(orGone)
    if (product) items.push(describedSummary(product))
  }
  const total = result?.result_total ?? 0
  const more = ids.length > 0 && (number + 1) * size < total
  const next = more ? `${at}:${number + 1}` : at + 1 < LISTS.length ? `${at + 1}:0` : null
  return { items, next, total: null }
}

function orGone(error: unknown): null {
  if (error instanceof VendorError && error.kind === 'not_found') return null
  throw error
}

export const alibaba = defineSupplier({
  id: 'alibaba',
  name: 'Alibaba',
  proved: {
    account: ['documents', 'clients'],
    catalogue: ['documents', 'clients'],
    captures: ['recorded', 'clients'],
    shipping: ['documents', 'clients'],
  },
  badge: { colour: '#A8480F', glyph: 'M12.6 7.2a3.2 3.2 0 1 0 0 5.6M12.8 6.8v5.4q0 1.2 1.4 1' },
  unlisted: true,
  sellers_connect: true,
  settings: {
    ALIBABA_URL: { default: 'https://openapi-api.alibaba.com', sandbox: '{sandbox}/alibaba' },
    ALIBABA_AUTH_URL: { default: 'https://openapi-auth.alibaba.com', sandbox: '{sandbox}/alibaba' },
    ALIBABA_APP_KEY: { sandbox: '500200' },
    ALIBABA_APP_SECRET: { sandbox: 'sandbox-alibaba-secret' },
    ALIBABA_REFRESH_TOKEN: { sandbox: 'sandbox-alibaba-operator-refresh' },
  },
  deploy: [
    {
      variables: ['ALIBABA_APP_KEY', 'ALIBABA_APP_SECRET', 'ALIBABA_REFRESH_TOKEN'],
      meaning:
        "Alibaba's buyers' dropshipping API: the application (sellers then connect their own accounts), and the operator's account the catalogue is read through. `ALIBABA_URL`, `ALIBABA_AUTH_URL` lead to the platform's own sandbox if need be",
      without: 'off: captures alone',
    },
  ],
  needs: 'ALIBABA_APP_KEY',
  wholesale: true,
  via: 'api',
  app: App,
  credentials: Credentials,
  // Not published; the platform says so when it is too much.
  limits: { per_second: 8, of: 'app' },
  setup: (env) => ({
    app: {
      base_url: env['ALIBABA_URL'] ?? '',
      auth_url: env['ALIBABA_AUTH_URL'] ?? '',
      app_key: env['ALIBABA_APP_KEY'] ?? '',
      app_secret: env['ALIBABA_APP_SECRET'] ?? '',
    },
    // The operator's account is connected once by hand; what is kept of that is its refresh token.
    ...(env['ALIBABA_REFRESH_TOKEN'] && {
      start: { credentials: { access_token: '', refresh_token: env['ALIBABA_REFRESH_TOKEN'] } },
    }),
  }),
  account: {
    authorizeUrl: (app, { state, callback_url }) =>
      `${app.auth_url}/oauth/authorize?${new URLSearchParams({
        response_type: 'code',
        client_id: app.app_key,
        redirect_uri: callback_url,
        state,
      })}`,
    connect: async (call, { code }) =>
      connected(await askToken(call, '/auth/token/create', { code }, Token), call.now()),
    refresh: async (call) => {
      const { refresh_token } = call.credentials
      return connected(await askToken(call, '/auth/token/refresh', { refresh_token }, Token), call.now(), refresh_token)
    },
  },
  productIdOf,
  catalog: {
    async search(call, { text, page_size, cursor, ship_to }) {
      if (!text) return listed(call, cursor ?? '0:0', Math.min(page_size, MAX_LISTED), ship_to)
      const size = Math.min(page_size, MAX_SEARCH)
      const index = Number(cursor ?? 1)
      const param0 = { keyword: text, index, size, shipToCountry: ship_to, currency: CURRENCY }
      const { result } = await ask(call, '/eco/buyer/product/search', { param0 }, SearchReply)
      const items = (result?.data?.products ?? []).map(toSummary)
      const total = result?.data?.pagination?.total_product_count ?? null
      return { items, next: items.length > 0 && index * size < (total ?? 0) ? String(index + 1) : null, total }
    },
    async get(call, { product_id, ship_to }): Promise<SupplierProduct> {
      const described = await describe(call, product_id, ship_to)
      if (!described) throw new VendorError('alibaba', 'not_found', 'no such product')
      const product = toProduct(product_id, described, await stockOf(call, product_id))
      const ship_from = product.ship_from.includes(ship_to) ? ship_to : (product.ship_from[0] ?? 'CN')
      const request = { product_id, country_code: ship_to, ship_from, pieces: minimumOf(described), quantity: 1 }
      return { ...product, quotes: await quotesOf(call, request) }
    },
  },
  logistics: {
    async quote(call, { product_id, country_code, ship_from, quantity }) {
      const request = { product_id, country_code, ship_from, quantity }
      try {
        return await freight(call, { ...request, pieces: quantity })
      } catch (error) {
        if (!(error instanceof VendorError) || !BELOW_MINIMUM.includes(error.code ?? '')) throw error
        const described = await describe(call, product_id, country_code)
        return freight(call, { ...request, pieces: described ? minimumOf(described) : quantity })
      }
    },
    stock: (call, { product_id }) => stockOf(call, product_id),
  },
  readCapture({ url, data }) {
    const read = readPage(data)
    const id = sameId('alibaba', read.product.productId ?? read.product.id, productIdOf(url))
    return { product: page.toProduct(read, id, url), reviews: page.toReviews(read), quotes: page.toQuotes(read) }
  },
})
