import type { PaymentProvider, PaymentProviderId } from '@omni/connectors/payments/provider.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import { askedAbout, isSearched, type PaymentEvent } from '@omni/domain/wallet/payment.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import { enqueueAll, type Job, work } from '../../platform/jobs.ts'
import { pollPayment, sweepPayments } from './jobs.ts'
import { type PaymentId, type PaymentRow, readPayment, toPayment } from './payment-row.ts'
import { openProvider, providerOf } from './providers.ts'
import { advancePayment, customerAt } from './start-payment.ts'

const SWEPT_AT_ONCE = 200
/** The provider's clock is not ours. */
const CLOCK_SKEW_MS = 10 * 60_000

async function poll(
  ctx: JobCtx,
  { not_charged, ...id }: PaymentId & { not_charged?: boolean | undefined },
): Promise<void> {
  const row = await ctx.db.read((tx) => readPayment(tx, id))
  if (!row || row.settled_at !== null) return
  const about = askedAbout(row)
  const provider = openProvider(ctx, providerOf(row))
  // No connection is held while the provider is waited for.
  const event = about ? await ask(provider, about) : await search(ctx, provider, row, not_charged ?? false)
  if (event) await ctx.db.tx((tx) => advancePayment(tx, ctx, id, event, ctx.clock()))
}

/** Sent, and its name never came. The provider's word goes before a person's. */
async function search(
  ctx: JobCtx,
  provider: PaymentProvider,
  row: PaymentRow,
  not_charged: boolean,
): Promise<PaymentEvent | null> {
  if (!isSearched(toPayment(row))) return null
  const { workplace_id, reference } = row
  const customer_ref = await ctx.db.read((tx) => customerAt(tx, workplace_id, provider.id))
  const since = new Date(Date.parse(row.created_at) - CLOCK_SKEW_MS)
  const said = await provider.findPayment({ reference, customer_ref, since, now: ctx.clock() })
  if (said) return { is: 'payment', said }
  return not_charged ? { is: 'person', says: 'not_charged' } : { is: 'not_found' }
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
