import type { In } from '@omni/contracts/kernel.ts'
import type { storeCalls } from '@omni/contracts/stores.calls.ts'
import { EMBEDDING_CHANNEL_ID } from '@omni/domain/vendors/manifest.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { consentUrl } from './link-platform.ts'

/** Foundation spec §7. The call is of the one platform whose admin shows our app. */
export const getShopInstallUrl = (ctx: Ctx, { shop }: In<typeof storeCalls.getShopInstallUrl>) =>
  consentUrl(ctx, EMBEDDING_CHANNEL_ID, shop)
