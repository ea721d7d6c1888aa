import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { isOnboardingStep, ONBOARDING_STEPS } from '@omni/domain/onboarding/onboarding-steps.ts'
import type { UserCtx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { markOnboarding } from './mark-onboarding.ts'

/** Foundation spec §4 onboarding: marks a step of an app's list as done; marking it again changes nothing. */
export async function updateOnboarding(
  ctx: UserCtx,
  { app, step }: In<typeof authCalls.updateOnboarding>,
): Promise<null> {
  if (!isOnboardingStep(step)) {
    return refuse('invalid.choice', { choices: ONBOARDING_STEPS.join(', ') }, { field: 'step' })
  }
  await ctx.db.tx((tx) => markOnboarding(tx, ctx.user_id, step, app))
  return null
}

export const updateCoreOnboarding = (ctx: UserCtx, { step }: In<typeof authCalls.updateCoreOnboarding>) =>
  updateOnboarding(ctx, { app: 'AO', step })
