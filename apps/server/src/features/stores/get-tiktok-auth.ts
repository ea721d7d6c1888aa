import type { Ctx } from '../../platform/ctx.ts'
import { consentUrl } from './link-platform.ts'

/** Foundation spec §7 auth/platform/tiktok/auth. Which shop it is, is known when the seller comes back. */
export const getTiktokAuth = (ctx: Ctx) => consentUrl(ctx, 'tiktok')
