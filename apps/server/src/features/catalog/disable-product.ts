import type { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'

/** Hidden from this workplace's lists; others see it as before. */
export async function disableProduct(ctx: Ctx, { id, disabled }: In<typeof catalogCalls.disableProduct>) {
  return ctx.db.tx(async (tx) => {
    const found = await tx.selectFrom('catalog_products').select('id').where('id', '=', id).executeTakeFirst()
    if (!found) refuse('not_found')
    if (disabled)
      await tx
        .insertInto('hidden_products')
        .values({ workplace_id: ctx.workplace_id, product_id: id })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    else
      await tx
        .deleteFrom('hidden_products')
        .where('workplace_id', '=', ctx.workplace_id)
        .where('product_id', '=', id)
        .execute()
    return { disabled }
  })
}
