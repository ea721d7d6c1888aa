import type { PaymentProviderId } from '@omni/connectors/payments/provider.ts'
import { PAYMENT_IDS } from '@omni/domain/vendors/manifest.ts'
import type { Receiver } from '../../platform/receive.ts'
import { refuse } from '../../platform/refuse.ts'
import { handleAbout } from './poll-payment.job.ts'
import { openProvider } from './providers.ts'
import { recordReturn } from './record-return.ts'

/**
 * What a provider tells. A hint alone: the object it names is read there and judged by what is there. The body is not
 * kept, so that nothing of a card is ever in our rows.
 */
const messagesOf = (from: PaymentProviderId): Receiver => ({
  vendor: from,
  path: `/${from}`,
  keepsBody: false,
  async verify(ctx, { raw, headers }) {
    const provider = ctx.services.payments[from]
    const webhook = provider && (await openProvider(ctx, from).verify(raw, (name) => headers[name], ctx.clock()))
    if (!webhook) refuse('unauthorized')
    const { event_id, type, about } = webhook
    const words = about ? [about.is, about.ref, ...('method_ref' in about ? [about.method_ref] : [])] : []
    return { delivery_id: event_id, topic: type, account_key: words.join(' ') }
  },
  async handle(ctx, { account_key }) {
    const [is, ref = '', method_ref] = account_key.split(' ', 3)
    if (is === 'page' || is === 'payment') await handleAbout(ctx, from, { is, ref, method_ref })
    if (is === 'refund' || is === 'dispute') await recordReturn(ctx, from, { is, ref })
  },
})

export const walletReceivers: readonly Receiver[] = PAYMENT_IDS.map(messagesOf)
