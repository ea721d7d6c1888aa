import type { In } from '@omni/contracts/kernel.ts'
import type { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { loadProducts } from './load-products.ts'
import { readPricing } from './pricing.ts'
import { selectedIds } from './product-query.ts'
import { writeColumns } from './write-product.ts'

type Calls = typeof productCenterCalls

const SLICE = 200

/** Watches suppliers of products for price and stock, or stops to. */
export async function setTracking(ctx: Ctx, { selection, tracking }: In<Calls['setTracking']>) {
  return ctx.db.tx(async (tx) => {
    const ids = await selectedIds(tx, ctx.workplace_id, selection)
    const pricing = await readPricing(tx, ctx.workplace_id)
    let changed = 0
    for (let from = 0; from < ids.length; from += SLICE) {
      for (const loaded of await loadProducts(tx, ctx.workplace_id, ids.slice(from, from + SLICE), true)) {
        if (loaded.watched === tracking) continue
        loaded.watched = tracking
        await tx
          .updateTable('products')
          // What a rule did in the stores ends with the watch: nobody would undo it.
          .set({ watched: tracking, off_shelf: false, supplied_at: ctx.now })
          .where('workplace_id', '=', ctx.workplace_id)
          .where('product_id', '=', loaded.product_id)
          .execute()
        await tx
          .updateTable('variant_watch')
          .set({ did: null })
          .where('workplace_id', '=', ctx.workplace_id)
          .where('product_id', '=', loaded.product_id)
          .where('did', '=', 'zero')
          .execute()
        await writeColumns(
          tx,
          ctx.workplace_id,
          loaded,
          loaded.product,
          { revision: loaded.revision, now: ctx.now },
          pricing,
        )
        changed++
      }
    }
    if (changed > 0) await publishToWorkplace(tx, ctx.workplace_id, 'products.changed', {})
    return { changed }
  })
}
