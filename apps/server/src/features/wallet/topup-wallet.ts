import type { PaymentProviderId } from '@omni/connectors/payments/provider.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { checkTopup, MAX_TOPUP, MIN_TOPUP } from '@omni/domain/wallet/topup.ts'
import { toDecimal } from '@omni/domain/money.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { findMethod, findOfKind } from './payment-methods.ts'
import { paymentView } from './payment-row.ts'
import { isSetUp } from './providers.ts'
import { readSettings } from './settings-row.ts'
import { customerAt, startCharge, startPage } from './start-payment.ts'

const LIMITS = { min: toDecimal(MIN_TOPUP, 'USD'), max: toDecimal(MAX_TOPUP, 'USD') }

/** Orders spec §7 payments/user/wallets/topup. Reaches no provider: a job does, and posts when the money has moved. */
export async function topupWallet(
  ctx: Ctx,
  { amount, currency, method, method_id, save_method }: In<typeof walletCalls.topupWallet>,
) {
  const { workplace_id } = ctx
  const provider: PaymentProviderId = method === 'paypal' ? 'paypal' : 'stripe'
  if (!isSetUp(ctx.config, provider)) refuse('wallet.provider_not_set_up')
  return ctx.db.tx(async (tx) => {
    const isKept = method === 'credit_card' || method_id !== undefined
    const [{ policy_version }, customer_ref] = await Promise.all([
      readSettings(tx, workplace_id),
      isKept ? null : customerAt(tx, workplace_id, provider),
    ])
    const checked = checkTopup({ amount, currency }, policy_version)
    if (!checked.ok) refuse(`refusal.${checked.reason}`, LIMITS, { field: 'amount' })
    if (isKept) {
      const kept =
        method_id === undefined
          ? await findOfKind(tx, workplace_id, 'card')
          : await findMethod(tx, workplace_id, method_id)
      // PayPal's account is not charged by the word for a card, nor the other way round.
      if (kept?.provider !== provider) refuse('wallet.no_card')
      return paymentView(await startCharge(tx, ctx, { purpose: 'topup', amount, method: kept }))
    }
    const wish = {
      provider,
      purpose: 'topup' as const,
      amount,
      title: 'Omni wallet',
      back_to: '/app/setting/wallet',
      save_method,
      customer_ref,
    }
    return paymentView(await startPage(tx, ctx, wish))
  })
}
