import type { UserCtx } from '../../platform/ctx.ts'
import { updateOnboarding } from './update-onboarding.ts'

export const updatePricingOnboarding = (ctx: UserCtx) => updateOnboarding(ctx, { app: 'AO', step: 'pricing' })
