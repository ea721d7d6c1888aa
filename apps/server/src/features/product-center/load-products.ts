import { asSource, type Source } from '@omni/domain/catalog/sources.ts'
import { type MappedLink, type Supply, supplyIn } from '@omni/domain/mapping/plan.ts'
import type {
  Product,
  ProductImage,
  ProductOption,
  ProductVariant,
  PushedState,
} from '@omni/domain/products/product.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** Who delivers a variant, or a part of it. `cost`: US cents, when linked. */
export interface SupplierLink extends MappedLink {
  variant_id: string
  source: string
  source_product_id: string
  sku_id: string
  sku_attr: string
  sku_name: string
}

/** A product with everything that belongs to it. */
export interface Loaded {
  product_id: string
  product: Product
  links: SupplierLink[]
  currency: string
  ship_to: string
  source: Source
  source_product_id: string
  seller_id: string | null
  product_link: string
  origin_images: { url: string; variant: string | null }[]
  status: 'processing' | 'ready' | 'failed'
  pushed: PushedState
  watched: boolean
  /** A rule keeps it as a draft in every store. */
  off_shelf: boolean
  /** Variants that a rule shows as sold out. */
  closed: ReadonlySet<string>
  revision: number
  shipping_cost: number | null
  created_at: string
  updated_at: string
}

interface Of<T> {
  product_id: string
  items: T[]
}

/**
 * Products by id, in the order given; absent, deleted and foreign ones are left out. `lock`: nobody else changes them
 * until the end of the transaction.
 */
export async function loadProducts(
  tx: Tx,
  workplace_id: string,
  ids: readonly string[],
  lock: boolean,
): Promise<Loaded[]> {
  if (ids.length === 0) return []
  let query = tx
    .selectFrom('products')
    .selectAll()
    .where('workplace_id', '=', workplace_id)
    .where('product_id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('deleted_at', 'is', null)
  // Always in one order, so that two bulk edits of the same products never wait for one another.
  if (lock) query = query.orderBy('product_id').forUpdate()
  const rows = await query.execute()
  const found = rows.map(({ product_id }) => product_id)
  if (found.length === 0) return []
  // As one value per product: with two thousand variants, reading them field by field takes several times as long.
  const { rows: variants } = await sql<Of<ProductVariant>>`
    select product_id, json_agg(json_build_object('variant_id', variant_id, 'position', position,
      'option_values', option_values, 'sku', sku, 'barcode', barcode, 'price', price,
      'compare_at_price', compare_at_price, 'weight_g', weight_g, 'image_id', image_id,
      'sell_out_of_stock', sell_out_of_stock, 'enabled', enabled) order by position, variant_id) as items
    from product_variants where workplace_id = ${workplace_id} and product_id = any(${found}::uuid[])
    group by product_id`.execute(tx)
  const { rows: links } = await sql<Of<SupplierLink>>`
    select product_id, json_agg(json_build_object('variant_id', variant_id, 'rank', rank, 'source', source,
      'source_product_id', source_product_id, 'sku_id', sku_id, 'sku_attr', sku_attr, 'sku_name', sku_name,
      'cost', cost, 'quantity', quantity, 'component', component, 'units', units, 'countries', countries,
      'gift_every', gift_every, 'gift_get', gift_get) order by variant_id, rank) as items
    from variant_suppliers where workplace_id = ${workplace_id} and product_id = any(${found}::uuid[])
    group by product_id`.execute(tx)
  const { rows: closed } = await sql<{ product_id: string; variant_id: string }>`
    select product_id, variant_id from variant_watch
    where workplace_id = ${workplace_id} and product_id = any(${found}::uuid[]) and did = 'zero'`.execute(tx)
  const closedOf = Map.groupBy(closed, (row) => row.product_id)
  const variantsOf = new Map(variants.map(({ product_id, items }) => [product_id, items]))
  const linksOf = new Map(links.map(({ product_id, items }) => [product_id, items]))
  const place = new Map(ids.map((id, at) => [id, at]))
  return rows
    .map((row): Loaded => ({
      product_id: row.product_id,
      product: {
        title: row.title,
        description: row.description,
        vendor: row.vendor,
        product_type: row.product_type,
        tags: row.tags,
        collections: row.collections,
        handle: row.handle,
        seo_title: row.seo_title,
        seo_description: row.seo_description,
        images: row.images as ProductImage[],
        options: row.options as ProductOption[], // written by `writeProduct` from checked products
        variants: variantsOf.get(row.product_id) ?? [],
      },
      links: linksOf.get(row.product_id) ?? [],
      currency: row.currency,
      ship_to: row.ship_to,
      source: asSource(row.source),
      source_product_id: row.source_product_id,
      seller_id: row.seller_id,
      product_link: row.product_link,
      origin_images: row.origin_images as Loaded['origin_images'], // the same
      status: row.status as Loaded['status'],
      pushed: row.pushed as PushedState, // checked by the table
      watched: row.watched,
      off_shelf: row.off_shelf,
      closed: new Set(closedOf.get(row.product_id)?.map(({ variant_id }) => variant_id)),
      revision: row.revision,
      shipping_cost: row.shipping_cost,
      created_at: row.created_at,
      updated_at: row.updated_at,
    }))
    .sort((a, b) => (place.get(a.product_id) ?? 0) - (place.get(b.product_id) ?? 0))
}

/** What each variant that has suppliers costs in a country, and how many can be sold there. */
export function supplies(links: readonly SupplierLink[], country: string): Map<string, Supply> {
  const byVariant = Map.groupBy(links, ({ variant_id }) => variant_id)
  return new Map([...byVariant].map(([variant_id, own]) => [variant_id, supplyIn(own, country)]))
}
