import type { Receiver } from '../../platform/receive.ts'
import { refuse } from '../../platform/refuse.ts'
import { hearAbout } from './look-at-payment.job.ts'
import { openProvider } from './providers.ts'

/**
 * What Stripe tells. A hint alone: the object it names is read at Stripe and judged by what is there. The body is not
 * kept, so that nothing of a card is ever in our rows.
 */
const stripeMessages: Receiver = {
  vendor: 'stripe',
  path: '/stripe',
  keepsBody: false,
  async verify(ctx, { raw, headers }) {
    const provider = ctx.services.payments.stripe
    const hint = provider && (await openProvider(ctx, 'stripe').verify(raw, (name) => headers[name], ctx.clock()))
    if (!hint) refuse('unauthorized')
    const { event_id, type, about } = hint
    return { delivery_id: event_id, topic: type, account_key: about ? `${about.is} ${about.ref}` : '' }
  },
  async handle(ctx, { account_key }) {
    const [is, ref = ''] = account_key.split(' ', 2)
    if (is === 'page' || is === 'payment') await hearAbout(ctx, is, ref)
  },
}

export const walletReceivers: readonly Receiver[] = [stripeMessages]
