import type { NormalProduct } from '@omni/domain/catalog/normalise-product.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db.ts'

/** Rules are tried on the last 30 days; older changes are of no use. */
const KEPT_DAYS = 45

type Offered = Pick<NormalProduct['variants'][number], 'sku_id' | 'price' | 'quantity'>

/**
 * Notes what changed of a known product's choices, before they are written. `was_gone`: none of them was offered. No
 * `variants`: none of them is offered any longer.
 */
export async function recordVariantHistory(
  tx: Tx,
  product_id: number,
  { was_gone, variants, now }: { was_gone: boolean; variants: readonly Offered[]; now: Date },
): Promise<void> {
  const rows = variants.map(({ sku_id, price, quantity }) => ({ sku_id, price, quantity }))
  await sql`
    insert into catalog_variant_history (product_id, sku_id, at, was_price, was_quantity, price, quantity)
    select ${product_id}, coalesce(w.sku_id, n.sku_id), ${now}, w.price, w.quantity, n.price, n.quantity
    from (select sku_id, price, quantity from catalog_variants
      where product_id = ${product_id} and not ${was_gone}::boolean) w
    full join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (sku_id text, price int, quantity int)
      on n.sku_id = w.sku_id
    where (w.price, w.quantity) is distinct from (n.price, n.quantity)
    on conflict do nothing`.execute(tx)
  await sql`delete from catalog_variant_history
    where product_id = ${product_id} and at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})`.execute(tx)
}
