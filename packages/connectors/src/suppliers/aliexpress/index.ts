/**
 * AliExpress Open Platform, dropshipping calls. There is no schema. Verified: the signature, against the two digests that
 * the platform publishes. What was seen where (November 2026):
 * - recorded replies of April 2026 in HakimOuah/aliexpress-mcp-server (search, product, freight done and refused): the
 *   envelope, "00" as a search's success, `cateId` as a path of ids ("15,100006664,…"), `price_include_tax` on the SKU,
 *   base currency CNY beside prices in the currency asked for, `mayHavePFS` with a threshold of "0,00€", 501.
 * - free shipping: the platform's page of aliexpress.ds.freight.query (its questions and answers), two copies.
 * - tax and import charges on the SKU: the page of aliexpress.ds.product.get and three clients' types.
 * - 602 "Item is not allowed to this country", 605, 404: that page; as `error_response.code`: a Brazilian client.
 * - 501 DELIVERY_INFO_EMPTY for what cannot be sent there: the recorded reply and two shops' clients.
 * - `package_info_dto` in kilograms and centimetres (26, 22 and 7 beside a gross weight of "0.469"): a recorded reply in the
 *   tests of a Python client, and a shop's app that shows the three sides.
 * - a list of one as a bare object: two clients that unwrap it. A renewal without `refresh_token`: our notes of a client.
 * From memory and to be confirmed with a live account: lifetimes of tokens, text search without a key word.
 */
import { z } from 'zod'
import { VendorError } from '../../vendor-error.ts'
import type { Connected } from '../../vendor.ts'
import { siteUrl } from '../site.ts'
import { defineSupplier } from '../supplier.ts'
import { address } from './address.ts'
import { askBusiness, askSystem } from './client.ts'
import { toImageSummary, toQuotes, toTextSummary } from './map.ts'
import { orders, placing } from './orders.ts'
import { CURRENCY, deliveryOptions, getProduct, LANGUAGE } from './reads.ts'
import { ImagePage, TextPage, Token } from './schemas.ts'

const App = z.object({ base_url: z.string(), app_key: z.string(), app_secret: z.string() })
const Credentials = z.object({ access_token: z.string(), refresh_token: z.string() })
const MAX_PAGE = 50
function connected(
  token: z.output<typeof Token>,
  now: Date,
  old_refresh_token = '',
): Connected<z.output<typeof Credentials>> {
  const ends = (at: Date | null, inSeconds: number | null) =>
    at ?? (inSeconds === null ? null : new Date(now.getTime() + inSeconds * 1000))
  return {
    credentials: { access_token: token.access_token, refresh_token: token.refresh_token ?? old_refresh_token },
    account_id: token.user_id ?? token.seller_id ?? '',
    account_name: token.user_nick ?? token.account ?? 'AliExpress',
    expires_at: ends(token.expire_time, token.expires_in),
    refresh_expires_at: ends(token.refresh_token_valid_time, token.refresh_expires_in),
  }
}

export const aliexpress = defineSupplier({
  id: 'aliexpress',
  name: 'AliExpress',
  proved: {
    account: ['notes'],
    catalogue: ['recorded', 'documents', 'clients'],
    shipping: ['recorded', 'documents', 'clients'],
    orders: ['clients', 'documents'],
  },
  badge: { colour: '#D93025', glyph: 'M6 8a4 4.4 0 0 0 8 0' },
  sellers_connect: true,
  settings: {
    ALIEXPRESS_URL: { default: 'https://api-sg.aliexpress.com', sandbox: '{sandbox}/aliexpress' },
    ALIEXPRESS_APP_KEY: { sandbox: '500100' },
    ALIEXPRESS_APP_SECRET: { sandbox: 'sandbox-aliexpress-secret' },
    ALIEXPRESS_REFRESH_TOKEN: { sandbox: 'sandbox-operator-refresh' },
  },
  deploy: [
    {
      variables: ['ALIEXPRESS_APP_KEY', 'ALIEXPRESS_APP_SECRET', 'ALIEXPRESS_REFRESH_TOKEN'],
      meaning: "the application, and the operator's account the catalogue is read through",
      without: 'off',
    },
  ],
  needs: 'ALIEXPRESS_APP_KEY',
  searches_by_words: true,
  pays_admitad: true,
  in_dsers_columns: true,
  example_link: 'https://www.aliexpress.com/item/1005001234567890.html',
  via: 'api',
  app: App,
  credentials: Credentials,
  // The platform counts by application, and does not tell how much. A ban of a second now and then is normal.
  limits: { per_second: 10, of: 'app' },
  setup: (env) => ({
    app: {
      base_url: env['ALIEXPRESS_URL'] ?? '',
      app_key: env['ALIEXPRESS_APP_KEY'] ?? '',
      app_secret: env['ALIEXPRESS_APP_SECRET'] ?? '',
    },
    // The operator's account is connected once by hand; what is kept of that is its refresh token.
    ...(env['ALIEXPRESS_REFRESH_TOKEN'] && {
      start: { credentials: { access_token: '', refresh_token: env['ALIEXPRESS_REFRESH_TOKEN'] } },
    }),
  }),
  account: {
    authorizeUrl: (app, { state, callback_url }) =>
      `${app.base_url}/oauth/authorize?${new URLSearchParams({
        response_type: 'code',
        force_auth: 'true',
        redirect_uri: callback_url,
        client_id: app.app_key,
        state,
      })}`,
    connect: async (call, { code }) =>
      connected(await askSystem(call, '/auth/token/create', { code }, Token), call.now()),
    refresh: async (call) =>
      connected(
        await askSystem(call, '/auth/token/refresh', { refresh_token: call.credentials.refresh_token }, Token),
        call.now(),
        call.credentials.refresh_token,
      ),
  },
  productIdOf(address) {
    const url = siteUrl(address, 'aliexpress', /(^|\.)aliexpress\.(com|us|ru)$/)
    return (
      url && (/\/(?:item|i)\/(?:[^/]+\/)?(\d+)(?:\.html)?/.exec(url.pathname)?.[1] ?? url.searchParams.get('productId'))
    )
  },
  catalog: {
    async search(call, { text, category_id, page_size, cursor, ship_to }) {
      const page = Number(cursor ?? 1)
      const size = Math.min(page_size, MAX_PAGE)
      const { data } = await askBusiness(
        call,
        'aliexpress.ds.text.search',
        {
          keyWord: text ?? '',
          local: LANGUAGE,
          countryCode: ship_to,
          currency: CURRENCY,
          pageSize: String(size),
          pageIndex: String(page),
          ...(category_id && { categoryId: category_id }),
        },
        TextPage,
      )
      const items = (data?.products ?? []).map(toTextSummary)
      const total = data?.totalCount ?? null
      return { items, next: items.length > 0 && page * size < (total ?? 0) ? String(page + 1) : null, total }
    },
    get: getProduct,
    async searchByImage(call, { image, ship_to, page_size }) {
      const { data } = await askBusiness(
        call,
        'aliexpress.ds.image.search',
        { target_language: LANGUAGE, target_currency: CURRENCY, product_cnt: String(page_size), shpt_to: ship_to },
        ImagePage,
        { name: 'image_file_bytes', bytes: image },
      )
      const items = (data?.products ?? []).map(toImageSummary)
      return { items, next: null, total: items.length }
    },
  },
  logistics: {
    async quote(call, input) {
      const options = await deliveryOptions(call, input)
      const quotes = toQuotes(options)
      if (quotes.length === 0 && options.length > 0)
        throw new VendorError('aliexpress', 'unreadable', 'no option says what it costs')
      if (quotes.length === 0) throw new VendorError('aliexpress', 'cannot_ship', 'nothing goes there')
      // The variant decides the warehouse; where it is kept in several, the one that was meant comes alone.
      const wanted = quotes.filter(({ ship_from }) => ship_from === input.ship_from)
      return wanted.length > 0 ? wanted : quotes
    },
  },
  address,
  orders,
  placing,
})
