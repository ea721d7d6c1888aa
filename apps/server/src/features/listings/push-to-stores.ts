import type { In } from '@omni/contracts/kernel.ts'
import type { listingCalls } from '@omni/contracts/listings.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { push } from './push.ts'

/** Sourcing spec §7 push-multiple-channel. */
export const pushToStores = (ctx: Ctx, input: In<typeof listingCalls.pushToStores>) => push(ctx, input)
