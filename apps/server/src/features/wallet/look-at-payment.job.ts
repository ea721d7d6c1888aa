import type { PaymentProviderId, ProviderPage } from '@omni/connectors/payments/provider.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { enqueueAll, type Job, work } from '../../platform/jobs.ts'
import { lookAtPayment, sweepPayments } from './jobs.ts'
import { type PaymentId, readPayment } from './payment-row.ts'
import { openProvider, providerOf } from './providers.ts'
import { takePage } from './start-payment.ts'
import { settlePage, settlePayment } from './settle-payment.ts'

const SWEPT_AT_ONCE = 200

async function look(ctx: JobCtx, id: PaymentId): Promise<void> {
  const row = await ctx.db.read((tx) => readPayment(tx, id))
  if (!row || row.settled_at !== null) return
  const provider = openProvider(ctx, providerOf(row))
  // No connection is held while the provider is waited for.
  if (row.payment_ref !== null) {
    const said = await provider.readPayment(row.payment_ref)
    await ctx.db.tx((tx) => settlePayment(tx, id, said, ctx.clock()))
  } else if (row.page_ref !== null) {
    const page = await provider.readPage(row.page_ref)
    await ctx.db.tx((tx) => settleRead(tx, ctx, id, page))
  }
}

/** What the page says is written down. What a person approved there is taken by an attempt. */
async function settleRead(tx: Tx, ctx: JobCtx, id: PaymentId, page: ProviderPage): Promise<void> {
  await settlePage(tx, id, page, ctx.clock())
  if (page.status === 'approved') await takePage(tx, ctx, id, page)
}

export const lookAtPaymentJob: Job = work(lookAtPayment, look)

export const sweepPaymentsJob: Job = work(sweepPayments, async (ctx) => {
  await ctx.db.tx(async (tx) => {
    const { rows } = await sql<PaymentId>`
      select workplace_id, payment_id from due_payments(${ctx.now}, ${SWEPT_AT_ONCE})`.execute(tx)
    await enqueueAll(tx, lookAtPayment, rows)
  })
})

/** What a provider's message is about: read there, and settled where our reference is in it. */
export async function hearAbout(
  ctx: JobCtx,
  from: PaymentProviderId,
  is: 'page' | 'payment',
  ref: string,
): Promise<void> {
  const provider = openProvider(ctx, from)
  try {
    if (is === 'page') {
      const page = await provider.readPage(ref)
      const id = await paymentOf(ctx, from, page.reference)
      if (id) await ctx.as({ workplace_id: id.workplace_id }).tx((tx) => settleRead(tx, ctx, id, page))
    } else {
      const said = await provider.readPayment(ref)
      const id = await paymentOf(ctx, from, said.reference)
      if (id) await ctx.as({ workplace_id: id.workplace_id }).tx((tx) => settlePayment(tx, id, said, ctx.clock()))
    }
  } catch (error) {
    // Not in the provider's books: whoever told of it, there is nothing to post.
    if (!(error instanceof VendorError) || error.kind !== 'not_found') throw error
  }
}

const paymentOf = (ctx: JobCtx, from: PaymentProviderId, reference: string): Promise<PaymentId | undefined> =>
  ctx.db.read(
    async (tx) => (await sql<PaymentId>`select * from payment_of_reference(${from}, ${reference})`.execute(tx)).rows[0],
  )
