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
import { readForPage, startCharge, startPage } from './start-payment.ts'

const LIMITS = { min: toDecimal(MIN_TOPUP, 'USD'), max: toDecimal(MAX_TOPUP, 'USD') }

/** Orders spec §7 payments/user/wallets/topup. Reaches no provider: a job does, and posts when the money has moved. */
export async function topupWallet(
  ctx: Ctx,
  { amount, currency, method, method_id, save_method }: In<typeof walletCalls.topupWallet>,
) {
  const { workplace_id } = ctx
  const provider: PaymentProviderId = method === 'paypal' ? 'paypal' : 'stripe'
  if (!isSetUp(ctx.config, provider)) refuse('wallet.provider_not_set_up')
  const checkedBy = (policy_version: number | null) => {
    const checked = checkTopup({ amount, currency }, policy_version)
    if (!checked.ok) refuse(`refusal.${checked.reason}`, LIMITS, { field: 'amount' })
  }
  if (method === 'credit_card' || method_id !== undefined) {
    const [settings, kept] = await ctx.db.read((tx) =>
      Promise.all([
        readSettings(tx, workplace_id),
        method_id === undefined ? findOfKind(tx, workplace_id, 'card') : findMethod(tx, workplace_id, method_id),
      ]),
    )
    checkedBy(settings.policy_version)
    // PayPal's account is not charged by the word for a card, nor the other way round.
    if (kept?.provider !== provider) refuse('wallet.no_card')
    const wish = { purpose: 'topup' as const, amount, method: kept }
    return paymentView(await ctx.db.statement((tx) => startCharge(tx, ctx, wish)))
  }
  const { policy_version, customer_ref } = await ctx.db.read((tx) => readForPage(tx, workplace_id, provider))
  checkedBy(policy_version)
  const wish = {
    provider,
    purpose: 'topup' as const,
    amount,
    title: 'Omni wallet',
    back_to: '/app/setting/wallet',
    save_method,
    customer_ref,
  }
  return paymentView(await ctx.db.statement((tx) => startPage(tx, ctx, wish)))
}
