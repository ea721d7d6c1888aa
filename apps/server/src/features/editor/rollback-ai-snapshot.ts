import type { editorCalls } from '@omni/contracts/editor.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { takeBack } from '@omni/domain/products/changes.ts'
import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../platform/ctx.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { refuse } from '../../platform/refuse.ts'
import { loadProducts } from '../product-center/load-products.ts'
import { readPricing } from '../product-center/pricing.ts'
import { type Noted, toChanges, writeProduct } from '../product-center/write-product.ts'
import { keepAiSnapshots } from './keep-ai-snapshots.ts'

type Calls = typeof editorCalls

/**
 * Puts back what an assistant replaced. What somebody edited after it stays as it is now and is named. Taking it back
 * twice does it once.
 */
export async function rollbackAiSnapshot(
  ctx: Ctx,
  { id }: In<Calls['rollbackAiSnapshot']>,
): Promise<Out<Calls['rollbackAiSnapshot']>> {
  const { workplace_id } = ctx
  return ctx.db.tx(async (tx) => {
    const change = await tx
      .selectFrom('product_changes')
      .select(['product_id', 'revision', 'fields'])
      .where('workplace_id', '=', workplace_id)
      .where('change_id', '=', id)
      .where('kind', '=', 'ai')
      .executeTakeFirst()
    const [loaded] = change ? await loadProducts(tx, workplace_id, [change.product_id], true) : []
    if (!change || !loaded) refuse('not_found')
    // Read again behind the product's lock: two clicks wait for one another here.
    const { kept_at } = await tx
      .selectFrom('product_changes')
      .select('kept_at')
      .where('workplace_id', '=', workplace_id)
      .where('product_id', '=', change.product_id)
      .where('revision', '=', change.revision)
      .executeTakeFirstOrThrow()
    if (kept_at !== null) refuse('not_found')
    // written by write-product.ts
    const { patch, conflicts } = takeBack(loaded.product, toChanges(change.fields as Noted))
    const written = await writeProduct(
      tx,
      loaded,
      patch,
      { workplace_id, user_id: ctx.user_id, change_id: randomUUID(), kind: 'undo', now: ctx.now },
      await readPricing(tx, workplace_id),
    )
    await keepAiSnapshots(ctx, tx, [id])
    if (Object.keys(written.changes).length > 0)
      await publishToWorkplace(tx, workplace_id, 'product.changed', {
        product_id: change.product_id,
        revision: written.revision,
        client_id: '',
      })
    return { product_id: change.product_id, revision: written.revision, kept: conflicts.map(({ field }) => field) }
  })
}
