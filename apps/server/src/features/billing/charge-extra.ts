import type { billingCalls } from '@omni/contracts/billing.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { type Extra, findExtra, READY2SALE } from '@omni/domain/billing/extras.ts'
import { extraFromWallet } from '@omni/domain/ledger/plans.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { post } from '../../platform/ledger.ts'
import { refuse } from '../../platform/refuse.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { refuseUnpaid } from '../stores/must-not-owe.ts'
import { type Acted, actOnPlan } from './act-on-plan.ts'
import { insertWalletExtra, startExtra } from './start-charge.ts'
import { lockCharge } from './subscription-row.ts'
import { grantExtra, settleCharge, writeCharge } from './write-charge.ts'

/** Foundation spec §7 payments/charge-extra. */
export const chargeExtra = (ctx: Ctx, { extra, pay_by }: In<typeof billingCalls.chargeExtra>): Promise<Acted> =>
  buyExtra(ctx, findExtra(extra) ?? refuse('not_found'), pay_by)

/** Foundation spec §7 payments/charge-ready2sale. */
export const chargeReady2sale = (ctx: Ctx, { pay_by }: In<typeof billingCalls.chargeReady2sale>): Promise<Acted> =>
  buyExtra(ctx, READY2SALE, pay_by)

async function buyExtra(ctx: Ctx, extra: Extra, pay_by: 'plan' | 'wallet'): Promise<Acted> {
  return actOnPlan(ctx, async ({ tx, payer, subscription, place }) => {
    if (subscription?.state === 'past_due') refuseUnpaid(ctx)
    if (pay_by === 'plan') return startExtra(tx, ctx.config, payer, { subscription, place }, extra)
    const row = await insertWalletExtra(tx, payer, extra)
    await post(tx, [
      {
        scope: 'billing',
        key: `${row.charge_id}:extra`,
        kind: 'plan_extra',
        postings: extraFromWallet(row.currency, extra.price),
        effective_at: ctx.now,
        subject: row.charge_id,
        actor: ctx.user_id,
      },
    ])
    await grantExtra(tx, row, ctx.now)
    await writeCharge(tx, row, { happened_at: ctx.now })
    await settleCharge(tx, row, 'done', null, ctx.now)
    await publishToWorkplace(tx, payer.workplace_id, 'wallet.changed', {})
    return (await lockCharge(tx, payer.workplace_id, row.charge_id)) ?? row
  })
}
