import type { In } from '@omni/contracts/kernel.ts'
import type { listingCalls } from '@omni/contracts/listings.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { answerListing } from './answer-listing.ts'

/** Sourcing spec §7 listings/{id}/set-status/{status}. */
export const setListingStatus = (ctx: Ctx, { id, status }: In<typeof listingCalls.setListingStatus>) =>
  ctx.db.tx((tx) => {
    if (status === 'removed') return answerListing(ctx, tx, id, 'remove')
    if (status === 'listed') return answerListing(ctx, tx, id, 'list')
    return answerListing(ctx, tx, id, 'list', (before) => ({ ...before, is_publish: status === 'active' }))
  })
