import type { In } from '@omni/contracts/kernel.ts'
import type { trackingCalls } from '@omni/contracts/tracking.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { enqueue } from '../../platform/jobs.ts'
import { refuse } from '../../platform/refuse.ts'
import { pollParcels } from './jobs.ts'
import { lockParcel, updateParcel } from './parcel-row.ts'
import { readParcel } from './parcel-view.ts'

/** A person does not want to wait for the next look. What waits for its registration is registered. */
export async function checkParcel(ctx: Ctx, { parcel_id }: In<typeof trackingCalls.checkParcel>) {
  const id = { workplace_id: ctx.workplace_id, parcel_id }
  return ctx.db.tx(async (tx) => {
    const row = await lockParcel(tx, id)
    if (!row || row.replaced_by !== null) refuse('not_found')
    const turn = row.turn ?? (row.registered_at === null ? 'register' : 'read')
    await updateParcel(tx, id).set({ turn, turn_at: ctx.now }).execute()
    await enqueue(tx, pollParcels, {})
    return readParcel(tx, id, ctx.now)
  })
}
