import type { In } from '@omni/contracts/kernel.ts'
import type { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { audit } from '../../platform/audit.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { publish } from '../../platform/realtime.ts'
import { keepSettings, readSettings } from './settings.ts'

/**
 * Foundation spec §7 core/settings: what is left out stays. The language belongs to the person, the rest to the
 * workplace.
 */
export async function updateSettings(ctx: Ctx, { settings }: In<typeof settingsCalls.updateSettings>) {
  const { language, ...ofWorkplace } = settings
  return ctx.db.tx(async (tx) => {
    const before = await readSettings(tx, ctx)
    if (language) await tx.updateTable('users').set({ language }).where('user_id', '=', ctx.user_id).execute()
    await keepSettings(tx, ctx, ofWorkplace)
    const after = await readSettings(tx, ctx)
    await audit(tx, {
      chain_id: ctx.workplace_id,
      user_id: ctx.user_id,
      action: 'settings.changed',
      subject: ctx.workplace_id,
      before: before.settings,
      after: after.settings,
    })
    await publish(tx, ctx.user_id, 'account.changed', {})
    return after
  })
}
