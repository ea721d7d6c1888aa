import type { PaymentProvider, PaymentProviderId } from '@omni/connectors/payments/provider.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import { askedAbout } from '@omni/domain/wallet/payment.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import { enqueueAll, type Job, work } from '../../platform/jobs.ts'
import { pollPayment, sweepPayments } from './jobs.ts'
import { type PaymentId, readPayment } from './payment-row.ts'
import { openProvider, providerOf } from './providers.ts'
import { advancePayment } from './start-payment.ts'

const SWEPT_AT_ONCE = 200

async function poll(ctx: JobCtx, id: PaymentId): Promise<void> {
  const row = await ctx.db.read((tx) => readPayment(tx, id))
  const about = row && row.settled_at === null ? askedAbout(row) : null
  if (!row || !about) return
  // No connection is held while the provider is waited for.
  const event = await ask(openProvider(ctx, providerOf(row)), about)
  await ctx.db.tx((tx) => advancePayment(tx, ctx, id, event, ctx.clock()))
}

interface About {
  is: 'page' | 'payment'
  ref: string
  method_ref?: string | undefined
}

/** What the provider has now. */
async function ask(provider: PaymentProvider, { is, ref, method_ref }: About) {
  return is === 'page'
    ? { is, said: await provider.readPage(ref, method_ref) }
    : { is, said: await provider.readPayment(ref) }
}

export const pollPaymentJob: Job = work(pollPayment, poll)

export const sweepPaymentsJob: Job = work(sweepPayments, async (ctx) => {
  await ctx.db.tx(async (tx) => {
    const { rows } = await sql<PaymentId>`
      select workplace_id, payment_id from due_payments(${ctx.now}, ${SWEPT_AT_ONCE})`.execute(tx)
    await enqueueAll(tx, pollPayment, rows)
  })
})

/** What a provider's message is about: read there, and settled where our reference is in it. */
export async function handleAbout(ctx: JobCtx, from: PaymentProviderId, about: About): Promise<void> {
  try {
    const event = await ask(openProvider(ctx, from), about)
    const id = await paymentOf(ctx, from, event.said.reference)
    if (!id) return
    await ctx.as({ workplace_id: id.workplace_id }).tx((tx) => advancePayment(tx, ctx, id, event, ctx.clock()))
  } catch (error) {
    // Not in the provider's books: whoever told of it, there is nothing to post.
    if (!(error instanceof VendorError) || error.kind !== 'not_found') throw error
  }
}

export const paymentOf = (ctx: JobCtx, from: PaymentProviderId, reference: string): Promise<PaymentId | undefined> =>
  ctx.db.read(
    async (tx) => (await sql<PaymentId>`select * from payment_of_reference(${from}, ${reference})`.execute(tx)).rows[0],
  )
