import type { RemoteListing } from '@omni/domain/channels/document.ts'
import type { z } from 'zod'
import type { ListingPage } from '../channel.ts'
import { groupOf, placeOfListing } from '../item-group.ts'
import { ask, type Call } from './client.ts'
import { toListing } from './map.ts'
import { type Item, ITEM_FIELDS, ItemPage, NamePage } from './schemas.ts'

/** Items in a reply; groups asked for in one question. */
const PAGE = 100
const GROUPS_AT_ONCE = 25

/** Everything a filter finds, page by page. Groups with an item that cannot be read are left out. */
async function itemsWhere(call: Call, filter: object): Promise<Item[]> {
  const all: Item[] = []
  const broken = new Set<string>()
  let after: string | undefined
  do {
    const query = { fields: ITEM_FIELDS, filter: JSON.stringify(filter), limit: String(PAGE), ...(after && { after }) }
    const page: z.output<typeof ItemPage> = await ask(call, `${call.credentials.catalog_id}/products`, query, ItemPage)
    for (const group of page.data.broken) broken.add(group)
    all.push(...page.data.items)
    after = page.paging?.next === undefined ? undefined : page.paging.cursors?.after
  } while (after !== undefined)
  return all.filter((item) => !broken.has(nameOf(item)))
}

const nameOf = (item: { retailer_product_group_id: string; retailer_id: string }) =>
  groupOf(item.retailer_product_group_id, item.retailer_id)

/** Items in a lasting order: a catalog promises none. */
function byListing(items: readonly Item[], asked_at: Date, currency: string): RemoteListing[] {
  const groups = Map.groupBy(items, nameOf)
  return [...groups.values()].flatMap((group) => {
    const sorted = group.toSorted((a, b) => Number(a.id) - Number(b.id))
    return toListing(sorted, asked_at, currency) ?? []
  })
}

export async function readListings(call: Call, { remote_ids }: { remote_ids: string[] }): Promise<RemoteListing[]> {
  const asked_at = call.now()
  const places = remote_ids.map(placeOfListing)
  const groups = places.flatMap((place) => ('group' in place ? [place.group] : []))
  const alone = places.flatMap((place) => ('item' in place ? [place.item] : []))
  const found: Item[] = []
  for (let from = 0; from < groups.length; from += GROUPS_AT_ONCE)
    found.push(
      ...(await itemsWhere(call, { retailer_product_group_id: { is_any: groups.slice(from, from + GROUPS_AT_ONCE) } })),
    )
  for (let from = 0; from < alone.length; from += PAGE)
    found.push(...(await itemsWhere(call, { retailer_id: { is_any: alone.slice(from, from + PAGE) } })))
  const wanted = new Set(remote_ids)
  return byListing(found, asked_at, call.credentials.currency).filter(({ remote_id }) => wanted.has(remote_id))
}

/** A page of items names groups, and each group is read as a whole: its items may stand on several pages. */
export async function listListings(
  call: Call,
  { cursor, page_size }: { cursor?: string; page_size: number },
): Promise<ListingPage> {
  const query = {
    fields: 'retailer_id,retailer_product_group_id',
    limit: String(Math.min(page_size, PAGE)),
    ...(cursor !== undefined && { after: cursor }),
  }
  const { data, paging } = await ask(call, `${call.credentials.catalog_id}/products`, query, NamePage)
  const names = data.map(nameOf)
  const items = await readListings(call, { remote_ids: [...new Set(names)] })
  return { items, next: paging?.next === undefined ? null : (paging.cursors?.after ?? null) }
}
