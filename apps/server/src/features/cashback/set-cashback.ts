import type { In } from '@omni/contracts/kernel.ts'
import type { cashbackCalls } from '@omni/contracts/cashback.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { refuse } from '../../platform/refuse.ts'
import { hasFeature } from '../billing/grant-feature.ts'
import { writeSettings } from '../wallet/settings-row.ts'

export async function setCashback(
  { db, workplace_id, user_id, now }: Ctx,
  { enabled }: In<typeof cashbackCalls.setCashback>,
) {
  return db.tx(async (tx) => {
    const available = await hasFeature(tx, user_id, 'CASHBACK_ORDER_FULFILLMENT', now)
    if (enabled && !available) refuse('cashback.unavailable')
    await writeSettings(tx, workplace_id, { cashback_enabled: enabled })
    await publishToWorkplace(tx, workplace_id, 'wallet.changed', {})
    return { available, enabled }
  })
}
