import type { ProductDetail } from '@omni/contracts/product-detail.calls.ts'
import { findCategory } from '@omni/domain/catalog/categories.ts'
import { chargesOf } from '@omni/domain/catalog/normalise-product.ts'
import { estimateRetail, PAYMENT_FEE, profitAt } from '@omni/domain/catalog/retail.ts'
import { asSource, DEFAULT_SHIP_TO } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import { cardsOf } from '../catalog/cards.ts'
import type { Product } from './fresh-product.ts'

const HISTORY_DAYS = 180

export async function toDetail(
  tx: Tx,
  ctx: Ctx,
  product: Product,
  ship_to: string,
  stale: boolean,
): Promise<ProductDetail> {
  const [card] = await cardsOf(tx, ctx, [product.id], ship_to)
  if (!card) refuse('not_found') // hidden by this workplace
  const variants = await tx
    .selectFrom('catalog_variants')
    .selectAll()
    .where('product_id', '=', product.id)
    .orderBy('position')
    .execute()
  const history = await tx
    .selectFrom('catalog_history')
    .select(['day', 'price', 'orders', 'quantity'])
    .where('product_id', '=', product.id)
    .orderBy('day', 'desc')
    .limit(HISTORY_DAYS)
    .execute()
  const seller =
    product.seller_id === null
      ? undefined
      : await tx
          .selectFrom('catalog_sellers')
          .select(['store_name', 'store_url', 'score'])
          .where('source', '=', product.source)
          .where('seller_id', '=', product.seller_id)
          .executeTakeFirst()
  const followed =
    product.seller_id === null
      ? undefined
      : await tx
          .selectFrom('favorite_suppliers')
          .select('seller_id')
          .where('workplace_id', '=', ctx.workplace_id)
          .where('source', '=', product.source)
          .where('seller_id', '=', product.seller_id)
          .executeTakeFirst()
  const category = findCategory(product.category_id)
  const charges = chargesTo(ship_to, product.charges)
  const retail = estimateRetail(product.price_min, card.shipping_cost, charges ?? 0)
  return {
    ...card,
    images: product.images,
    description: product.description,
    price: product.price_min,
    charges_usd: charges,
    currency: 'USD',
    // written by storeProduct
    item_specifics: { blockContent: product.specifications as ProductDetail['item_specifics']['blockContent'] },
    options: product.options as ProductDetail['options'], // written by storeProduct
    variants: variants.map((variant) => ({
      code: `${product.source_product_id}:${variant.sku_id}`,
      sku_id: variant.sku_id,
      price_usd: variant.price,
      list_price_usd: variant.list_price,
      charges_usd: chargesTo(ship_to, chargesOf(variant)),
      quantity: variant.quantity,
      image: variant.image,
      sku_property: (
        variant.sku_property as {
          property_id: string
          name: string
          value_id: string
          value: string
          image: string | null
        }[]
      ).map((value) => ({
        // written by storeProduct
        sku_property_id: value.property_id,
        sku_property_name: value.name,
        property_value_id_long: value.value_id,
        sku_property_value: value.value,
        property_value_definition_name: value.value,
        sku_image: value.image,
      })),
    })),
    ship_countries: product.ship_countries,
    product_link: product.product_link,
    store_info:
      product.seller_id === null
        ? null
        : {
            store_id: product.seller_id,
            store_name: seller?.store_name ?? product.seller_id,
            store_url: seller?.store_url ?? '',
            score: seller?.score ?? null,
            followed: followed !== undefined,
          },
    category: category ? { category_id: category.category_id, slug: category.slug } : null,
    stock: product.stock,
    made_in_us: product.source === 'ebay',
    retail: {
      times: retail.times,
      fee: retail.fee,
      fee_percent: PAYMENT_FEE.percent,
      fee_fixed: PAYMENT_FEE.fixed,
      shipping_known: card.shipping_cost !== null,
    },
    history: history.reverse(),
    elsewhere: await elsewhere(tx, product, ship_to, card.shipping_cost),
    stale,
  }
}

/** Suppliers are asked for the charges of one country (fetch-product.ts); those of others nobody knows. */
export const chargesTo = (ship_to: string, charges: number | null): number | null =>
  ship_to === DEFAULT_SHIP_TO ? charges : null

/** "Who sells it cheaper": every offer of the same good with what it costs at the customer's door. */
async function elsewhere(
  tx: Tx,
  product: Product,
  ship_to: string,
  own_shipping: number | null,
): Promise<ProductDetail['elsewhere']> {
  const { rows } = await sql<{
    id: number
    source: string
    source_product_id: string
    store_name: string | null
    ship_froms: string[]
    price_min: number
    charges: number | null
    rating: number | null
    shipping: number | null
    min_days: number | null
    max_days: number | null
  }>`
    select p.id, p.source, p.source_product_id, s.store_name, p.ship_froms, p.price_min, p.charges, p.rating,
      case when ${ship_to} = ${DEFAULT_SHIP_TO} then p.shipping_cost else (w.way ->> 'amount')::int end as shipping,
      case when ${ship_to} = ${DEFAULT_SHIP_TO} then p.shipping_time_min
        else (w.way ->> 'min_days')::int end as min_days,
      case when ${ship_to} = ${DEFAULT_SHIP_TO} then p.shipping_time_max
        else (w.way ->> 'max_days')::int end as max_days
    from catalog_products p left join catalog_sellers s on s.source = p.source and s.seller_id = p.seller_id
    left join lateral (select q.ways -> 0 as way from catalog_quotes q
      where q.product_id = p.id and q.country_code = ${ship_to} and q.quantity = 1
      order by (q.ways -> 0 ->> 'amount')::int limit 1) w on true
    where p.id = ${product.id} or (p.good_id = ${product.good_id} and p.gone_at is null)
    order by p.id limit 50`.execute(tx)
  // All at the price this one would sell for: what is left then is what tells them apart.
  const { price } = estimateRetail(product.price_min, own_shipping, chargesTo(ship_to, product.charges) ?? 0)
  return rows
    .map((row) => {
      const shipping = row.id === product.id ? own_shipping : row.shipping
      const charges = chargesTo(ship_to, row.charges) ?? 0
      return {
        id: row.id,
        source: asSource(row.source),
        source_product_id: row.source_product_id,
        store_name: row.store_name ?? '',
        ship_from: row.ship_froms[0] ?? '',
        cost: row.price_min,
        shipping,
        landed: shipping === null ? null : row.price_min + charges + shipping,
        min_days: row.min_days,
        max_days: row.max_days,
        rating: row.rating === null ? null : Math.round(row.rating * 10) / 10,
        profit: profitAt(price, row.price_min, shipping ?? 0, charges).profit,
        this_one: row.id === product.id,
      }
    })
    .sort((a, b) => (a.landed ?? Number.MAX_SAFE_INTEGER) - (b.landed ?? Number.MAX_SAFE_INTEGER) || a.id - b.id)
}
