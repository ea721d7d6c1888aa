/**
 * CJ Dropshipping API 2.0. There is no published schema: names, error numbers, limits and points are verified against
 * our
 * notes of CJ's pages only; productComments and the numbers 16002xx come from memory and want a live key.
 *
 * Only tokens are renewed and accounts left here; what places and pays orders comes with the orders area. No refusal is
 * marked `nothing_done` yet: the list needs two sources, and an empty one is safe.
 */
import { z } from 'zod'
import { VendorError } from '../../vendor-error.ts'
import type { Connected } from '../../vendor.ts'
import { siteUrl } from '../site.ts'
import { defineSupplier } from '../supplier.ts'
import { ask, change } from './client.ts'
import { toProduct, toQuote, toReview, toStock, toSummary } from './map.ts'
import { CommentPage, Freight, Inventory, ListPage, Product, Setting, Token } from './schemas.ts'

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
  via: 'api',
  app: App,
  credentials: Credentials,
  // What the lowest level of account has. `account.limits` tells the true level, replies tell the points of the day.
  limits: { per_second: 1, per_day: 50_000 },
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
    /** 1, 2, 4 or 6 calls a second by the level of the account. */
    async limits(call) {
      const { setting } = await ask(call, { path: '/setting/get', cost: POINTS.free }, Setting)
      return setting.qpsLimit === null ? {} : { per_second: setting.qpsLimit }
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
      const query = new URLSearchParams({
        page: String(page),
        size: String(Math.min(page_size, MAX_LIST)),
        ...(text && { keyWord: text }),
        ...(category_id && { categoryId: category_id }),
      })
      const found = await ask(call, { path: `/product/listV2?${query}`, cost: POINTS.list }, ListPage)
      const items = found.content.flatMap(({ productList }) => productList).map(toSummary)
      return {
        items,
        next: page < (found.totalPages ?? 0) && items.length > 0 ? String(page + 1) : null,
        total: found.totalRecords,
      }
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
      const ship_from = input.ship_from || 'CN'
      const body = {
        startCountryCode: ship_from,
        endCountryCode: input.country_code,
        products: [{ vid: input.sku_id, quantity: input.quantity }],
      }
      const rates = await ask(call, { path: '/logistic/freightCalculate', cost: POINTS.read, body }, Freight)
      if (rates.length === 0)
        throw new VendorError('cj', 'cannot_ship', `nothing goes from ${ship_from} to ${input.country_code}`)
      return rates.map((rate) => toQuote(rate, ship_from))
    },
    stock: async (call, { product_id }) => (await stockOf(call, product_id)) ?? [],
  },
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
