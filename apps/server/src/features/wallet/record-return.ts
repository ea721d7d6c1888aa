import type { PaymentProviderId } from '@omni/connectors/payments/provider.ts'
import { isNotFound } from '@omni/connectors/vendor-error.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import { paymentReturns } from '../../platform/metrics.ts'
import { createNotification } from '../notifications/create-notification.ts'
import { paymentOf } from './poll-payment.job.ts'
import { openProvider } from './providers.ts'

/**
 * A payment was given back, or its payer wants it back: read at the provider, written down, shown to the operator and
 * told to the seller. What it means for the ledger is decided by a person; until then the books differ, and say so.
 */
export async function recordReturn(
  ctx: JobCtx,
  from: PaymentProviderId,
  about: { is: 'refund' | 'dispute'; ref: string },
): Promise<void> {
  const provider = openProvider(ctx, from)
  const said = await provider.readReturn?.(about).catch((error: unknown) => {
    if (isNotFound(error)) return undefined // not in the provider's books: whoever told of it
    throw error
  })
  const id = said && (await paymentOf(ctx, from, said.reference))
  if (!id) return
  const { kind, ref, status, is_over, amount, currency } = said
  const { workplace_id, payment_id } = id
  await ctx.as({ workplace_id }).tx(async (tx) => {
    const { rows } = await sql<{ is_new: boolean }>`
      insert into payment_returns as r (workplace_id, provider, ref, kind, payment_id, status, is_over, amount, currency)
      values (${workplace_id}, ${from}, ${ref}, ${kind}, ${payment_id}, ${status}, ${is_over}, ${amount}, ${currency})
      on conflict (workplace_id, provider, ref) do update set status = excluded.status, is_over = excluded.is_over,
        amount = excluded.amount, last_at = now()
      returning xmax = 0 as is_new`.execute(tx)
    if (rows[0]?.is_new) {
      paymentReturns.inc({ kind })
      ctx.log.warn({ provider: from, payment_id, kind, ref, status }, 'money of a payment goes back')
    }
    await createNotification(tx, {
      workplace_id,
      user_id: null,
      message_key: kind === 'refund' ? 'payment_refunded' : is_over ? 'payment_dispute_over' : 'payment_disputed',
      params: {},
      link: '/app/setting/wallet',
      cause: `${kind} ${from} ${ref} ${is_over ? 'over' : 'open'}`,
    })
  })
}
