import type { In } from '@omni/contracts/kernel.ts'
import type { automationCalls } from '@omni/contracts/automation.calls.ts'
import { isPhone } from '@omni/domain/order-settings/order-settings.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { lockAutomation } from './rule-rows.ts'

export async function updateAutomationPanel(
  ctx: Ctx,
  { version, ...setting }: In<typeof automationCalls.updateAutomationPanel>,
) {
  const { workplace_id } = ctx
  return ctx.db.tx(async (tx) => {
    const { version: stored } = await lockAutomation(tx, workplace_id)
    if (stored !== version) refuse('automation.changed')
    const { is_use, type, override } = setting.phone_number
    const isNeeded = override !== '' || (is_use && type === 'always')
    if (isNeeded && !isPhone(override)) refuse('order_settings.phone_invalid', {}, { field: 'phone_number' })
    await tx
      .updateTable('automation_settings')
      .set({ settings: JSON.stringify(setting), version: stored + 1 })
      .where('workplace_id', '=', workplace_id)
      .execute()
    return { ...setting, version: stored + 1 }
  })
}
