import type { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { countFavourites } from './count-favourites.ts'
import { productBy } from './product-by.ts'

/** Sourcing spec §4. Adding twice is adding once; an unknown product is named, the others are added. */
export async function addFavourites(
  ctx: Ctx,
  { products }: In<typeof catalogCalls.addFavourites>,
): Promise<Out<typeof catalogCalls.addFavourites>> {
  return ctx.db.tx(async (tx) => {
    const favourites: Out<typeof catalogCalls.addFavourites>['favourites'] = []
    for (const { source, supplier_product_id } of products) {
      const found = await productBy(tx, source, supplier_product_id)
      if (found)
        await tx
          .insertInto('favourites')
          .values({ workplace_id: ctx.workplace_id, product_id: found.id, created_at: ctx.now })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      favourites.push({ id: found?.id ?? 0, status: found ? 'success' : 'error' })
    }
    if (favourites.every(({ status }) => status === 'error')) refuse('not_found')
    return { favourites, total: await countFavourites(tx, ctx) }
  })
}
