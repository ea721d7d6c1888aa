import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../platform/ctx.ts'
import { tellWorkplace } from '../../platform/realtime.ts'
import type { Tx } from '../../platform/db.ts'
import type { Loaded, SupplierLink } from './load-products.ts'
import { readPricing } from './pricing.ts'
import { writeColumns } from './write-product.ts'

/** Replaces the supplier links of a locked product and what is made from them. */
export async function writeLinks(tx: Tx, ctx: Ctx, loaded: Loaded, links: SupplierLink[]): Promise<void> {
  const { workplace_id } = ctx
  await sql`delete from variant_suppliers where workplace_id = ${workplace_id} and product_id = ${loaded.product_id}`.execute(
    tx,
  )
  await sql`insert into variant_suppliers (workplace_id, product_id, variant_id, rank, source, source_product_id,
    sku_id, sku_attr, sku_name, cost, quantity)
    select ${workplace_id}, ${loaded.product_id}, r.variant_id, r.rank, r.source, r.source_product_id, r.sku_id,
      r.sku_attr, r.sku_name, r.cost, r.quantity
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as r (variant_id uuid, rank int, source text,
      source_product_id text, sku_id text, sku_attr text, sku_name text, cost bigint, quantity int)`.execute(tx)
  loaded.links = links
  const revision = loaded.revision + 1
  await writeColumns(
    tx,
    workplace_id,
    loaded,
    loaded.product,
    { revision, now: ctx.now },
    await readPricing(tx, workplace_id),
  )
  await tx
    .insertInto('product_changes')
    .values({
      workplace_id,
      product_id: loaded.product_id,
      revision,
      change_id: randomUUID(),
      user_id: ctx.user_id,
      kind: 'link',
      fields: '{}',
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .execute()
  await tellWorkplace(tx, workplace_id, 'product.changed', { product_id: loaded.product_id, revision, client_id: '' })
}
