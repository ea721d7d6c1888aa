import type { RemoteListing } from '@omni/domain/channels/document.ts'
import { orLeftOut } from '../../rows.ts'
import { VendorError } from '../../vendor-error.ts'
import type { ListingPage } from '../channel.ts'
import { ask, type TikTokCall } from './client.ts'
import { isGone, NOT_IN_THIS_STATE, NOT_UNDER_REVIEW, TOO_MANY_FOUND } from './errors.ts'
import { toListing, toSellerSku } from './map.ts'
import { Found, Product } from './schemas.ts'

const PAGE = 100
/** No shop is older. */
const FIRST_S = Date.UTC(2020, 0, 1) / 1000
/** A look-up begins minutes after the create that it is about. */
const CREATED_WITHIN_S = 2 * 3600
/** Products of the last hours that are opened one by one, when no SKU led to ours. */
const OPENED_AT_MOST = 50

const codeOf = (error: unknown) => (error instanceof VendorError ? error.code : undefined)

const nullWhere = async <T>(isNone: (code: string | undefined) => boolean, asked: Promise<T>): Promise<T | null> => {
  try {
    return await asked
  } catch (error) {
    if (isNone(codeOf(error))) return null
    throw error
  }
}

/**
 * Null: it is not there. A product that buyers see keeps its old content while a change is looked through; what was sent
 * is in the version under review, and that is the one that we compare with.
 */
export async function readProduct(call: TikTokCall, remote_id: string): Promise<Product | null> {
  const path = `/product/202309/products/${encodeURIComponent(remote_id)}`
  const absent = (code: string | undefined) => isGone(code) || code === NOT_IN_THIS_STATE
  const live = await nullWhere(absent, ask(call, { path }, Product))
  if (!live || live.status === 'DELETED') return null
  if (live.status !== 'ACTIVATE' || live.audit?.status !== 'AUDITING') return live
  const query = { return_under_review_version: 'true' }
  const sent = await nullWhere((code) => code === NOT_UNDER_REVIEW, ask(call, { path, query }, Product))
  return sent ? { ...sent, status: live.status } : live
}

const show = (call: TikTokCall, product: Product) => toListing(product, call.credentials, call.app)

export async function readListings(
  call: TikTokCall,
  { remote_ids }: { remote_ids: readonly string[] },
): Promise<RemoteListing[]> {
  const found: RemoteListing[] = []
  for (const remote_id of remote_ids) {
    // An id of another platform would be refused as a wrong path.
    const [product] = /^\d+$/.test(remote_id) ? await orLeftOut(() => readProduct(call, remote_id)) : []
    if (product) found.push(show(call, product))
  }
  return found
}

interface Filter {
  seller_skus?: string[]
  create_time_ge?: number
  update_time_ge?: number
  update_time_le?: number
}

async function search(call: TikTokCall, filter: Filter, page_size: number, page_token = '') {
  const query = { page_size: String(page_size), ...(page_token !== '' && { page_token }) }
  const path = '/product/202309/products/search'
  const reply = await ask(call, { method: 'POST', path, query, body: { status: 'ALL', ...filter } }, Found)
  return { ...reply, products: reply.products.filter(({ status }) => status !== 'DELETED') }
}

/**
 * There is no search by our own field: by the SKUs that were sent, then among the newest products, whose SKU the merchant
 * may have changed since.
 */
export async function findListings(
  call: TikTokCall,
  { key, sku }: { key: string; sku: string },
): Promise<RemoteListing[]> {
  const seller_skus = [...new Set([toSellerSku(sku, key), key])]
  const create_time_ge = Math.floor(call.now().getTime() / 1000) - CREATED_WITHIN_S
  for (const filter of [{ seller_skus }, { create_time_ge }]) {
    const { products } = await search(call, filter, OPENED_AT_MOST)
    const opened = await readListings(call, { remote_ids: products.map(({ id }) => id) })
    const ours = opened.filter((listing) => listing.key === key)
    if (ours.length > 0) return ours
  }
  return []
}

interface Window {
  from: number
  to: number
}

/** The page's products, or null: there are more than fit. */
async function inWindow(call: TikTokCall, { from, to }: Window, size: number) {
  const filter = { update_time_ge: from, update_time_le: to }
  const first = await nullWhere((code) => code === TOO_MANY_FOUND, search(call, filter, Math.max(size, 1)))
  if (!first) return null
  if (first.next_page_token === '') return first.products
  if (from < to) return null
  // So many changed in one second: there is no smaller window, and pages are what is left.
  const all = [...first.products]
  for (let token = first.next_page_token; token !== '';) {
    const next = await search(call, filter, Math.max(size, 1), token)
    all.push(...next.products)
    token = next.next_page_token
  }
  return all
}

/**
 * The search cannot be sorted, and ends after 10,000. So it is walked by windows of the time of change, each made
 * smaller until it fits: a product that changes meanwhile moves to a later window and is not lost.
 */
export async function listListings(
  call: TikTokCall,
  { cursor, changed_since, page_size }: { cursor?: string; changed_since?: Date; page_size: number },
): Promise<ListingPage> {
  const now = Math.floor(call.now().getTime() / 1000)
  const since = changed_since ? Math.floor(changed_since.getTime() / 1000) : FIRST_S
  const [start, width] = cursor?.split('|').map(Number) ?? []
  const from = start ?? since
  const size = Math.min(page_size, PAGE)
  // What changes while we ask has a time of now, or of a clock that is a little ahead.
  const end = Math.max(now, from) + 60
  let to = width === undefined ? end : Math.min(end, from + width)
  let products = await inWindow(call, { from, to }, size)
  while (!products) {
    to = from + Math.floor((to - from) / 2)
    products = await inWindow(call, { from, to }, size)
  }
  const order = products.toSorted((a, b) => a.update_time - b.update_time || (a.id < b.id ? -1 : 1))
  const items = await readListings(call, { remote_ids: order.map(({ id }) => id) })
  const next = to >= end ? null : `${to + 1}|${Math.max(1, (to - from) * 2)}`
  return { items: items.toSorted((a, b) => (a.version < b.version ? -1 : 1)), next }
}
