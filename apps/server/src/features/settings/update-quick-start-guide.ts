import type { In } from '@omni/contracts/kernel.ts'
import type { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { isQuickStartStep, QUICK_START_STEPS } from '@omni/domain/onboarding/quick-start.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { markQuickStart } from './mark-quick-start.ts'
import { readGuide } from './quick-start.ts'

export async function updateQuickStartGuide(
  ctx: Ctx,
  { dismiss, step }: In<typeof settingsCalls.updateQuickStartGuide>,
) {
  if (step !== undefined && !isQuickStartStep(step)) {
    refuse('invalid.choice', { choices: QUICK_START_STEPS.join(', ') }, { field: 'step' })
  }
  return ctx.db.tx(async (tx) => {
    if (step !== undefined) await markQuickStart(tx, ctx, [step])
    if (dismiss !== undefined)
      await sql`insert into quick_start (workplace_id, user_id, dismissed)
        values (${ctx.workplace_id}, ${ctx.user_id}, ${dismiss})
        on conflict (workplace_id, user_id) do update set dismissed = ${dismiss}`.execute(tx)
    return readGuide(tx, ctx)
  })
}
