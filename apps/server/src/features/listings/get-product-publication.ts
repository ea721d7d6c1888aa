import type { In } from '@omni/contracts/kernel.ts'
import type { listingCalls } from '@omni/contracts/listings.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { placesOfListing, readPlaces, readDesiredPlaces, withDesiredPlaces } from './places-of-listing.ts'

/** Sourcing spec §7, product-publication/{id}. */
export async function getProductPublication(ctx: Ctx, { id }: In<typeof listingCalls.getProductPublication>) {
  // Before the store is asked: what is settled meanwhile is in its answer.
  const desired = await ctx.db.read((tx) => readDesiredPlaces(tx, ctx.workplace_id, id))
  return withDesiredPlaces(await readPlaces(await placesOfListing(ctx, id)), desired)
}
