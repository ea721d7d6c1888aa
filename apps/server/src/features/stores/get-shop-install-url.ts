import type { In } from '@omni/contracts/kernel.ts'
import type { storeCalls } from '@omni/contracts/stores.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { consentUrl } from './link-platform.ts'

/** Foundation spec §7 shopify/shop/install. */
export const getShopInstallUrl = (ctx: Ctx, { shop }: In<typeof storeCalls.getShopInstallUrl>) =>
  consentUrl(ctx, 'shopify', shop)
