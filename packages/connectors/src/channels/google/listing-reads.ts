import type { RemoteListing } from '@omni/domain/channels/document.ts'
import type { z } from 'zod'
import type { ListingPage } from '../channel.ts'
import { placeOfListing } from '../item-group.ts'
import { VendorError } from '../../vendor-error.ts'
import { ask, type Call, productName } from './client.ts'
import { listingId, toListing } from './map.ts'
import { Product, ProductPage, SearchPage } from './schemas.ts'

const PAGE = '1000'
/** Questions under way at once. */
export const AT_ONCE = 20
const GROUPS_AT_ONCE = 50

/** A name of ours or of another tool's stands in the query as it is: whatever could end its quotes cannot be one. */
const isPlain = (name: string) => /^[^'"\\]+$/.test(name)

async function offersOf(call: Call, groups: readonly string[]): Promise<string[]> {
  const { account, feed_label, language } = call.credentials
  const found: string[] = []
  const plain = groups.filter(isPlain)
  for (let from = 0; from < plain.length; from += GROUPS_AT_ONCE) {
    const names = plain.slice(from, from + GROUPS_AT_ONCE).map((name) => `'${name}'`)
    const query = `SELECT id, offer_id, feed_label, language_code, item_group_id FROM product_view WHERE item_group_id IN (${names.join(', ')})`
    let pageToken: string | undefined
    do {
      const body = { query, pageSize: 1000, ...(pageToken && { pageToken }) }
      const request = { path: `reports/v1/accounts/${account}/reports:search`, body }
      const page: z.output<typeof SearchPage> = await ask(call, request, SearchPage)
      for (const { productView: view } of page.results)
        if (view.feedLabel === feed_label && view.languageCode === language) found.push(view.offerId)
      pageToken = page.nextPageToken
    } while (pageToken)
  }
  return found
}

async function readOffer(call: Call, offer: string): Promise<Product | null> {
  const path = `products/v1/accounts/${call.credentials.account}/products/${productName(call.credentials, offer)}`
  try {
    return await ask(call, { path }, Product)
  } catch (error) {
    if (error instanceof VendorError && error.kind === 'not_found') return null
    throw error
  }
}

/** The products of these listings. There is no reading by group: a report names them, and each is read by its name. */
export async function readProducts(call: Call, remote_ids: readonly string[]): Promise<Product[]> {
  const places = remote_ids.map(placeOfListing)
  const groups = places.flatMap((place) => ('group' in place ? [place.group] : []))
  const alone = places.flatMap((place) => ('item' in place ? [place.item] : []))
  const offers = [...(await offersOf(call, groups)), ...alone]
  const found: Product[] = []
  for (let from = 0; from < offers.length; from += AT_ONCE) {
    const read = await Promise.all(offers.slice(from, from + AT_ONCE).map((offer) => readOffer(call, offer)))
    found.push(...read.filter((product) => product !== null))
  }
  return found
}

function byListing(products: readonly Product[], asked_at: Date): RemoteListing[] {
  return [...Map.groupBy(products, listingId).values()].flatMap((group) => toListing(group, asked_at) ?? [])
}

export async function readListings(call: Call, { remote_ids }: { remote_ids: string[] }): Promise<RemoteListing[]> {
  const asked_at = call.now()
  const wanted = new Set(remote_ids)
  const found = byListing(await readProducts(call, remote_ids), asked_at)
  return found.filter(({ remote_id }) => wanted.has(remote_id))
}

/**
 * Google lists products in an order of its own, without a filter: the variants of a group may stand anywhere, so every
 * page is read before the first listing is told.
 */
export async function listListings(call: Call): Promise<ListingPage> {
  const asked_at = call.now()
  const { account, feed_label, language } = call.credentials
  const all: Product[] = []
  const broken = new Set<string>()
  let pageToken: string | undefined
  do {
    const query = { pageSize: PAGE, ...(pageToken && { pageToken }) }
    const request = { path: `products/v1/accounts/${account}/products`, query }
    const page: z.output<typeof ProductPage> = await ask(call, request, ProductPage)
    for (const group of page.products.broken) broken.add(group)
    all.push(...page.products.items.filter((one) => one.feedLabel === feed_label && one.contentLanguage === language))
    pageToken = page.nextPageToken
  } while (pageToken)
  return { items: byListing(all, asked_at).filter(({ remote_id }) => !broken.has(remote_id)), next: null }
}
