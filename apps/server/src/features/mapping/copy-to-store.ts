import type { In } from '@omni/contracts/kernel.ts'
import type { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { push } from '../listings/push.ts'

/** Foundation spec §7 copy-product-to-new-store: what is listed in one store is listed in another. */
export async function copyToStore(
  ctx: Ctx,
  { listing_ids, store_id, product_listings }: In<typeof mappingCalls.copyToStore>,
) {
  const rows = await ctx.db.read((tx) =>
    tx
      .selectFrom('listings')
      .select(['listing_id', 'product_id'])
      .where('workplace_id', '=', ctx.workplace_id)
      .where('listing_id', 'in', listing_ids)
      .execute(),
  )
  const product_ids = [...new Set(rows.flatMap(({ product_id }) => product_id ?? []))]
  const unmapped = rows.filter(({ product_id }) => product_id === null).map(({ listing_id }) => listing_id)
  if (product_ids.length === 0) refuse('mapping.not_mapped')
  const { run_ids, total_push } = await push(ctx, { product_ids, store_ids: [store_id], product_listings })
  return { run_ids, total_push, unmapped }
}
