import type { Source } from '@omni/domain/catalog/sources.ts'
import type { NormalProduct, NormalVariant } from '@omni/domain/catalog/normalise-product.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** A catalogue product with what an import copies. */
export interface CatalogueProduct {
  id: number
  name: string
  description: string
  images: string[]
  options: NormalProduct['options']
  variants: NormalVariant[]
  ship_froms: string[]
  price_min: number
  shipping_cost: number | null
  seller_id: string | null
  specifications: { name: string; value: string }[]
  product_link: string
  gone: boolean
  /** 0: known to be sold out; null: the supplier does not say. */
  stock: number | null
  /** When its variants were last asked for; null: never. */
  detail_at: string | null
}

interface Row {
  id: number
  source: string
  source_product_id: string
  name: string
  description: string
  images: string[]
  options: unknown
  ship_froms: string[]
  price_min: number
  shipping_cost: number | null
  seller_id: string | null
  specifications: { name: string; value: string }[]
  product_link: string
  gone: boolean
  stock: number | null
  detail_at: string | null
}
interface VariantRow {
  product_id: number
  sku_id: string
  sku_attr: string
  sku_property: NormalVariant['values']
  price: number
  list_price: number | null
  quantity: number | null
  image: string | null
  weight_g: number | null
}

/** By `source:id`, in two statements. */
export async function readCatalogue(
  tx: Tx,
  wanted: readonly { source: Source; source_product_id: string }[],
): Promise<Map<string, CatalogueProduct>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<Row>`
    select p.id, p.source, p.source_product_id, p.name, p.description, p.images, p.options, p.ship_froms,
      p.price_min, p.shipping_cost, p.seller_id, p.specifications, p.product_link, p.gone_at is not null as gone,
      p.stock, p.detail_at
    from (select distinct * from unnest(${wanted.map(({ source }) => source)}::text[],
      ${wanted.map(({ source_product_id }) => source_product_id)}::text[])) as w (source, id)
    join catalog_products p on p.source = w.source and p.source_product_id = w.id`.execute(tx)
  const { rows: variants } =
    await sql<VariantRow>`select product_id, sku_id, sku_attr, sku_property, price, list_price, quantity, image,
      weight_g
    from catalog_variants where product_id = any(${rows.map(({ id }) => id)}::bigint[]) order by product_id, position`.execute(
      tx,
    )
  const variantsOf = Map.groupBy(variants, ({ product_id }) => product_id)
  return new Map(
    rows.map((row) => [
      `${row.source}:${row.source_product_id}`,
      {
        ...row,
        options: row.options as NormalProduct['options'], // written by the ingest
        variants: (variantsOf.get(row.id) ?? []).map(({ product_id: _, sku_property, ...variant }): NormalVariant => ({
          ...variant,
          values: sku_property,
        })),
      },
    ]),
  )
}
