import type { In } from '@omni/contracts/kernel.ts'
import type { trackingCalls } from '@omni/contracts/tracking.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { refuse } from '../../platform/refuse.ts'
import { lockParcel, updateParcel } from './parcel-row.ts'
import { readParcel } from './parcel-view.ts'

export async function dismissParcel(ctx: Ctx, { parcel_id }: In<typeof trackingCalls.dismissParcel>) {
  const id = { workplace_id: ctx.workplace_id, parcel_id }
  return ctx.db.tx(async (tx) => {
    if (!(await lockParcel(tx, id))) refuse('not_found')
    await updateParcel(tx, id).set({ attention: null, attention_at: null }).execute()
    await publishToWorkplace(tx, ctx.workplace_id, 'parcels.changed', {})
    return readParcel(tx, id, ctx.now)
  })
}
