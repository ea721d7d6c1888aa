import type { In } from '@omni/contracts/kernel.ts'
import type { settingsCalls } from '@omni/contracts/settings.calls.ts'
import {
  activeStep,
  isDone,
  isQuickStartStep,
  NO_STEP_DONE,
  QUICK_START_STEPS,
  type StepMap,
} from '@omni/domain/onboarding/quick-start.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import { markQuickStart } from './mark-quick-start.ts'

/** Foundation spec §4 quick-start guideline: a step once true stays true. */
async function readGuide(tx: Tx, ctx: Ctx) {
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

export const getQuickStartGuide = (ctx: Ctx) => ctx.db.read((tx) => readGuide(tx, ctx))

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
