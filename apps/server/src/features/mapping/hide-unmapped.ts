import type { In } from '@omni/contracts/kernel.ts'
import type { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'

/** Sourcing spec §7 DELETE unmapped: off the list, and back. The store is not changed. */
export const hideUnmapped = (ctx: Ctx, { listing_ids, hidden }: In<typeof mappingCalls.hideUnmapped>) =>
  ctx.db.tx(async (tx) => {
    const changed = await tx
      .updateTable('listings')
      .set({ hidden_at: hidden ? ctx.now : null })
      .where('workplace_id', '=', ctx.workplace_id)
      .where('listing_id', 'in', listing_ids)
      .where('product_id', 'is', null)
      .where('hidden_at', hidden ? 'is' : 'is not', null)
      .returning('listing_id')
      .execute()
    return { changed: changed.length }
  })
