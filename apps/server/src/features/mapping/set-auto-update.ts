import type { In } from '@omni/contracts/kernel.ts'
import type { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { setTracking } from '../product-center/set-tracking.ts'

/** Sourcing spec §7 mapped/auto_update: the products behind listings are watched, or no longer. */
export async function setAutoUpdate(ctx: Ctx, { listing_ids, enabled }: In<typeof mappingCalls.setAutoUpdate>) {
  const rows = await ctx.db.read((tx) =>
    tx
      .selectFrom('listings')
      .select('product_id')
      .where('workplace_id', '=', ctx.workplace_id)
      .where('listing_id', 'in', listing_ids)
      .where('product_id', 'is not', null)
      .execute(),
  )
  const ids = [...new Set(rows.flatMap(({ product_id }) => product_id ?? []))]
  return ids.length === 0 ? { changed: 0 } : setTracking(ctx, { selection: { ids }, tracking: enabled })
}
