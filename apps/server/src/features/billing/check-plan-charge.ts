import type { billingCalls } from '@omni/contracts/billing.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { enqueue } from '../../platform/jobs.ts'
import { findCharge } from './get-plan-charge.ts'
import { pollCharge, pollSubscription } from './jobs.ts'
import { chargeView, paying } from './subscription-row.ts'

/** spec: not shown. What the address of the return says is not believed: a job asks the provider. */
export async function checkPlanCharge(ctx: Ctx, { charge_id }: In<typeof billingCalls.checkPlanCharge>) {
  const { payer, row } = await findCharge(ctx, charge_id)
  const { workplace_id } = payer
  const { subscription_id } = row
  if (row.settled_at === null)
    await paying(ctx, payer).tx(async (tx) => {
      if (subscription_id !== null) await enqueue(tx, pollSubscription, { workplace_id, subscription_id })
      if (row.transaction_ref !== null) await enqueue(tx, pollCharge, { workplace_id, charge_id })
    })
  return chargeView(row)
}
