import {
  activeStep,
  isDone,
  isQuickStartStep,
  NO_STEP_DONE,
  type StepMap,
} from '@omni/domain/onboarding/quick-start.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'

/** Foundation spec §4 quick-start guideline: a step once true stays true. */
export async function readGuide(tx: Tx, ctx: Ctx) {
  const row = await tx
    .selectFrom('quick_start')
    .select(['steps', 'dismissed'])
    .where('workplace_id', '=', ctx.workplace_id)
    .where('user_id', '=', ctx.user_id)
    .executeTakeFirst()
  const done = (row?.steps ?? []).filter(isQuickStartStep)
  const steps: StepMap = { ...NO_STEP_DONE, ...Object.fromEntries(done.map((step) => [step, true])) }
  return { dismiss: row?.dismissed ?? false, isDone: isDone(steps), steps, active_step: activeStep(steps) }
}
