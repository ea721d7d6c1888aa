import type { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { COLLECTIONS } from '@omni/domain/catalog/search-options.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { find, type Found } from './find-products.ts'

export async function findByCollection(
  ctx: Ctx,
  { collection_slug, ...input }: In<typeof catalogCalls.findByCollection>,
): Promise<Found> {
  const collection = COLLECTIONS.find((one) => one === collection_slug)
  if (!collection) refuse('not_found')
  return find(ctx, { ...input, collection }, {})
}
