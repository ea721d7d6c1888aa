import type { In } from '@omni/contracts/kernel.ts'
import type { storeCalls } from '@omni/contracts/stores.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { consentUrl } from './link-platform.ts'

/** Foundation spec §8, codes 111, 510 and 512: an address alone moves nothing; the store itself is asked. */
export const migrateStore = (ctx: Ctx, { platform, shop }: In<typeof storeCalls.migrateStore>) =>
  consentUrl(ctx, platform, shop, { migrates: true })
