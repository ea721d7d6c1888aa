import type { PaymentProvider, PaymentProviderId } from '@omni/connectors/payments/provider.ts'
import { payments } from '@omni/connectors/payments/registry.ts'
import * as service from '@omni/connectors/service.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { AttemptProfile } from '@omni/domain/attempts/attempt.ts'
import type { Config } from '../../platform/config.ts'
import type { BaseCtx } from '../../platform/ctx.ts'

/** Who has keys here. */
export const isSetUp = ({ vendor_env }: Pick<Config, 'vendor_env'>, provider: PaymentProviderId): boolean =>
  service.isSetUp(payments[provider], vendor_env)

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

export const profileOf = (provider: PaymentProviderId) => payments[provider].profile

/** Of a row of ours. */
export const providerOf = ({ provider }: { provider: string }) => provider as PaymentProviderId // the table's own check
