import type { ProductCard } from '@omni/contracts/catalog.calls.ts'
import { DEFAULT_CONDITION, isCondition } from '@omni/domain/catalog/conditions.ts'
import { estimateRetail } from '@omni/domain/catalog/retail.ts'
import { asSource, DEFAULT_SHIP_TO } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

interface CardRow {
  id: number
  source: string
  source_product_id: string
  name: string
  image: string | null
  price_min: number
  price_max: number
  rsp_price: number
  profit: number
  orders: number
  orders_week: number
  rating: number | null
  reviews_count: number
  listings: number | null
  shipping_cost: number | null
  shipping_time_min: number | null
  shipping_time_max: number | null
  ship_froms: string[]
  total_variants: number
  condition: string
  status: string
  favourite: boolean
  imported_as: string | null
  seller_id: string | null
  store_name: string | null
  offers: number
  seen_at: string
  /** The cheapest way to the country, and whether the supplier was asked for one at all. */
  way: { amount: number; min_days: number | null; max_days: number | null } | null
  quoted: boolean
}

/** Cards of some products in the order of the ids, in one query. Products this workplace has hidden are left out. */
export async function cardsOf(
  tx: Tx,
  scope: { workplace_id: string },
  ids: readonly number[],
  ship_to: string,
): Promise<ProductCard[]> {
  if (ids.length === 0) return []
  const elsewhere = ship_to !== DEFAULT_SHIP_TO
  const { rows } = await sql<CardRow>`
    select p.id, p.source, p.source_product_id, p.name, p.images[1] as image, p.price_min, p.price_max, p.rsp_price,
      p.profit, p.orders, p.orders_week, p.rating,
      p.reviews_count, p.listings, p.shipping_cost, p.shipping_time_min, p.shipping_time_max, p.ship_froms,
        p.total_variants, p.condition, p.status, p.seller_id, p.seen_at,
      s.store_name, f.product_id is not null as favourite, i.product_id as imported_as,
      case when p.good_id is null then 0 else (select count(*)::int - 1 from catalog_products o
        where o.good_id = p.good_id and o.gone_at is null) end as offers,
      q.way, q.quotes > 0 as quoted
    from unnest(${[...ids]}::bigint[]) with ordinality as wanted (id, place)
    join catalog_products p on p.id = wanted.id
    left join catalog_sellers s on s.source = p.source and s.seller_id = p.seller_id
    left join imported_sources i on i.workplace_id = ${scope.workplace_id} and i.source = p.source
      and i.source_product_id = p.source_product_id
    left join favourites f on f.workplace_id = ${scope.workplace_id} and f.product_id = p.id
    cross join lateral (select count(*) as quotes, (array_agg(ways -> 0 order by (ways -> 0 ->> 'amount')::int)
        filter (where ways <> '[]'))[1] as way
      from catalog_quotes where product_id = p.id and country_code = ${ship_to} and quantity = 1) q
    where not exists (select from hidden_products h
      where h.workplace_id = ${scope.workplace_id} and h.product_id = p.id)
    order by wanted.place`.execute(tx)
  return rows.map((row) => toCard(row, elsewhere))
}

function toCard(row: CardRow, elsewhere: boolean): ProductCard {
  const shipping_cost = elsewhere ? (row.way?.amount ?? null) : row.shipping_cost
  const retail = elsewhere ? estimateRetail(row.price_min, shipping_cost) : { price: row.rsp_price, profit: row.profit }
  const profit = shipping_cost === null ? null : retail.profit
  const asked = row.quoted ? false : null
  return {
    id: row.id,
    source: asSource(row.source),
    source_product_id: row.source_product_id,
    name: row.name,
    image: row.image,
    price_range: [row.price_min, row.price_max],
    rsp_price_usd: retail.price,
    profit_usd: profit,
    profit_margin: profit === null || retail.price <= 0 ? null : Math.round((profit / retail.price) * 100),
    lastest_volume: row.orders,
    orders_week: row.orders_week,
    rating: row.rating === null ? null : Math.round(row.rating * 10) / 10,
    reviews_count: row.reviews_count,
    listings: row.listings,
    ships: shipping_cost === null ? asked : true,
    shipping_cost,
    shipping_time_min: elsewhere ? (row.way?.min_days ?? null) : row.shipping_time_min,
    shipping_time_max: elsewhere ? (row.way?.max_days ?? null) : row.shipping_time_max,
    shipFroms: row.ship_froms,
    total_variants: row.total_variants,
    condition: isCondition(row.condition) ? row.condition : DEFAULT_CONDITION,
    status: row.status === 'full' ? 'full' : 'partial',
    imported: row.imported_as !== null,
    imported_as: row.imported_as,
    favourite: row.favourite,
    store_info:
      row.seller_id === null ? null : { store_id: row.seller_id, store_name: row.store_name ?? row.seller_id },
    offers_elsewhere: Math.max(0, row.offers),
    data_at: row.seen_at,
  }
}
