import type { In } from '@omni/contracts/kernel.ts'
import type { storeCalls } from '@omni/contracts/stores.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { consentUrl } from './link-platform.ts'

/** Foundation spec §7. Which shop it is, is known when the seller comes back. */
export const getConsentUrl = (ctx: Ctx, { platform }: In<typeof storeCalls.getConsentUrl>) => consentUrl(ctx, platform)
