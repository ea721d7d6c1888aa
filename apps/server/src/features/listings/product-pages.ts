import type { Channel } from '@omni/domain/channels/document.ts'
import { leadsElsewhere } from '@omni/domain/channels/check-listing.ts'
import { sql } from 'kysely'
import { SITE_CHANNEL_IDS } from '@omni/domain/vendors/manifest.ts'
import type { Tx } from '../../platform/db.ts'

/** For a channel that has no pages of its own. Catalogs lead to a shop, and want the website to be the seller's. */
export const productPages = async (
  tx: Tx,
  workplace_id: string,
  platform: Channel,
  product_ids: readonly string[],
): Promise<Map<string, string>> =>
  leadsElsewhere(platform) ? shopPages(tx, workplace_id, product_ids) : new Map<string, string>()

/** Where a buyer finds each product: its page in the store that is named, in the default store, or in another shop. */
export async function shopPages(
  tx: Tx,
  workplace_id: string,
  product_ids: readonly string[],
  store_id: string | null = null,
): Promise<Map<string, string>> {
  const { rows } = await sql<{ product_id: string; url: string }>`
    select distinct on (l.product_id) l.product_id, l.url
    from listings l join stores s using (workplace_id, store_id)
    where l.workplace_id = ${workplace_id} and l.product_id = any(${[...product_ids]}::uuid[])
      and l.url is not null and l.state not in ('gone', 'removed')
      and s.status = 'active' and s.platform = any(${[...SITE_CHANNEL_IDS]}::text[])
    order by l.product_id, s.store_id is not distinct from ${store_id}::uuid desc, s.is_default desc, l.created_at`.execute(
    tx,
  )
  return new Map(rows.map(({ product_id, url }) => [product_id, url]))
}
