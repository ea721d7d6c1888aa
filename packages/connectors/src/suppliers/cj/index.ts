/**
 * CJ Dropshipping API 2.0. There is no published schema. What was seen where (November 2026):
 * - points per call, 50,000 a day as the base, HTTP 429 and `pointsInfo` when they are out: CJ's page
 *   developers.cjdropshipping.com/en/api/api2/standard/points.html. Two other people's readings of it (a scale analysis,
 *   a decision record of a shop) say that they come back by a 1440th a minute, and a transcript of a live account shows
 *   `remaining` 50,000 after 360 were used. The code is 16900500 "Insufficient API points" at a Swiss shop, whose log
 *   also has 124,890 used in a day and a reset at 16:00 UTC: so what is left is taken from the replies.
 * - calls a second by level: CJ's page standard/limit.html. `qpsLimit` of /setting/get is not that: CJ's own sample and
 *   a live account of the lowest level both say 100. The refusal names the true one ("QPS limit is 1 time/1second"),
 *   quoted by several clients. So a setting that names no level is believed until a refusal does.
 * - lists end at 6,000 records: two clients (an importer with MAX_OFFSET 6000, our notes of a live run). Page up to
 *   1,000, size up to 100: CJ's page api/product.html.
 * - `code: 0` with `success: true` from productComments: CJ's page api/product.html, and CJ's own MCP client
 *   (CJ-dropshipping/api-mcp), which accepts `result`, `success`, 200 or 0.
 * - `variantKey` as '["XS"]': two copies of CJ's page. `productImage` as one address: CJ's page; as JSON text: CJ's own
 *   MCP client and a Spree importer.
 * - sample replies of query, listV2, stock, freight and tokens: a copy of CJ's pages in Chinese, and the fixtures of
 *   thayronarrais/lunar-cjdropshipping; the mapping reads all of them whole.
 * - freight: `totalPostageFee` may be 0 beside a price, `errorEn` on a service that cannot carry it: two shops' clients.
 *
 * What its numbers say of a write: refusals.ts. Buying: orders.ts. What CJ tells by itself: pushes.ts.
 */
import { DEFAULT_SHIP_FROM } from '@omni/domain/catalog/sources.ts'
import { z } from 'zod'
import { VendorError } from '../../vendor-error.ts'
import type { Connected } from '../../vendor.ts'
import { siteUrl } from '../site.ts'
import { defineSupplier } from '../supplier.ts'
import { ask, change, HIGHEST_LEVEL } from './client.ts'
import { toProduct, toQuotes, toReview, toStock, toSummary } from './map.ts'
import { address, orders, placing } from './orders.ts'
import { pushes } from './pushes.ts'
import { CategoryTree, CommentPage, Freight, Inventory, ListPage, Product, Setting, Token } from './schemas.ts'

const App = z.object({ base_url: z.string() })
const Credentials = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  api_key: z.string(),
  /** Signs CJ's webhooks. Absent in what was saved before it was kept. */
  open_id: z.string().nullish(),
})

const POINTS = { list: 50, read: 10, free: 0 } // of the day's budget
const MAX_LIST = 100
/** A list does not go on beyond so many records, and its total does not count further. */
const LIST_CAP = 6000
const KEY_NAME = /^(CJ\d+)@/

type Saved = z.output<typeof Credentials>

const connected = (token: z.output<typeof Token>, api_key: string): Connected<Saved> => ({
  credentials: {
    access_token: token.accessToken,
    refresh_token: token.refreshToken,
    api_key,
    open_id: token.openId ?? null,
  },
  // Not the openId: it signs CJ's webhooks, and an account's id is shown.
  account_id: KEY_NAME.exec(api_key)?.[1] ?? 'CJ',
  account_name: KEY_NAME.exec(api_key)?.[1] ?? 'CJ',
  expires_at: token.accessTokenExpiryDate,
  refresh_expires_at: token.refreshTokenExpiryDate,
})

/** CJ gives a new token once in five minutes, and refuses a second call: so it is asked once. */
const tokenByKey = (call: Parameters<typeof ask>[0], apiKey: string) =>
  ask(
    { ...call, credentials: null },
    { path: '/authentication/getAccessToken', cost: POINTS.free, body: { apiKey }, once: true },
    Token,
  )

export const cj = defineSupplier({
  id: 'cj',
  name: 'CJ Dropshipping',
  proved: {
    account: ['documents', 'recorded'],
    catalogue: ['documents', 'clients'],
    shipping: ['documents', 'clients'],
    orders: ['documents', 'clients'],
    disputes: ['documents', 'clients'],
    webhooks: ['documents', 'clients'],
  },
  badge: { colour: '#D96A00', glyph: 'M9 7.4a3 3 0 1 0 0 5.2M14 6.5v5a2 2 0 0 1-2.6 1.9' },
  sellers_connect: true,
  site_name: 'cjdropshipping',
  sandbox_per_day: 500_000,
  settings: {
    CJ_URL: { default: 'https://developers.cjdropshipping.com/api2.0/v1', sandbox: '{sandbox}/cj/api2.0/v1' },
    CJ_API_KEY: { sandbox: 'CJ1000001@api@00000000000000000000000000000001' },
  },
  deploy: [
    {
      variables: ['CJ_API_KEY'],
      meaning:
        "the operator's CJ account; `SUPPLIER_BUDGETS=cj:500000` sets how many points a day are spent, whatever CJ says the account has; how fast it may ask is read from CJ",
      without: 'off',
    },
  ],
  via: 'api',
  app: App,
  credentials: Credentials,
  // What the lowest level of account has. `account.limits` tells the true level, replies tell the points of the day.
  limits: { per_second: 1, per_day: 50_000, refills: true },
  costs: { list: POINTS.list, product: 2 * POINTS.read, quote: POINTS.read, unit: 'points' },
  setup: (env) => ({
    app: { base_url: env['CJ_URL'] ?? '' },
    ...(env['CJ_API_KEY'] && { start: { code: env['CJ_API_KEY'] } }),
  }),
  account: {
    async connect(call, { code }) {
      const key = code.trim()
      return connected(await tokenByKey(call, key), key)
    },
    /**
     * Asked once: our notes do not say whether the old refresh token lives on when the reply is lost. If it does not,
     * CJ refuses it the next time, and the account's key gives a new pair. So nobody has to connect again.
     */
    async refresh(call) {
      const { refresh_token, api_key } = call.credentials
      const token = await ask(
        { ...call, credentials: null },
        {
          path: '/authentication/refreshAccessToken',
          cost: POINTS.free,
          body: { refreshToken: refresh_token },
          once: true,
        },
        Token,
      ).catch((error: unknown) => {
        if (!(error instanceof VendorError) || error.kind !== 'auth_expired') throw error
        return tokenByKey(call, api_key)
      })
      return connected(token, api_key)
    },
    /** 1, 2, 4 or 6 calls a second by the level of the account. A larger figure names no level: a refusal will. */
    async limits(call) {
      const { setting } = await ask(call, { path: '/setting/get', cost: POINTS.free }, Setting)
      if (setting.qpsLimit === null) return {}
      return setting.qpsLimit > HIGHEST_LEVEL ? { per_second_up_to: HIGHEST_LEVEL } : { per_second: setting.qpsLimit }
    },
    disconnect: { send: (call) => change(call, { path: '/authentication/logout', method: 'POST', body: {} }) },
  },
  productIdOf(address) {
    const url = siteUrl(address, 'cj', /(^|\.)cjdropshipping\.com$/)
    return url && (/-p-([0-9A-Za-z-]+)\.html$/.exec(url.pathname)?.[1] ?? url.searchParams.get('pid'))
  },
  catalog: {
    async search(call, { text, category_id, page_size, cursor }) {
      const page = Number(cursor ?? 1)
      const size = Math.min(page_size, MAX_LIST)
      const query = new URLSearchParams({
        page: String(page),
        size: String(size),
        ...(text && { keyWord: text }),
        ...(category_id && { categoryId: category_id }),
      })
      const found = await ask(call, { path: `/product/listV2?${query}`, cost: POINTS.list }, ListPage)
      const items = found.content.flatMap(({ productList }) => productList).map(toSummary)
      const more = page < (found.totalPages ?? 0) && (page + 1) * size <= LIST_CAP
      return {
        items,
        next: more && items.length > 0 ? String(page + 1) : null,
        total: found.totalRecords,
        cut_off: (found.totalRecords ?? 0) >= LIST_CAP,
      }
    },
    async categories(call) {
      const tree = await ask(call, { path: '/product/getCategory', cost: POINTS.free }, CategoryTree)
      const lowest = tree.flatMap(({ categoryFirstList }) => categoryFirstList.flatMap((two) => two.categorySecondList))
      return lowest.map(({ categoryId, categoryName }) => ({
        category_id: categoryId,
        name: categoryName ?? categoryId,
      }))
    },
    async get(call, { product_id }) {
      const pid = encodeURIComponent(product_id)
      const product = await ask(call, { path: `/product/query?pid=${pid}`, cost: POINTS.read }, Product)
      return toProduct(product, await stockOf(call, product_id))
    },
    async reviews(call, { product_id, cursor, page_size }) {
      const page = Number(cursor ?? 1)
      const query = new URLSearchParams({ pid: product_id, pageNum: String(page), pageSize: String(page_size) })
      const found = await ask(call, { path: `/product/productComments?${query}`, cost: POINTS.free }, CommentPage)
      return {
        items: found.list.map(toReview),
        next: page * page_size < (found.total ?? 0) && found.list.length > 0 ? String(page + 1) : null,
        total: found.total,
      }
    },
  },
  logistics: {
    async quote(call, input) {
      const ship_from = input.ship_from || DEFAULT_SHIP_FROM
      const body = {
        startCountryCode: ship_from,
        endCountryCode: input.country_code,
        products: [{ vid: input.sku_id, quantity: input.quantity }],
      }
      const rates = await ask(call, { path: '/logistic/freightCalculate', cost: POINTS.read, body }, Freight)
      const quotes = toQuotes(rates, ship_from)
      if (quotes.length === 0)
        throw new VendorError('cj', 'cannot_ship', `nothing goes from ${ship_from} to ${input.country_code}`)
      return quotes
    },
    stock: async (call, { product_id }) => (await stockOf(call, product_id)) ?? [],
  },
  address,
  orders,
  placing,
  pushes,
})

/** null: CJ keeps no count of this product. */
async function stockOf(call: Parameters<typeof ask>[0], productId: string) {
  const inventory = await ask(
    call,
    { path: `/product/stock/getInventoryByPid?pid=${encodeURIComponent(productId)}`, cost: POINTS.read },
    Inventory,
  ).catch((error: unknown) => {
    if (error instanceof VendorError && error.kind === 'not_found') return null
    throw error
  })
  return inventory && toStock(inventory)
}
