import type { billingCalls } from '@omni/contracts/billing.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { READY2SALE } from '@omni/domain/billing/extras.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Acted } from './act-on-plan.ts'
import { buyExtra } from './charge-extra.ts'

/** Foundation spec §7 payments/charge-ready2sale. */
export const chargeReady2sale = (ctx: Ctx, { pay_by }: In<typeof billingCalls.chargeReady2sale>): Promise<Acted> =>
  buyExtra(ctx, READY2SALE, pay_by)
