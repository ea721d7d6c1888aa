import type { In } from '@omni/contracts/kernel.ts'
import type { listingCalls } from '@omni/contracts/listings.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { placesOfListing, readPlaces } from './places-of-listing.ts'

/** Sourcing spec §7 shopify/product-publication/{id}. */
export const getProductPublication = async (ctx: Ctx, { id }: In<typeof listingCalls.getProductPublication>) =>
  readPlaces(await placesOfListing(ctx, id))
