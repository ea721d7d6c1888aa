import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { UserCtx } from '../../platform/ctx.ts'
import { updateOnboarding } from './update-onboarding.ts'

export const updateCoreOnboarding = (ctx: UserCtx, { step }: In<typeof authCalls.updateCoreOnboarding>) =>
  updateOnboarding(ctx, { app: 'AO', step })
