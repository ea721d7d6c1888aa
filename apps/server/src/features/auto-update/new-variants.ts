import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

export interface NewVariant {
  product_id: string
  sku_id: string
  title: string
}

const DAY_S = 86_400

/** Products whose supplier offers a choice since yesterday that they do not have. Told once, by the notification's cause. */
export async function newVariants(tx: Tx, workplace_id: string, now: Date): Promise<NewVariant[]> {
  const since = new Date(now.getTime() - DAY_S * 1000)
  const { rows } = await sql<NewVariant>`
    select p.product_id, p.title, min(h.sku_id) as sku_id from products p
    join catalog_products c on c.source = p.source and c.source_product_id = p.source_product_id
    join catalog_variant_history h on h.product_id = c.id and h.at > ${since} and h.was_price is null
      and h.price is not null
    where p.workplace_id = ${workplace_id} and p.deleted_at is null and p.watched and not p.watch_paused
      and p.created_at < h.at and not exists (select from variant_suppliers l
        where l.workplace_id = p.workplace_id and l.product_id = p.product_id and l.source = p.source
          and l.source_product_id = p.source_product_id and l.sku_id = h.sku_id)
    group by p.product_id, p.title order by p.product_id limit 50`.execute(tx)
  return rows
}
