import type { In } from '@omni/contracts/kernel.ts'
import type { listingCalls } from '@omni/contracts/listings.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { push } from './push.ts'
import { storeOrCurrent } from './store-or-current.ts'

/** Sourcing spec §7 center/products/push: to one store. */
export const pushProducts = (ctx: Ctx, { store_id, ...input }: In<typeof listingCalls.pushProducts>) =>
  push(ctx, { ...input, store_ids: [storeOrCurrent(ctx, store_id)] })
