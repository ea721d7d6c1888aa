import type { In } from '@omni/contracts/kernel.ts'
import type { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { isQuickStartStep, QUICK_START_STEPS } from '@omni/domain/onboarding/quick-start.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { readGuide } from './quick-start.ts'

export async function updateQuickStartGuide(
  ctx: Ctx,
  { dismiss, step }: In<typeof settingsCalls.updateQuickStartGuide>,
) {
  if (step !== undefined && !isQuickStartStep(step)) {
    refuse('invalid.choice', { choices: QUICK_START_STEPS.join(', ') }, { field: 'step' })
  }
  return ctx.db.tx(async (tx) => {
    await sql`insert into quick_start as q (workplace_id, user_id, steps, dismissed)
      values (${ctx.workplace_id}, ${ctx.user_id}, ${step ? [step] : []}, ${dismiss ?? false})
      on conflict (workplace_id, user_id) do update set
        steps = case when ${step ?? null}::text is null or ${step ?? null}::text = any(q.steps) then q.steps
          else array_append(q.steps, ${step ?? null}::text) end,
        dismissed = coalesce(${dismiss ?? null}::boolean, q.dismissed)`.execute(tx)
    return readGuide(tx, ctx)
  })
}
