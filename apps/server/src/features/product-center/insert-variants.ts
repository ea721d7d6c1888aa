import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import type { Product } from '@omni/domain/products/product.ts'
import type { SupplierLink } from './load-products.ts'

/** Variants and supplier links of several products, two statements. */
export async function insertVariants(
  tx: Tx,
  workplace_id: string,
  made: readonly { product_id: string; product: Product; links: SupplierLink[] }[],
): Promise<void> {
  const variants = made.flatMap(({ product_id, product }) =>
    product.variants.map((variant) => ({ ...variant, product_id })),
  )
  const links = made.flatMap(({ product_id, links: of }) => of.map((link) => ({ ...link, product_id })))
  if (variants.length > 0)
    await sql`
    insert into product_variants (workplace_id, product_id, variant_id, position, option_values, sku, barcode,
      price, compare_at_price, weight_g, image_id, sell_out_of_stock, enabled)
    select ${workplace_id}, r.product_id, r.variant_id, r.position, r.option_values, r.sku, r.barcode, r.price,
      r.compare_at_price, r.weight_g, r.image_id, r.sell_out_of_stock, r.enabled
    from jsonb_to_recordset(${JSON.stringify(variants)}::jsonb) as r (product_id uuid, variant_id uuid,
      position int, option_values text[], sku text, barcode text, price bigint, compare_at_price bigint,
      weight_g int, image_id text, sell_out_of_stock boolean, enabled boolean)`.execute(tx)
  await insertLinks(tx, workplace_id, links)
}

export async function insertLinks(
  tx: Tx,
  workplace_id: string,
  links: readonly (SupplierLink & { product_id: string })[],
): Promise<void> {
  if (links.length === 0) return
  await sql`
    insert into variant_suppliers (workplace_id, product_id, variant_id, rank, source, source_product_id, sku_id,
      sku_attr, sku_name, cost, quantity, component, units, countries, gift_every, gift_get)
    select ${workplace_id}, r.product_id, r.variant_id, r.rank, r.source, r.source_product_id, r.sku_id, r.sku_attr,
      r.sku_name, r.cost, r.quantity, r.component, r.units, r.countries, r.gift_every, r.gift_get
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as r (product_id uuid, variant_id uuid, rank int,
      source text, source_product_id text, sku_id text, sku_attr text, sku_name text, cost bigint, quantity int,
      component smallint, units int, countries text[], gift_every int, gift_get int)`.execute(tx)
}
