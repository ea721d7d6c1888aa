import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'

export async function keepAiSnapshots(ctx: Ctx, tx: Tx, ids: readonly string[]): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('product_changes')
    .set({ kept_at: ctx.now })
    .where('workplace_id', '=', ctx.workplace_id)
    .where('change_id', 'in', ids)
    .where('kind', '=', 'ai')
    .where('kept_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
