import type { In, Out } from '@omni/contracts/kernel.ts'
import type { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { CARD_PAYMENT_ID } from '@omni/domain/vendors/manifest.ts'
import { MAX_TOPUP, MIN_TOPUP } from '@omni/domain/wallet/topup.ts'
import { toDecimal } from '@omni/domain/money.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { enqueue } from '../../platform/jobs.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { refuse } from '../../platform/refuse.ts'
import { topUpWhenLow } from './jobs.ts'
import { findMethod, listMethods } from './payment-methods.ts'
import { isSetUp } from './providers.ts'
import { autoTopupOf, readSettings, writeSettings } from './settings-row.ts'

type PaymentSetting = Out<typeof walletCalls.getPaymentSetting>

/** Orders spec §7 orders/v6/payments/setting. */
export const getPaymentSetting = (ctx: Ctx): Promise<PaymentSetting> => ctx.db.read((tx) => readPaymentSetting(tx, ctx))

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

export async function readPaymentSetting(
  tx: Tx,
  { config, workplace_id }: Pick<Ctx, 'config' | 'workplace_id'>,
): Promise<PaymentSetting> {
  const settings = await readSettings(tx, workplace_id)
  return {
    payment_behavior: settings.payment_behavior as PaymentSetting['payment_behavior'], // the table's own checks
    use: settings.payment_use as PaymentSetting['use'],
    auto_topup: autoTopupOf(settings),
    methods: await listMethods(tx, workplace_id),
    can_add_card: isSetUp(config, CARD_PAYMENT_ID),
  }
}
