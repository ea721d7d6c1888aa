import type { PaymentProviderId } from '@omni/connectors/payments/provider.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { checkTopup, MAX_TOPUP, MIN_TOPUP } from '@omni/domain/wallet/topup.ts'
import { toDecimal } from '@omni/domain/money.ts'
import { takerOf } from '@omni/domain/wallet/methods.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import type { ReadBehind } from '../../platform/session.ts'
import { findMethod, findOfKind } from './payment-methods.ts'
import { paymentView } from './payment-row.ts'
import { isSetUp } from './providers.ts'
import { startCharge, startPage } from './start-payment.ts'

const LIMITS = { min: toDecimal(MIN_TOPUP, 'USD'), max: toDecimal(MAX_TOPUP, 'USD') }

interface Opened {
  policy_version: number | null
  /** Who the workplace is to each provider it kept something at; the newest. */
  customers: Partial<Record<PaymentProviderId, string>> | null
}
/** Read with the session check. Nothing of it is locked by a top-up, so it need not be read later. */
export const topupOpening: ReadBehind = {
  name: 'topup_opening',
  text: `select (select s.policy_version from wallet_settings s where s.workplace_id = scope_workplace()) as policy_version,
    (select json_object_agg(m.provider, m.customer_ref) from (
      select distinct on (provider) provider, customer_ref from payment_methods
      where workplace_id = scope_workplace() order by provider, created_at desc) m) as customers`,
}

/** Orders spec §7 payments/user/wallets/topup. Reaches no provider: a job does, and posts when the money has moved. */
export async function topupWallet(
  ctx: Ctx,
  { amount, currency, method, method_id, save_method }: In<typeof walletCalls.topupWallet>,
) {
  const { workplace_id } = ctx
  const { policy_version, customers } = ctx.opened as Opened // what topupOpening gives (feature.ts)
  const provider = takerOf(method)
  if (!isSetUp(ctx.config, provider)) refuse('wallet.provider_not_set_up')
  const checked = checkTopup({ amount, currency }, policy_version)
  if (!checked.ok) refuse(`refusal.${checked.reason}`, LIMITS, { field: 'amount' })
  if (method === 'credit_card' || method_id !== undefined) {
    const kept = await ctx.db.read((tx) =>
      method_id === undefined ? findOfKind(tx, workplace_id, 'card') : findMethod(tx, workplace_id, method_id),
    )
    // An account is not charged by the word for a card, nor the other way round.
    if (kept?.provider !== provider) refuse('wallet.no_card')
    const request = { purpose: 'topup' as const, amount, method: kept }
    return paymentView(await ctx.db.statement((tx) => startCharge(tx, ctx, request)))
  }
  const request = {
    provider,
    purpose: 'topup' as const,
    amount,
    title: 'Omni wallet',
    back_to: '/app/setting/wallet',
    save_method,
    customer_ref: customers?.[provider] ?? null,
  }
  return paymentView(await ctx.db.statement((tx) => startPage(tx, ctx, request)))
}
