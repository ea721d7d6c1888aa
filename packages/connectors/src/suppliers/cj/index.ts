/**
 * CJ Dropshipping API 2.0. There is no published schema: names, error numbers, limits and points are verified against
 * our
 * notes of CJ's pages only; productComments and the numbers 16002xx come from memory and want a live key.
 */
import { z } from 'zod'
import { VendorError } from '../../vendor-error.ts'
import { siteUrl } from '../site.ts'
import { type Connected, defineSupplier } from '../supplier.ts'
import { ask } from './client.ts'
import { toProduct, toQuote, toReview, toStock, toSummary } from './map.ts'
import { CommentPage, Freight, Inventory, ListPage, Product, Token } from './schemas.ts'

const App = z.object({ base_url: z.string() })
const Credentials = z.object({ access_token: z.string(), refresh_token: z.string(), api_key: z.string() })

const POINTS = { list: 50, read: 10, free: 0 } // of the day's budget
const MAX_LIST = 100
const KEY_NAME = /^(CJ\d+)@/

const connected = (token: z.output<typeof Token>, api_key: string): Connected<z.output<typeof Credentials>> => ({
  credentials: { access_token: token.accessToken, refresh_token: token.refreshToken, api_key },
  account_id: token.openId ?? KEY_NAME.exec(api_key)?.[1] ?? '',
  account_name: KEY_NAME.exec(api_key)?.[1] ?? 'CJ',
  expires_at: token.accessTokenExpiryDate,
  refresh_expires_at: token.refreshTokenExpiryDate,
})

export const cj = defineSupplier({
  id: 'cj',
  name: 'CJ Dropshipping',
  via: 'api',
  app: App,
  credentials: Credentials,
  // 6 a second is the highest level of account; a lower one is told to slow down and then waits. 50,000 is everyone's
  // base.
  limits: { per_second: 6, per_day: 50_000 },
  account: {
    /** CJ gives a new token once in five minutes: asked for when a person connects, never when a process starts. */
    async connect(call, { code }) {
      const key = code.trim()
      return connected(
        await ask(
          call,
          { path: '/authentication/getAccessToken', cost: POINTS.free, body: { apiKey: key }, retry: false },
          Token,
        ),
        key,
      )
    },
    async refresh(call) {
      const { refresh_token, api_key } = call.credentials
      const caller = { ...call, credentials: null }
      const token = await ask(
        caller,
        {
          path: '/authentication/refreshAccessToken',
          cost: POINTS.free,
          body: { refreshToken: refresh_token },
          retry: false,
        },
        Token,
      ).catch((error: unknown) => {
        if (!(error instanceof VendorError) || error.kind !== 'auth_expired') throw error
        // Its 180 days are over; the key is still good.
        return ask(
          caller,
          { path: '/authentication/getAccessToken', cost: POINTS.free, body: { apiKey: api_key }, retry: false },
          Token,
        )
      })
      return connected(token, api_key)
    },
    async disconnect(call) {
      await ask(call, { path: '/authentication/logout', cost: POINTS.free, body: {}, retry: false }, z.unknown())
    },
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
    async quote(call, asked) {
      const ship_from = asked.ship_from || 'CN'
      const body = {
        startCountryCode: ship_from,
        endCountryCode: asked.country_code,
        products: [{ vid: asked.sku_id, quantity: asked.quantity }],
      }
      const rates = await ask(call, { path: '/logistic/freightCalculate', cost: POINTS.free, body }, Freight)
      if (rates.length === 0)
        throw new VendorError('cj', 'cannot_ship', `nothing goes from ${ship_from} to ${asked.country_code}`)
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
