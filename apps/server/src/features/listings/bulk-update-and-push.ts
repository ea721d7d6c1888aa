import type { In, Out } from '@omni/contracts/kernel.ts'
import type { listingCalls } from '@omni/contracts/listings.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { startEdits } from '../bulk-edit/start-edits.ts'
import { writePush } from './push.ts'

type Call = typeof listingCalls.bulkUpdateAndPush

/** Sourcing spec §7 bulk-update-and-push-multiple-channel: both are written down together, and the push waits. */
export const bulkUpdateAndPush = (
  ctx: Ctx,
  { product_ids, edits, store_ids, product_listings }: In<Call>,
): Promise<Out<Call>> =>
  ctx.db.tx(async (tx) => {
    const edit_run_id = await startEdits(tx, ctx, product_ids, edits)
    return { ...(await writePush(tx, ctx, { product_ids, store_ids, product_listings }, edit_run_id)), edit_run_id }
  })
