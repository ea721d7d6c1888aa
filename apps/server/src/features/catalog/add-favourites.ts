import type { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { countFavourites } from './count-favourites.ts'

/** Sourcing spec §4. Adding twice is adding once; an unknown product is named, the others are added. */
export async function addFavourites(
  ctx: Ctx,
  { products }: In<typeof catalogCalls.addFavourites>,
): Promise<Out<typeof catalogCalls.addFavourites>> {
  return ctx.db.tx(async (tx) => {
    const { rows } = await sql<{ id: number | null }>`
      select p.id from unnest(${products.map(({ source }) => source)}::text[],
        ${products.map(({ supplier_product_id }) => supplier_product_id)}::text[]) with ordinality w (source, id, place)
      left join catalog_products p on p.source = w.source and p.source_product_id = w.id
      order by w.place`.execute(tx)
    const found = rows.flatMap(({ id }) => (id === null ? [] : [id]))
    if (found.length === 0) refuse('not_found')
    await tx
      .insertInto('favourites')
      .values(found.map((product_id) => ({ workplace_id: ctx.workplace_id, product_id, created_at: ctx.now })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const favourites = rows.map(({ id }) => ({ id: id ?? 0, status: id === null ? 'error' : 'success' }) as const)
    return { favourites, total: await countFavourites(tx, ctx) }
  })
}
