import type { In } from '@omni/contracts/kernel.ts'
import type { listingCalls } from '@omni/contracts/listings.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { answerListing } from './answer-listing.ts'

/** Settles what a listing waits for. */
export const decideListing = (ctx: Ctx, { id, says }: In<typeof listingCalls.decideListing>) =>
  ctx.db.tx((tx) => answerListing(ctx, tx, id, says))
