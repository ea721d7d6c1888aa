import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../platform/ctx.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import type { Tx } from '../../platform/db.ts'
import { insertLinks } from './insert-variants.ts'
import type { Loaded, SupplierLink } from './load-products.ts'
import { readPricing } from './pricing.ts'
import { writeColumns } from './write-product.ts'

/** Replaces the supplier links of a locked product and what is made from them. */
export async function writeLinks(tx: Tx, ctx: Ctx, loaded: Loaded, links: SupplierLink[]): Promise<void> {
  const { workplace_id } = ctx
  await sql`delete from variant_suppliers where workplace_id = ${workplace_id} and product_id = ${loaded.product_id}`.execute(
    tx,
  )
  await insertLinks(
    tx,
    workplace_id,
    links.map((link) => ({ ...link, product_id: loaded.product_id })),
  )
  const revision = loaded.revision + 1
  Object.assign(loaded, { links, revision })
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
  await publishToWorkplace(tx, workplace_id, 'product.changed', {
    product_id: loaded.product_id,
    revision,
    client_id: '',
  })
}
