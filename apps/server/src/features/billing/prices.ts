import type { SubscriptionsProvider } from '@omni/connectors/payments/subscriptions.ts'
import { PADDLE_PROFILE } from '@omni/connectors/payments/paddle/index.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { AttemptProfile } from '@omni/domain/attempts/attempt.ts'
import type { Config } from '../../platform/config.ts'
import type { BaseCtx } from '../../platform/ctx.ts'

const pairs = ({ PADDLE_PRICES }: Config): [plan: string, price: string][] =>
  PADDLE_PRICES.split(',').flatMap((pair): [string, string][] => {
    const [plan = '', price = ''] = pair.trim().split(':')
    return plan && price ? [[plan, price]] : []
  })

/** The provider's name for a plan. Null: it is not sold there. */
export const priceOf = (config: Config, plan_id: string): string | null =>
  pairs(config).find(([plan]) => plan === plan_id)?.[1] ?? null
export const planOfPrice = (config: Config, price_ref: string): string | null =>
  pairs(config).find(([, price]) => price === price_ref)?.[0] ?? null

/** Read from the configuration, because operations under a key reach no provider. */
export const isSetUp = (config: Config): boolean => config.PADDLE_API_KEY !== ''

/** For jobs and for reads: the provider, or an error that waits for it to be set up. */
export function openSubscriptions({ services }: Pick<BaseCtx, 'services'>): SubscriptionsProvider {
  if (!services.subscriptions) throw new VendorError('paddle', 'unavailable', 'it is not set up here')
  return services.subscriptions
}

/** A test that kills senders cannot wait for as long as a provider may take. */
export function profileOf({ PAYMENT_LANDS_MS: ms }: Config): AttemptProfile {
  if (ms === undefined) return PADDLE_PROFILE
  return { ...PADDLE_PROFILE, send_within_ms: ms, answers_within_ms: ms, lands_within_ms: ms, shows_within_ms: 0 }
}
