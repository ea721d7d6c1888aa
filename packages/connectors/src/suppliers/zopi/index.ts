/**
 * zopi, the house's own verified supplier, and anyone else who serves the Omni Supplier Protocol: everything here is
 * verified against zopi-protocol.openapi.json, which is the protocol.
 */
import { z } from 'zod'
import { OLD_SECRETS, OldSecrets } from '../../old-secrets.ts'
import type { Connected } from '../../vendor.ts'
import { anyCountry, siteUrl } from '../site.ts'
import { defineSupplier } from '../supplier.ts'
import { toProduct, toQuote, toReview, toSummary } from './map.ts'
import { ask, type Caller } from './client.ts'
import { orders, placing } from './orders.ts'
import { pushes } from './pushes.ts'
import { Account, Product, QuoteList, ReviewPage, StockList, SummaryPage } from './schemas.ts'

const App = z.object({
  base_url: z.string(),
  /** Signs what the supplier tells; agreed on with it. Empty: it is only asked. */
  webhook_secret: z.string().default(''),
  old_secrets: OldSecrets.optional(),
})
const Credentials = z.object({ api_key: z.string() })
const MAX_PAGE = 100

const query = (values: Record<string, string | number | undefined>): string =>
  new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  ).toString()

const at = (productId: string, rest = '') => `/products/${encodeURIComponent(productId)}${rest}`

async function products(
  call: Caller,
  {
    page_size,
    ...filters
  }: { text?: string; category_id?: string; seller_id?: string; cursor?: string; page_size: number },
) {
  const found = await ask(
    call,
    `/products?${query({ ...filters, page_size: Math.min(page_size, MAX_PAGE) })}`,
    SummaryPage,
  )
  return { items: found.items.map(toSummary), next: found.next_cursor, total: found.total }
}

export const zopi = defineSupplier({
  id: 'zopi',
  name: 'Zopi',
  proved: {
    account: ['schema'],
    catalogue: ['schema'],
    shipping: ['schema'],
    orders: ['schema'],
    webhooks: ['schema'],
  },
  badge: { colour: '#6B3FE0', glyph: 'M6.8 6.8h6.4l-6.4 6.4h6.4' },
  settings: {
    ZOPI_URL: { sandbox: '{sandbox}/zopi/v1' },
    ZOPI_API_KEY: { sandbox: 'zopi-sandbox-key' },
    /** Signs what the supplier tells at /hooks/suppliers/zopi. Empty: it is only asked. */
    ZOPI_WEBHOOK_SECRET: { sandbox: 'zopi-sandbox-webhook-secret' },
    ZOPI_OLD_SECRETS: { pattern: OLD_SECRETS },
  },
  deploy: [
    {
      variables: ['ZOPI_URL', 'ZOPI_API_KEY'],
      meaning: 'a supplier that speaks the Omni Supplier Protocol',
      without: 'off',
    },
    {
      variables: ['ZOPI_WEBHOOK_SECRET'],
      meaning:
        'signs what that supplier tells at `/hooks/suppliers/zopi`; without it, it is only asked. `ZOPI_OLD_SECRETS` keeps a replaced secret valid until a day (see below)',
      without: 'off',
    },
  ],
  is_house: true,
  via: 'api',
  app: App,
  credentials: Credentials,
  limits: { per_second: 20 },
  setup: (env) => ({
    app: {
      base_url: env['ZOPI_URL'] ?? '',
      webhook_secret: env['ZOPI_WEBHOOK_SECRET'] ?? '',
      old_secrets: env['ZOPI_OLD_SECRETS'] ?? '',
    },
    ...(env['ZOPI_API_KEY'] && { start: { code: env['ZOPI_API_KEY'] } }),
  }),
  account: {
    async connect(call, { code }): Promise<Connected<z.output<typeof Credentials>>> {
      const credentials = { api_key: code.trim() }
      const account = await ask({ ...call, credentials }, '/account', Account)
      return {
        credentials,
        account_id: account.account_id,
        account_name: account.name,
        expires_at: account.key_expires_at ? new Date(account.key_expires_at) : null,
        refresh_expires_at: null,
      }
    },
  },
  productIdOf(address) {
    const url = siteUrl(address, 'zopi', anyCountry('zopi'))
    return url && (/\/products?\/([^/]+?)(?:\.html)?\/?$/.exec(url.pathname)?.[1] ?? null)
  },
  catalog: {
    search: (call, { text, category_id, cursor, page_size }) =>
      products(call, {
        page_size,
        ...(text && { text }),
        ...(category_id && { category_id }),
        ...(cursor && { cursor }),
      }),
    get: async (call, { product_id, ship_to }) =>
      toProduct(await ask(call, `${at(product_id)}?${query({ ship_to })}`, Product)),
    bySeller: (call, input) => products(call, input),
    async reviews(call, { product_id, cursor, page_size }) {
      const found = await ask(
        call,
        `${at(product_id, '/reviews')}?${query({ cursor, page_size: Math.min(page_size, MAX_PAGE) })}`,
        ReviewPage,
      )
      return { items: found.items.map(toReview), next: found.next_cursor, total: found.total }
    },
  },
  logistics: {
    async quote(call, { ship_from, ...parcel }) {
      const { items } = await ask(call, '/quotes', QuoteList, { ...parcel, ...(ship_from && { ship_from }) })
      return items.map(toQuote)
    },
    stock: async (call, { product_id }) => (await ask(call, at(product_id, '/stock'), StockList)).items,
  },
  orders,
  placing,
  pushes,
})
