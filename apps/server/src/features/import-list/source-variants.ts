import type { importListCalls } from '@omni/contracts/import-list.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { Fail } from '../../platform/fail.ts'
import { asSource } from '../catalog/cards.ts'

interface Row {
  variant_id: string; option_values: string[]; rank: number | null; source: string; source_product_id: string; sku_id: string; sku_name: string; cost: number; cost_now: number | null; quantity: number | null; quantity_now: number | null
  name: string | null; image: string | null; store_name: string | null; gone: boolean; data_at: string | null
}

/** Each variant with its suppliers in the order they are tried, as they stand in the catalogue now. */
export async function getSourceVariants(ctx: Ctx, { id }: In<typeof importListCalls.getSourceVariants>): Promise<Out<typeof importListCalls.getSourceVariants>> {
  return ctx.db.read(async (tx) => {
    const known = await tx.selectFrom('products').select('product_id').where('workplace_id', '=', ctx.workplace_id).where('product_id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()
    if (!known) throw new Fail('not_found')
    const { rows } = await sql<Row>`
      select v.variant_id, v.option_values, l.rank, l.source, l.source_product_id, l.sku_id, l.sku_name, l.cost, cv.price as cost_now, l.quantity, cv.quantity as quantity_now,
        c.name, coalesce(cv.image, c.images[1]) as image, s.store_name, c.gone_at is not null as gone, c.seen_at as data_at
      from product_variants v
      left join variant_suppliers l on l.workplace_id = v.workplace_id and l.product_id = v.product_id and l.variant_id = v.variant_id
      left join catalog_products c on c.source = l.source and c.source_product_id = l.source_product_id
      left join catalog_variants cv on cv.product_id = c.id and cv.sku_id = l.sku_id
      left join catalog_sellers s on s.source = c.source and s.seller_id = c.seller_id
      where v.workplace_id = ${ctx.workplace_id} and v.product_id = ${id} order by v.position, v.variant_id, l.rank`.execute(tx)
    const variants = Map.groupBy(rows, (row) => row.variant_id)
    return { variants: [...variants.values()].map((list) => ({
      variant_id: list[0]?.variant_id ?? '', option_values: list[0]?.option_values ?? [],
      suppliers: list.filter(({ rank }) => rank !== null).map((row) => ({
        rank: row.rank ?? 0, source: asSource(row.source), source_product_id: row.source_product_id, sku_id: row.sku_id, sku_name: row.sku_name, name: row.name ?? '', image: row.image,
        store_name: row.store_name, cost: row.cost_now ?? row.cost, quantity: row.quantity_now ?? row.quantity, gone: row.gone || (row.name !== null && row.cost_now === null), data_at: row.data_at,
      })),
    })) }
  })
}
