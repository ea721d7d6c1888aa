import { createHash } from 'node:crypto'
import type { SupplierProduct } from '@omni/connectors/suppliers/supplier.ts'
import { classify } from '@omni/domain/catalog/categories.ts'
import { normaliseProduct, type NormalProduct } from '@omni/domain/catalog/normalise-product.ts'
import { estimateRetail } from '@omni/domain/catalog/retail.ts'
import type { Source } from '@omni/domain/catalog/sources.ts'
import type { Rates } from '@omni/domain/money.ts'
import { type Result, ok } from '@omni/domain/result.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db.ts'
import { cleanHtml } from './clean-html.ts'
import { recordVariantHistory } from './variant-history.ts'

export const REFRESH_HOURS = { popular: 6, others: 24 } // spec: not shown. A product sold often is looked at more often
export const POPULAR_ORDERS = 1000
const HOUR_MS = 3_600_000

export interface Stored {
  id: number
  changed: boolean
}

/**
 * Writes a supplier's product with its variants, its seller and its day; what did not change is not written. `stretch`:
 * by how much the next look at it is put off.
 */
export async function storeProduct(
  tx: Tx,
  source: Source,
  product: SupplierProduct,
  rates: Rates,
  now: Date,
  stretch = 1,
): Promise<Result<Stored, string>> {
  const normal = normaliseProduct(product, rates)
  if (!normal.ok) return normal
  const made = normal.value
  const description = cleanHtml(product.description)
  const category_id = classify(product.category?.path ?? [], made.name)
  const content_hash = createHash('sha256')
    .update(JSON.stringify([made, description, product.product_link, product.seller, category_id]))
    .digest()
  const day = now.toISOString().slice(0, 10)
  const hours = made.orders >= POPULAR_ORDERS ? REFRESH_HOURS.popular : REFRESH_HOURS.others
  const due_at = new Date(now.getTime() + hours * HOUR_MS * stretch)

  const before = await tx
    .selectFrom('catalog_products')
    .select(['id', 'content_hash', 'shipping_cost', 'gone_at', 'detail_at', 'price_currency'])
    .where('source', '=', source)
    .where('source_product_id', '=', product.source_product_id)
    .forUpdate()
    .executeTakeFirst()
  const was_gone = before?.gone_at != null
  const isKnown = before !== undefined && before.detail_at !== null
  const isSame = before?.content_hash.equals(content_hash) ?? false
  if (isKnown && (was_gone || !isSame))
    await recordVariantHistory(tx, before.id, { was_gone, variants: made.variants, now })
  const fetch_hint = product.fetch_hint ?? null
  const price_currency = product.currency
  const known_currency = before?.price_currency ?? price_currency
  const currency = { price_currency, ...(known_currency !== price_currency && { currency_changed_at: now }) }
  if (before && isSame) {
    await tx
      .updateTable('catalog_products')
      .set({ seen_at: now, detail_at: now, due_at, gone_at: null, read_failed_at: null, fetch_hint, ...currency })
      .where('id', '=', before.id)
      .execute()
    await keepDay(tx, before.id, day, made)
    return ok({ id: before.id, changed: false })
  }
  await storeSeller(tx, source, product.seller)
  const retail = estimateRetail(made.price_min, before?.shipping_cost ?? null, made.charges ?? 0)
  const values = {
    name: made.name,
    description,
    images: made.images,
    product_link: product.product_link.slice(0, 2000),
    category_id,
    price_min: made.price_min,
    price_max: made.price_max,
    charges: made.charges,
    rsp_price: retail.price,
    profit: retail.profit,
    orders: made.orders,
    rating: made.rating,
    reviews_count: made.reviews_count,
    listings: made.listings,
    seller_id: product.seller?.seller_id ?? null,
    ship_froms: made.ship_froms,
    ship_countries: made.ship_countries,
    total_variants: made.variants.length,
    stock: made.stock,
    condition: made.condition,
    fetch_hint,
    options: JSON.stringify(made.options),
    specifications: JSON.stringify(made.specifications),
    content_hash,
    ...currency,
    seen_at: now,
    detail_at: now,
    due_at,
    gone_at: null,
    read_failed_at: null,
  }
  const { id } = before
    ? await tx
        .updateTable('catalog_products')
        .set(values)
        .where('id', '=', before.id)
        .returning('id')
        .executeTakeFirstOrThrow()
    : await tx
        .insertInto('catalog_products')
        .values({ source, source_product_id: product.source_product_id, ...values })
        .onConflict((conflict) => conflict.columns(['source', 'source_product_id']).doUpdateSet(values))
        .returning('id')
        .executeTakeFirstOrThrow()
  await storeVariants(tx, id, made)
  await keepDay(tx, id, day, made)
  return ok({ id, changed: true })
}

async function storeSeller(tx: Tx, source: Source, seller: SupplierProduct['seller']): Promise<void> {
  if (!seller) return
  const values = {
    store_name: seller.name.slice(0, 200) || seller.seller_id,
    store_url: seller.url.slice(0, 2000),
    score: seller.score,
  }
  await tx
    .insertInto('catalog_sellers')
    .values({ source, seller_id: seller.seller_id, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['source', 'seller_id'])
        .doUpdateSet({ ...values, updated_at: sql`now()` })
        .where((eb) =>
          eb.or([
            eb('catalog_sellers.store_name', 'is distinct from', values.store_name),
            eb('catalog_sellers.score', 'is distinct from', values.score),
          ]),
        ),
    )
    .execute()
}

/** All at once: two thousand variants are one statement. */
async function storeVariants(tx: Tx, product_id: number, { variants }: NormalProduct): Promise<void> {
  await tx.deleteFrom('catalog_variants').where('product_id', '=', product_id).execute()
  if (variants.length === 0) return
  const rows = variants.map((variant, position) => ({
    position,
    sku_id: variant.sku_id,
    sku_attr: variant.sku_attr,
    price: variant.price,
    list_price: variant.list_price,
    quantity: variant.quantity,
    image: variant.image,
    weight_g: variant.weight_g,
    tax: variant.tax,
    import_charges: variant.import_charges,
    price_includes_tax: variant.price_includes_tax,
    sku_property: variant.values,
  }))
  await sql`
    insert into catalog_variants (product_id, position, sku_id, sku_attr, sku_property, price, list_price, quantity,
      image, weight_g, tax, import_charges, price_includes_tax)
    select ${product_id}, v.position, v.sku_id, v.sku_attr, v.sku_property, v.price, v.list_price, v.quantity,
      v.image, v.weight_g, v.tax, v.import_charges, v.price_includes_tax
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (position int, sku_id text, sku_attr text,
      sku_property jsonb, price int, list_price int, quantity int, image text, weight_g int, tax int, import_charges int,
      price_includes_tax boolean)`.execute(tx)
}

/** One row a day: prices and orders as a curve. The orders of the last week follow from it. */
async function keepDay(
  tx: Tx,
  product_id: number,
  day: string,
  { price_min, orders, stock }: NormalProduct,
): Promise<void> {
  await tx
    .insertInto('catalog_history')
    .values({ product_id, day, price: price_min, orders, quantity: stock })
    .onConflict((conflict) =>
      conflict
        .columns(['product_id', 'day'])
        .doUpdateSet({ price: price_min, orders, quantity: stock })
        .where((eb) =>
          eb.or([
            eb('catalog_history.price', 'is distinct from', price_min),
            eb('catalog_history.orders', 'is distinct from', orders),
            eb('catalog_history.quantity', 'is distinct from', stock),
          ]),
        ),
    )
    .execute()
  await sql`
    update catalog_products p set orders_week = w.week from (
      select greatest(0, ${orders} - coalesce(
        (select orders from catalog_history where product_id = ${product_id} and day <= ${day}::date - 7
          order by day desc limit 1),
        (select min(orders) from catalog_history
          where product_id = ${product_id} and day <= ${day}::date)))::int as week) w
    where p.id = ${product_id} and p.orders_week <> w.week`.execute(tx)
}
