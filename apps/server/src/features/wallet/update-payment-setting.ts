import type { In } from '@omni/contracts/kernel.ts'
import type { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { MAX_TOPUP, MIN_TOPUP } from '@omni/domain/wallet/topup.ts'
import { toDecimal } from '@omni/domain/money.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { enqueue } from '../../platform/jobs.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { refuse } from '../../platform/refuse.ts'
import { topUpWhenLow } from './jobs.ts'
import { findMethod } from './payment-methods.ts'
import { type PaymentSetting, readPaymentSetting } from './payment-setting.ts'
import { writeSettings } from './settings-row.ts'

/** Orders spec §7 orders/v6/payments/setting. */
export async function updatePaymentSetting(
  ctx: Ctx,
  { payment_behavior, use, auto_topup }: In<typeof walletCalls.updatePaymentSetting>,
): Promise<PaymentSetting> {
  const { workplace_id } = ctx
  return ctx.db.tx(async (tx) => {
    if (auto_topup) {
      const { amount, below, monthly_cap } = auto_topup
      const limits = { min: toDecimal(MIN_TOPUP, 'USD'), max: toDecimal(MAX_TOPUP, 'USD') }
      if (amount < MIN_TOPUP) refuse('refusal.topup_too_small', limits, { field: 'amount' })
      if (amount > MAX_TOPUP) refuse('refusal.topup_too_large', limits, { field: 'amount' })
      if (below < 0 || below > MAX_TOPUP || monthly_cap < amount || monthly_cap > 100 * MAX_TOPUP)
        refuse('wallet.auto_topup_limits', {}, { field: 'monthly_cap' })
      if (auto_topup.on && !(await findMethod(tx, workplace_id, undefined))) refuse('wallet.no_card')
    }
    const change = {
      ...(payment_behavior && { payment_behavior }),
      ...(use && { payment_use: use }),
      ...(auto_topup && {
        auto_topup: auto_topup.on,
        auto_topup_below: auto_topup.below,
        auto_topup_amount: auto_topup.amount,
        auto_topup_monthly_cap: auto_topup.monthly_cap,
      }),
    }
    if (Object.keys(change).length > 0) await writeSettings(tx, workplace_id, change)
    if (auto_topup?.on) await enqueue(tx, topUpWhenLow, { workplace_id })
    await publishToWorkplace(tx, workplace_id, 'wallet.changed', {})
    return readPaymentSetting(tx, ctx)
  })
}
