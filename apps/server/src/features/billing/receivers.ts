import type { Receiver } from '../../platform/receive.ts'
import { refuse } from '../../platform/refuse.ts'
import { hearAbout } from './look-at-plans.job.ts'

/** What Paddle tells. A hint alone: the object it names is read at Paddle and judged by what is there. */
const paddleMessages: Receiver = {
  vendor: 'paddle',
  path: '/paddle',
  keepsBody: false,
  verify(ctx, { raw, headers }) {
    const hint = ctx.services.subscriptions?.verify(raw, (name) => headers[name], ctx.clock())
    if (!hint) refuse('unauthorized')
    const { event_id, type, about } = hint
    return { delivery_id: event_id, topic: type, account_key: about ? `${about.is} ${about.ref}` : '' }
  },
  async handle(ctx, { account_key }) {
    const [is, ref = ''] = account_key.split(' ', 2)
    if (is === 'subscription' || is === 'transaction') await hearAbout(ctx, is, ref)
  },
}

export const billingReceivers: readonly Receiver[] = [paddleMessages]
