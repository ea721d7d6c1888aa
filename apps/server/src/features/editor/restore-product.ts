import type { editorCalls } from '@omni/contracts/editor.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { joinChanges, takeBack } from '@omni/domain/products/changes.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { refuse } from '../../platform/refuse.ts'
import { loadProducts } from '../product-center/load-products.ts'
import { readPricing } from '../product-center/pricing.ts'
import { toChanges, writeProduct } from '../product-center/write-product.ts'
import { toEditor } from './get-product.ts'

type Calls = typeof editorCalls

type Json = Out<Calls['listProductHistory']>['items'][number]['fields'][number]['before']

type Noted = Record<string, [before: Json, after: Json, revision: number]>

/** Takes back everything after a revision, as one new change: going back can itself be gone back on. */
export async function restoreProduct(
  ctx: Ctx,
  { id, revision, save_id, client_id }: In<Calls['restoreProduct']>,
): Promise<Out<Calls['restoreProduct']>> {
  return ctx.db.tx(async (tx) => {
    const [loaded] = await loadProducts(tx, ctx.workplace_id, [id], true)
    if (!loaded) refuse('not_found')
    const done = await tx
      .selectFrom('product_changes')
      .select('revision')
      .where('workplace_id', '=', ctx.workplace_id)
      .where('product_id', '=', id)
      .where('change_id', '=', save_id)
      .executeTakeFirst()
    if (!done) {
      const rows = await tx
        .selectFrom('product_changes')
        .select('fields')
        .where('workplace_id', '=', ctx.workplace_id)
        .where('product_id', '=', id)
        .where('revision', '>', revision)
        .orderBy('revision')
        .execute()
      const later = rows.map(({ fields }) => toChanges(fields as Noted)) // written by write-product.ts
      const { patch } = takeBack(loaded.product, joinChanges(later))
      const written = await writeProduct(
        tx,
        loaded,
        patch,
        {
          workplace_id: ctx.workplace_id,
          user_id: ctx.user_id,
          change_id: save_id,
          kind: 'restore',
          client_id,
          now: ctx.now,
        },
        await readPricing(tx, ctx.workplace_id),
      )
      if (Object.keys(written.changes).length > 0)
        await publishToWorkplace(tx, ctx.workplace_id, 'product.changed', {
          product_id: id,
          revision: written.revision,
          client_id,
        })
    }
    return { product: await toEditor(tx, loaded) }
  })
}
