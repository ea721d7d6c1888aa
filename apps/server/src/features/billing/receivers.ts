import { OPERATOR_PLANS_ID } from '@omni/domain/vendors/manifest.ts'
import type { Receiver } from '../../platform/receive.ts'
import { refuse } from '../../platform/refuse.ts'
import { handleAbout } from './poll-plans.job.ts'

/** What the provider of plans tells. A hint alone: the object it names is read there and judged by what is there. */
const messages: Receiver = {
  vendor: OPERATOR_PLANS_ID,
  path: `/${OPERATOR_PLANS_ID}`,
  keepsBody: false,
  verify(ctx, { raw, headers }) {
    const webhook = ctx.services.subscriptions?.verify(raw, (name) => headers[name], ctx.clock())
    if (!webhook) refuse('unauthorized')
    const { event_id, type, about } = webhook
    return { delivery_id: event_id, topic: type, account_key: about ? `${about.is} ${about.ref}` : '' }
  },
  async handle(ctx, { account_key }) {
    const [is, ref = ''] = account_key.split(' ', 2)
    if (is === 'subscription' || is === 'transaction') await handleAbout(ctx, is, ref)
  },
}

export const billingReceivers: readonly Receiver[] = [messages]
