import type { RemoteListing } from '@omni/domain/channels/document.ts'
import type { z } from 'zod'
import { orLeftOut, sentLength } from '../../rows.ts'
import type { ListingPage } from '../channel.ts'
import { ask, type WooCall } from './client.ts'
import { keyOf, toListing } from './map.ts'
import {
  FoundList,
  type Product,
  PRODUCT_FIELDS,
  ProductList,
  type Variation,
  VARIATION_FIELDS,
  VariationList,
} from './schemas.ts'

export const PAGE = 100
/** As replies to writes are: without it descriptions come as a page shows them, with paragraphs and shortcodes run. */
const CONTEXT = { context: 'edit' }
const LIVE = { _fields: PRODUCT_FIELDS, ...CONTEXT }

async function variationsOf(call: WooCall, product: Product): Promise<Variation[]> {
  const all: Variation[] = []
  if (product.type !== 'variable') return all
  for (let page = 1; ; page++) {
    const paged = { per_page: String(PAGE), page: String(page), orderby: 'id', order: 'asc' }
    const query = { ...paged, _fields: VARIATION_FIELDS, ...CONTEXT }
    const found = await ask(
      call,
      call.credentials,
      { path: `/wc/v3/products/${product.id}/variations`, query },
      VariationList,
    )
    all.push(...found)
    if (found.length < PAGE) return all
  }
}

/** Each with its variations, which WooCommerce tells product by product. */
const withVariations = async (call: WooCall, products: readonly Product[]): Promise<RemoteListing[]> =>
  (
    await Promise.all(
      products.map((one) => orLeftOut(async () => toListing(one, await variationsOf(call, one), call.credentials))),
    )
  ).flat()

/** The products that are there. Without `status`, WordPress leaves out what is in the bin. */
export async function readProducts(call: WooCall, remote_ids: readonly string[]): Promise<Product[]> {
  const all: Product[] = []
  for (let from = 0; from < remote_ids.length; from += PAGE) {
    const include = remote_ids.slice(from, from + PAGE).join(',')
    const query = { include, per_page: String(PAGE), ...LIVE }
    const page = await ask(call, call.credentials, { path: '/wc/v3/products', query }, ProductList)
    all.push(...page.filter(({ status }) => status !== 'trash'))
  }
  return all
}

export const readListings = async (call: WooCall, { remote_ids }: { remote_ids: string[] }) =>
  // An id of another platform would be refused by WordPress together with all others.
  withVariations(
    call,
    await readProducts(
      call,
      remote_ids.filter((id) => /^\d+$/.test(id)),
    ),
  )

type Found = z.output<typeof FoundList>[number]

/**
 * By the SKUs that were sent, then among the newest products, whose SKU the merchant may have changed since: there is no
 * search by our own field.
 */
export async function findListings(
  call: WooCall,
  { key, sku }: { key: string; sku: string },
): Promise<RemoteListing[]> {
  const look = (query: Record<string, string>) =>
    ask(
      call,
      call.credentials,
      {
        path: '/wc/v3/products',
        query: { ...query, per_page: String(PAGE), _fields: 'id,type,parent_id,status,meta_data' },
      },
      FoundList,
    )
  const searches = [{ sku: key }, ...(sku !== '' && sku !== key ? [{ sku }] : []), { orderby: 'date', order: 'desc' }]
  for (const search of searches) {
    const found = await look(search)
    const ours = await keepOurs(call, key, found)
    if (ours.length > 0) return withVariations(call, ours)
  }
  return []
}

/** A variation is found by its SKU, and the key is at its product. */
async function keepOurs(call: WooCall, key: string, found: readonly Found[]): Promise<Product[]> {
  const ids = found.flatMap((one) => {
    if (one.parent_id > 0) return [one.parent_id]
    return keyOf(one) === key ? [one.id] : []
  })
  if (ids.length === 0) return []
  const products = await readProducts(call, [...new Set(ids)].map(String))
  return products.filter((product) => keyOf(product) === key)
}

/** WordPress compares in site time, unless told otherwise; a time with a zone would be moved to the site's. */
export const gmtText = (at: number) => new Date(at).toISOString().slice(0, 19)

interface Cursor {
  /** Changed at or after, in milliseconds. */
  since: number | null
  page: number
}

export const readCursor = (text: string | undefined, since: number | null): Cursor => {
  const [at, page] = text?.split('|') ?? []
  return at === undefined ? { since, page: 1 } : { since: Number(at), page: Number(page ?? 1) }
}

/**
 * By the time of change, not by page number: a product that changes meanwhile moves to the end, and page numbers would
 * skip another. Those of the cursor's second are read twice.
 */
export async function listListings(
  call: WooCall,
  input: { cursor?: string; changed_since?: Date; page_size: number },
): Promise<ListingPage> {
  const size = Math.min(input.page_size, PAGE)
  const floor = input.changed_since ? Math.floor(input.changed_since.getTime() / 1000) * 1000 : null
  const { since, page } = readCursor(input.cursor, floor)
  const query = {
    ...LIVE,
    orderby: 'modified',
    order: 'asc',
    per_page: String(size),
    page: String(page),
    // "After" leaves out that very second.
    ...(since !== null && { modified_after: gmtText(since - 1000), dates_are_gmt: 'true' }),
  }
  const products = await ask(call, call.credentials, { path: '/wc/v3/products', query }, ProductList)
  const items = await withVariations(call, products)
  const last = products.at(-1)
  if (!last || sentLength(products) < size) return { items, next: null }
  const end = Date.parse(`${last.date_modified_gmt}Z`)
  return { items, next: end === since ? `${end}|${page + 1}` : `${end}|1` }
}
