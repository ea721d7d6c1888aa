import type { Store } from '@omni/contracts/stores.calls.ts'
import type { z } from 'zod'
import type { Ctx } from '../../platform/ctx.ts'

/** Foundation spec §7 stores/list-store: the current workplace's stores, the default one first. */
export async function listStore(ctx: Ctx) {
  const rows = await ctx.db.read((tx) =>
    tx
      .selectFrom('stores')
      .selectAll()
      .where('workplace_id', '=', ctx.workplace_id)
      .orderBy('is_default', 'desc')
      .orderBy('created_at')
      .execute(),
  )
  // The table's checks and the column's default give these two their shape.
  return { items: rows.map(({ store_id, ...store }) => ({ id: store_id, ...store }) as z.output<typeof Store>) }
}
