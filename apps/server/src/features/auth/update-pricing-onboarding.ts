import type { UserCtx } from '../../platform/ctx.ts'
import { emit } from '../../platform/outbox.ts'
import { markOnboarding } from './mark-onboarding.ts'

/** Keeping the free plan is a choice too: it marks the step here and "choose a plan" of the quick start. */
export async function updatePricingOnboarding(ctx: UserCtx): Promise<null> {
  const { workplace_id } = ctx.session
  await ctx.db.tx(async (tx) => {
    await markOnboarding(tx, ctx.user_id, 'pricing')
    await emit(tx, 'plan.chosen', { user_id: ctx.user_id, ...(workplace_id ? { workplace_id } : {}) })
  })
  return null
}
