/**
 * Amazon Creators API, product lookup. Everything is verified against our notes and the published client's types only;
 * the scope's spelling, the availability types and the paging of variations want live credentials.
 */
import type { z } from 'zod'
import { VendorError } from '../../vendor-error.ts'
import { anyCountry, siteUrl } from '../site.ts'
import { defineSupplier } from '../supplier.ts'
import { App, ask, type Call, Credentials, mint } from './client.ts'
import { toProduct, toSummary } from './map.ts'
import { type Item, ItemsReply, SearchReply, VariationsReply } from './schemas.ts'

const MAX_ITEMS = 10
const MAX_PAGES = 10

/** `fallback` instead of the vendor's "there is none". */
const orNone =
  <T>(fallback: T) =>
  (error: unknown): T => {
    if (error instanceof VendorError && error.kind === 'not_found') return fallback
    throw error
  }

/** All children of a parent; none when it has none. */
async function variationsOf(call: Call, asin: string): Promise<z.output<typeof Item>[]> {
  const items: z.output<typeof Item>[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { variationsResult } = await ask(call, 'getVariations', { asin, variationPage: page }, VariationsReply).catch(
      orNone({ variationsResult: null }),
    )
    items.push(...(variationsResult?.items ?? []))
    const { pageCount, variationCount } = variationsResult?.variationSummary ?? {}
    pages = variationsResult ? (pageCount ?? Math.ceil((variationCount ?? 0) / MAX_ITEMS)) : 0
  }
  return items
}

export const amazon = defineSupplier({
  id: 'amazon',
  name: 'Amazon',
  via: 'api',
  app: App,
  credentials: Credentials,
  // One a second at first, more with sales; a young account is told to slow down and then waits.
  limits: { per_second: 5, of: 'app' },
  setup: (env) => ({
    app: {
      base_url: env['AMAZON_URL'] ?? '',
      token_url: env['AMAZON_TOKEN_URL'] ?? '',
      credential_id: env['AMAZON_CREDENTIAL_ID'] ?? '',
      credential_secret: env['AMAZON_CREDENTIAL_SECRET'] ?? '',
      partner_tag: env['AMAZON_PARTNER_TAG'] ?? '',
    },
    ...(env['AMAZON_CREDENTIAL_ID'] && { start: { code: '' } }),
  }),
  account: { connect: (call) => mint(call), refresh: (call) => mint(call) },
  productIdOf(address) {
    const url = siteUrl(address, 'amazon', anyCountry('amazon'))
    return url && (/\/(?:dp|gp\/product|gp\/aw\/d)\/([A-Z0-9]{10})(?:[/?]|$)/.exec(url.pathname)?.[1] ?? null)
  },
  catalog: {
    async search(call, { text, category_id, page_size, cursor }) {
      const page = Number(cursor ?? 1)
      const count = Math.min(page_size, MAX_ITEMS)
      const { searchResult } = await ask(
        call,
        'searchItems',
        {
          ...(text && { keywords: text }),
          ...(category_id && { browseNodeId: category_id }),
          searchIndex: 'All',
          itemCount: count,
          itemPage: page,
        },
        SearchReply,
      ).catch(orNone({ searchResult: null }))
      const found = searchResult?.items ?? []
      const total = searchResult?.totalResultCount ?? 0
      const items = [...new Map(found.map(toSummary).map((row) => [row.source_product_id, row])).values()]
      return {
        items,
        next: found.length > 0 && page < MAX_PAGES && page * count < total ? String(page + 1) : null,
        total,
      }
    },
    async get(call, { product_id }) {
      const children = await variationsOf(call, product_id)
      if (children.length > 0) return toProduct(product_id, children, call.app.marketplace)
      const { itemsResult } = await ask(call, 'getItems', { itemIds: [product_id] }, ItemsReply)
      return toProduct(product_id, itemsResult?.items ?? [], call.app.marketplace)
    },
  },
})
