import type { editorCalls } from '@omni/contracts/editor.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import { type Loaded, loadProducts, type SupplierLink } from '../product-center/load-products.ts'
import { readPricing } from '../product-center/pricing.ts'
import { tellChanged, writeColumns } from '../product-center/write-product.ts'

/** Puts suppliers in the order they are tried; one that is not named is taken away. */
export async function setVariantSuppliers(
  ctx: Ctx,
  { id, variant_ids, order }: In<typeof editorCalls.setVariantSuppliers>,
) {
  return ctx.db.tx(async (tx) => {
    const [loaded] = await loadProducts(tx, ctx.workplace_id, [id], true)
    if (!loaded) refuse('not_found')
    const wanted = new Set(variant_ids)
    const place = new Map(order.map(({ source, source_product_id }, at) => [`${source}:${source_product_id}`, at]))
    const placeOf = (link: SupplierLink) => place.get(`${link.source}:${link.source_product_id}`)
    const links = [...Map.groupBy(loaded.links, ({ variant_id }) => variant_id)].flatMap(([variant_id, list]) =>
      wanted.has(variant_id)
        ? list
            .filter((link) => placeOf(link) !== undefined)
            .toSorted((a, b) => (placeOf(a) ?? 0) - (placeOf(b) ?? 0))
            .map((link, rank) => ({ ...link, rank }))
        : list,
    )
    await writeLinks(tx, ctx, loaded, links)
    return { changed: wanted.size }
  })
}

/** Replaces the supplier links of a locked product and what is made from them. */
export async function writeLinks(tx: Tx, ctx: Ctx, loaded: Loaded, links: SupplierLink[]): Promise<void> {
  const { workplace_id } = ctx
  await sql`delete from variant_suppliers where workplace_id = ${workplace_id} and product_id = ${loaded.product_id}`.execute(
    tx,
  )
  await sql`insert into variant_suppliers (workplace_id, product_id, variant_id, rank, source, source_product_id, sku_id, sku_attr, sku_name, cost, quantity)
    select ${workplace_id}, ${loaded.product_id}, r.variant_id, r.rank, r.source, r.source_product_id, r.sku_id, r.sku_attr, r.sku_name, r.cost, r.quantity
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as r (variant_id uuid, rank int, source text, source_product_id text, sku_id text, sku_attr text, sku_name text, cost bigint, quantity int)`.execute(
    tx,
  )
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
  await tellChanged(tx, workplace_id, loaded.product_id, revision, '')
}
