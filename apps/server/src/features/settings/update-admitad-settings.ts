import type { In } from '@omni/contracts/kernel.ts'
import type { settingsCalls } from '@omni/contracts/settings.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { hasFeature } from '../billing/grant-feature.ts'
import { updateSettings } from './update-settings.ts'

/** Foundation spec §6: ADMIAD_CASHBACK. Switching it off is always allowed. */
export async function updateAdmitadSettings(ctx: Ctx, admitad: In<typeof settingsCalls.updateAdmitadSettings>) {
  const { db, user_id, now } = ctx
  if (admitad.is_enable && !(await db.read((tx) => hasFeature(tx, user_id, 'ADMIAD_CASHBACK', now))))
    refuse('cashback.unavailable')
  return updateSettings(ctx, { settings: { admitad } })
}
