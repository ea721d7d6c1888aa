import type { SupplierCard } from '@omni/contracts/suppliers.calls.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '../../platform/db.ts'
import { asSource } from '@omni/domain/catalog/sources.ts'

const PICTURES = 4
export interface SellerKey {
  source: string
  seller_id: string
}

/** Sellers in the order given, each with pictures of what it sells most. */
export async function supplierCards(
  tx: Tx,
  scope: { workplace_id: string },
  keys: readonly SellerKey[],
): Promise<z.output<typeof SupplierCard>[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<{
    source: string
    seller_id: string
    store_name: string
    store_url: string
    score: number | null
    rating: number | null
    reviews_count: number
    products: number
    orders: number
    followed: boolean
    images: string[] | null
  }>`
    select s.source, s.seller_id, s.store_name, s.store_url, s.score, s.rating, s.reviews_count, s.products, s.orders,
      f.seller_id is not null as followed, (
      select array_agg(best.image) from (
        select p.images[1] as image from catalog_products p
          where p.source = s.source and p.seller_id = s.seller_id and p.gone_at is null and p.images <> '{}'
        order by p.orders desc, p.id desc limit ${PICTURES}) best) as images
    from unnest(${keys.map(({ source }) => source)}::text[],
      ${keys.map(({ seller_id }) => seller_id)}::text[]) with ordinality as k (source, seller_id, place)
    join catalog_sellers s on s.source = k.source and s.seller_id = k.seller_id
    left join favorite_suppliers f on f.workplace_id = ${scope.workplace_id} and f.source = s.source
      and f.seller_id = s.seller_id
    order by k.place`.execute(tx)
  return rows.map((row) => ({
    source: asSource(row.source),
    seller_id: row.seller_id,
    store_name: row.store_name,
    store_url: row.store_url,
    score: row.score === null ? null : Math.round(row.score * 10) / 10,
    rating: row.rating === null ? null : Math.round(row.rating * 10) / 10,
    reviews_count: row.reviews_count,
    products: row.products,
    orders: row.orders,
    followed: row.followed,
    images: row.images ?? [],
  }))
}
