import { tracker } from '@omni/connectors/tracking/registry.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { trackingCalls } from '@omni/contracts/tracking.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { enqueue } from '../../platform/jobs.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { refuse } from '../../platform/refuse.ts'
import { pollParcels } from './jobs.ts'
import { lockParcel, updateParcel } from './parcel-row.ts'
import { readParcel } from './parcel-view.ts'

/** One that is registered is changed at the tracker; one that was not taken is registered with it. */
export async function changeParcelCarrier(
  ctx: Ctx,
  { parcel_id, carrier }: In<typeof trackingCalls.changeParcelCarrier>,
) {
  const { workplace_id } = ctx
  const id = { workplace_id, parcel_id }
  const carrier_key = tracker.carrierKey(carrier)
  if (carrier_key === null) refuse('tracking.unknown_carrier', {}, { field: 'carrier' })
  return ctx.db.tx(async (tx) => {
    const row = await lockParcel(tx, id)
    if (!row || row.replaced_by !== null) refuse('not_found')
    const isRegistered = row.registered_at !== null
    await updateParcel(tx, id)
      .set({
        carrier,
        ...(isRegistered ? { turn: 'change_carrier' } : { turn: 'register', carrier_key, tries: 0, problem: null }),
        turn_at: ctx.now,
        ...(row.status === 'alert' && { status: 'pending', latest_text: '', attention: null, attention_at: null }),
      })
      .execute()
    await enqueue(tx, pollParcels, {})
    await publishToWorkplace(tx, workplace_id, 'parcels.changed', {})
    return readParcel(tx, id, ctx.now)
  })
}
