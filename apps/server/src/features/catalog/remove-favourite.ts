import type { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { countFavourites } from './count-favourites.ts'
import { productBy } from './product-by.ts'

export async function removeFavourite(
  ctx: Ctx,
  { source, supplier_product_id }: In<typeof catalogCalls.removeFavourite>,
) {
  return ctx.db.tx(async (tx) => {
    const found = await productBy(tx, source, supplier_product_id)
    if (!found) refuse('not_found')
    await tx
      .deleteFrom('favourites')
      .where('workplace_id', '=', ctx.workplace_id)
      .where('product_id', '=', found.id)
      .execute()
    return { total: await countFavourites(tx, ctx) }
  })
}
