import type { billingCalls } from '@omni/contracts/billing.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { type ChargeRow, chargeView, type Payer, payerOf, paying } from './subscription-row.ts'

export async function findCharge(ctx: Ctx, charge_id: string): Promise<{ payer: Payer; row: ChargeRow }> {
  const payer = await payerOf(ctx)
  const row = await paying(ctx, payer).read((tx) =>
    tx
      .selectFrom('plan_charges')
      .selectAll()
      .where('workplace_id', '=', payer.workplace_id)
      .where('user_id', '=', ctx.user_id)
      .where('charge_id', '=', charge_id)
      .executeTakeFirst(),
  )
  return row ? { payer, row } : refuse('not_found')
}

/** spec: not shown. */
export async function getPlanCharge(ctx: Ctx, { charge_id }: In<typeof billingCalls.getPlanCharge>) {
  return chargeView((await findCharge(ctx, charge_id)).row)
}
