import type { ProductCard } from '@omni/contracts/catalog.calls.ts'
import type { ProductDetail } from '@omni/contracts/product-detail.calls.ts'
import { estimateRetail, profitAt } from '@omni/domain/catalog/retail.ts'
import { asSource, DEFAULT_SHIP_TO } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { chargesTo } from './charges-to.ts'
import type { Product } from './fresh-product.ts'

const OFFERS = 50

interface OfferRow {
  id: number
  source: string
  source_product_id: string
  seller_id: string | null
  store_name: string | null
  ship_froms: string[]
  price_min: number
  charges: number | null
  rating: number | null
  way: { amount: number; min_days: number | null; max_days: number | null } | null
  quoted: boolean
}

/** "Who sells it cheaper": the best offer of every shop with what it costs at the customer's door. */
export async function elsewhere(
  tx: Tx,
  product: Product,
  ship_to: string,
  own: Pick<ProductCard, 'ships' | 'shipping_cost' | 'shipping_time_min' | 'shipping_time_max'>,
): Promise<ProductDetail['elsewhere']> {
  const { rows } = await sql<OfferRow>`
    select p.id, p.source, p.source_product_id, p.seller_id, s.store_name, p.ship_froms, p.price_min, p.charges, p.rating,
      case when ${ship_to} <> ${DEFAULT_SHIP_TO} then q.way
        when p.shipping_cost is not null then jsonb_build_object('amount', p.shipping_cost,
          'min_days', p.shipping_time_min, 'max_days', p.shipping_time_max) end as way,
      q.quotes > 0 as quoted
    from catalog_products p left join catalog_sellers s on s.source = p.source and s.seller_id = p.seller_id
    cross join lateral (select count(*) as quotes, (array_agg(ways -> 0 order by (ways -> 0 ->> 'amount')::int)
        filter (where ways <> '[]'))[1] as way
      from catalog_quotes where product_id = p.id and country_code = ${ship_to} and quantity = 1) q
    where p.id = ${product.id} or (p.good_id = ${product.good_id} and p.gone_at is null)
    order by p.id limit ${OFFERS}`.execute(tx)
  // All at the price this one would sell for: what is left then is what tells them apart.
  const { price } = estimateRetail(product.price_min, own.shipping_cost, chargesTo(ship_to, product.charges) ?? 0)
  const offers = rows.map((row) => {
    const this_one = row.id === product.id
    const shipping = this_one ? own.shipping_cost : (row.way?.amount ?? null)
    const charges = chargesTo(ship_to, row.charges) ?? 0
    const asked = row.quoted ? false : null
    return {
      id: row.id,
      source: asSource(row.source),
      source_product_id: row.source_product_id,
      seller_id: row.seller_id,
      store_name: row.store_name ?? '',
      ship_from: row.ship_froms[0] ?? '',
      cost: row.price_min,
      ships: this_one ? own.ships : shipping === null ? asked : true,
      shipping,
      landed: shipping === null ? null : row.price_min + charges + shipping,
      min_days: this_one ? own.shipping_time_min : (row.way?.min_days ?? null),
      max_days: this_one ? own.shipping_time_max : (row.way?.max_days ?? null),
      rating: row.rating === null ? null : Math.round(row.rating * 10) / 10,
      profit: shipping === null ? null : profitAt(price, row.price_min, shipping, charges).profit,
      this_one,
    }
  })
  return bestOfEachShop(offers).map(({ seller_id: _, ...offer }) => offer)
}

/** A shop that offers the good several times is one row: the product on screen, else its cheapest. */
function bestOfEachShop<
  T extends { id: number; source: string; seller_id: string | null; landed: number | null; this_one: boolean },
>(offers: readonly T[]): T[] {
  const last = Number.MAX_SAFE_INTEGER
  const sorted = offers.toSorted((a, b) => (a.landed ?? last) - (b.landed ?? last) || a.id - b.id)
  const shops = new Map<string, T>()
  for (const offer of sorted) {
    const shop = `${offer.source} ${offer.seller_id ?? ''}`
    if (offer.this_one || !shops.has(shop)) shops.set(shop, offer)
  }
  return sorted.filter((offer) => shops.get(`${offer.source} ${offer.seller_id ?? ''}`) === offer)
}
