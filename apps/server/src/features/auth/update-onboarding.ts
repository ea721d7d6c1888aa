import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { ONBOARDING_STEPS } from '@omni/domain/onboarding/onboarding-steps.ts'
import { sql } from 'kysely'
import type { UserCtx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'

/** Foundation spec §4 onboarding: marks a step of an app's list as done; marking it again changes nothing. */
export async function updateOnboarding(
  ctx: UserCtx,
  { app, step }: In<typeof authCalls.updateOnboarding>,
): Promise<null> {
  if (!ONBOARDING_STEPS.some((known) => known === step)) {
    refuse('invalid.choice', { choices: ONBOARDING_STEPS.join(', ') }, { field: 'step' })
  }
  await ctx.db.tx((tx) =>
    tx
      .updateTable('users')
      .set({
        onboarding: sql`case when onboarding->${app}::text ? ${step}::text then onboarding
      else jsonb_set(onboarding, array[${app}::text], coalesce(onboarding->${app}::text,
        '[]') || to_jsonb(${step}::text)) end`,
      })
      .where('user_id', '=', ctx.user_id)
      .execute(),
  )
  return null
}
