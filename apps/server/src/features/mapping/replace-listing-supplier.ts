import type { In } from '@omni/contracts/kernel.ts'
import type { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { readListing } from '../listings/advance.ts'
import { replaceSupplier } from './replace-supplier.ts'

/** Sourcing spec §7 products/{id}/replace: the same for the product of a listing. */
export async function replaceListingSupplier(
  ctx: Ctx,
  { id, ...input }: In<typeof mappingCalls.replaceListingSupplier>,
) {
  const row = await ctx.db.read((tx) => readListing(tx, { workplace_id: ctx.workplace_id, listing_id: id }))
  if (!row?.product_id) refuse('mapping.not_mapped')
  return replaceSupplier(ctx, { ...input, id: row.product_id })
}
