import type { PaymentProvider, PaymentProviderId } from '@omni/connectors/payments/provider.ts'
import { PAYPAL_PROFILE } from '@omni/connectors/payments/paypal/index.ts'
import { STRIPE_PROFILE } from '@omni/connectors/payments/stripe/index.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { AttemptProfile } from '@omni/domain/attempts/attempt.ts'
import type { PaymentProfile } from '@omni/domain/wallet/payment.ts'
import type { Config } from '../../platform/config.ts'
import type { BaseCtx } from '../../platform/ctx.ts'

/** Who has keys here. Read from the configuration, because operations under a key reach no provider. */
export const isSetUp = (config: Config, provider: PaymentProviderId): boolean =>
  (provider === 'stripe' ? config.STRIPE_SECRET_KEY : config.PAYPAL_CLIENT_ID) !== ''

/** For jobs: the provider, or an error that waits for it to be set up. */
export function openProvider({ services }: Pick<BaseCtx, 'services'>, provider: PaymentProviderId): PaymentProvider {
  const found = services.payments[provider]
  if (!found) throw new VendorError(provider, 'unavailable', 'it is not set up here')
  return found
}

/** The same, with all that a write needs. */
export async function readyProvider(ctx: Pick<BaseCtx, 'services'>, id: PaymentProviderId): Promise<PaymentProvider> {
  const provider = openProvider(ctx, id)
  await provider.ready?.()
  return provider
}

/** A test that kills senders cannot wait for as long as a provider may take. */
export function withLimits(profile: AttemptProfile, { PAYMENT_LANDS_MS: ms }: Config): AttemptProfile {
  if (ms === undefined) return profile
  const resend_after_ms = [1, 2, 4, 8, 16, 32].map((times) => times * ms)
  return { ...profile, resend_after_ms, send_within_ms: ms, answers_within_ms: ms, lands_within_ms: ms }
}

export const PROFILES: Record<PaymentProviderId, PaymentProfile> = { stripe: STRIPE_PROFILE, paypal: PAYPAL_PROFILE }
/** Who takes cards, on a page or kept. What was written before there were two providers is theirs. */
export const CARD_PROVIDER: PaymentProviderId = 'stripe'
/** The spec's ways to top up, and who takes each. */
const TOPUP_BY = { credit_card: CARD_PROVIDER, stripe: CARD_PROVIDER, paypal: 'paypal' } as const
export type TopupMethod = keyof typeof TOPUP_BY
export const TOPUP_METHODS = Object.keys(TOPUP_BY) as TopupMethod[] // its own keys
export const takerOf = (method: TopupMethod): PaymentProviderId => TOPUP_BY[method]

/** Of a row of ours. */
export const providerOf = ({ provider }: { provider: string }) => provider as PaymentProviderId // the table's own check
