/** What is sent to a provider: each under the protocol of attempts, so that it has its effect once. */
import { PAYMENT_PROVIDERS } from '@omni/connectors/payments/provider.ts'
import { z } from 'zod'
import { attempt, type AttemptChange } from '../../platform/attempts.ts'
import type { Tx } from '../../platform/db.ts'
import { PAYMENT_WORDS, sendOutcome } from '../../platform/send-outcome.ts'
import { lockPayment, type PaymentId } from './payment-row.ts'
import { PROFILES, readyProvider } from './providers.ts'
import { failPayment, settlePayment, writePayment } from './settle-payment.ts'

/** What was written before there were two providers is Stripe's. */
const Provider = z.enum(PAYMENT_PROVIDERS).default('stripe')

export const PageAttempt = z.object({
  provider: Provider,
  kind: z.enum(['pay', 'save']),
  amount: z.int(),
  currency: z.string(),
  title: z.string(),
  save_method: z.boolean(),
  customer_ref: z.string().nullable(),
  success_url: z.string(),
  cancel_url: z.string(),
  expires_at: z.iso.datetime(),
})

export const ChargeAttempt = z.object({
  provider: Provider,
  amount: z.int(),
  currency: z.string(),
  method_ref: z.string(),
  customer_ref: z.string(),
  take: z.enum(['now', 'authorise']),
})

const OpenedSays = z.object({ detail: z.object({ url: z.string() }) })
const idOf = ({ workplace_id, subject_id }: AttemptChange<unknown>): PaymentId => ({
  workplace_id,
  payment_id: subject_id,
})

/** The provider refused, or it cannot be found out whether it opened the page: nobody has its address. */
async function giveUp(tx: Tx, change: AttemptChange<unknown>): Promise<void> {
  const row = await lockPayment(tx, idOf(change))
  if (!row || row.settled_at !== null) return
  await failPayment(tx, row, change.error_key ?? 'provider_unreachable', new Date())
}

const LOOK_FIRST_MS = 120_000

/** Opens the page on which a person pays, or gives a card. */
export const openPage = attempt({
  name: 'wallet.page',
  vendor: 'stripe',
  input: PageAttempt,
  profile: PROFILES.stripe,
  async prepare(ctx, { reference, input }) {
    const provider = await readyProvider(ctx, input.provider)
    const page = { ...input, reference, expires_at: new Date(input.expires_at) }
    return async (send_by) =>
      sendOutcome(
        await provider.openPage(page, send_by),
        ({ page_ref, url }) => ({ effect: page_ref, detail: { url } }),
        PAYMENT_WORDS,
      )
  },
  async changed(tx, change) {
    if (change.to === 'failed' || change.to === 'cancelled' || change.to === 'needs_decision') return giveUp(tx, change)
    if (change.to !== 'done') return
    const row = await lockPayment(tx, idOf(change))
    const says = OpenedSays.safeParse(change.says)
    if (!row || row.settled_at !== null || !says.success) return
    await writePayment(tx, row, {
      state: 'open',
      page_ref: change.effect,
      page_url: says.data.detail.url,
      look_at: new Date(Date.parse(row.created_at) + LOOK_FIRST_MS),
    })
  },
})

export const ProviderPaymentSays = z.object({
  payment_ref: z.string(),
  books_ref: z.string(),
  status: z.enum(['succeeded', 'authorised', 'pending', 'failed', 'cancelled']),
  amount: z.int(),
  taken: z.int(),
  currency: z.string(),
  reference: z.string(),
  fee: z.int().nullable(),
  error_key: z.string().nullable(),
  // Dates are texts in what was written down.
  happened_at: z.coerce.date().nullable(),
  method: z
    .object({
      method_ref: z.string(),
      customer_ref: z.string(),
      kind: z.enum(['card', 'paypal']),
      brand: z.string(),
      label: z.string(),
      exp_month: z.int().nullable(),
      exp_year: z.int().nullable(),
    })
    .nullable(),
})
const ChargedSays = z.object({ detail: ProviderPaymentSays })

/** Charges a kept method without the person. */
export const chargeMethod = attempt({
  name: 'wallet.charge',
  vendor: 'stripe',
  input: ChargeAttempt,
  profile: PROFILES.stripe,
  async prepare(ctx, { reference, input }) {
    const provider = await readyProvider(ctx, input.provider)
    return async (send_by) =>
      sendOutcome(
        await provider.charge({ ...input, reference }, send_by),
        (payment) => ({ effect: payment.payment_ref, detail: payment }),
        PAYMENT_WORDS,
      )
  },
  async changed(tx, change) {
    if (change.to === 'failed' || change.to === 'cancelled') return giveUp(tx, change)
    const row = await lockPayment(tx, idOf(change))
    if (!row || row.settled_at !== null) return
    if (change.to === 'needs_decision') return writePayment(tx, row, { state: 'checking', look_at: null })
    const says = ChargedSays.safeParse(change.says)
    if (change.to !== 'done' || !says.success) return
    await settlePayment(tx, idOf(change), says.data.detail, new Date())
  },
})

export const CaptureAttempt = z.object({
  provider: Provider,
  payment_ref: z.string(),
  amount: z.int(),
  currency: z.string(),
})

/** Takes what was authorised. When it fails, the seller goes on owing it. */
export const captureCard = attempt({
  name: 'wallet.capture',
  vendor: 'stripe',
  input: CaptureAttempt,
  profile: PROFILES.stripe,
  async prepare(ctx, { reference, input }) {
    const provider = await readyProvider(ctx, input.provider)
    return async (send_by) =>
      sendOutcome(
        await provider.capture({ ...input, reference }, send_by),
        (payment) => ({ effect: `${payment.payment_ref}:captured`, detail: payment }),
        PAYMENT_WORDS,
      )
  },
  changed: afterAuthorised,
})

export const TakeAttempt = z.object({ provider: Provider, page_ref: z.string() })

/** Takes what a person approved on the provider's page. */
export const takeApproved = attempt({
  name: 'wallet.take',
  vendor: 'paypal',
  input: TakeAttempt,
  profile: PROFILES.paypal,
  async prepare(ctx, { reference, input }) {
    const provider = await readyProvider(ctx, input.provider)
    return async (send_by) => {
      if (!provider.takePage) return { outcome: 'not_sent', detail: 'nothing is taken there' }
      return sendOutcome(
        await provider.takePage({ reference, page_ref: input.page_ref }, send_by),
        (payment) => ({ effect: `${payment.payment_ref}:taken`, detail: payment }),
        PAYMENT_WORDS,
      )
    }
  },
  changed: afterAuthorised,
})

export const ReleaseAttempt = z.object({ provider: Provider, payment_ref: z.string() })

/** Lets go of what was authorised: nothing was bought with it. */
export const releaseCard = attempt({
  name: 'wallet.release',
  vendor: 'stripe',
  input: ReleaseAttempt,
  profile: PROFILES.stripe,
  async prepare(ctx, { reference, input }) {
    const provider = await readyProvider(ctx, input.provider)
    return async (send_by) =>
      sendOutcome(
        await provider.release({ ...input, reference }, send_by),
        (payment) => ({ effect: `${payment.payment_ref}:released`, detail: payment }),
        PAYMENT_WORDS,
      )
  },
  changed: afterAuthorised,
})

async function afterAuthorised(tx: Tx, change: AttemptChange<unknown>): Promise<void> {
  const row = await lockPayment(tx, idOf(change))
  if (!row || row.settled_at !== null) return
  if (change.to === 'failed' || change.to === 'cancelled')
    return failPayment(tx, row, change.error_key ?? 'capture_failed', new Date())
  // Not known: it is read at the provider until it is.
  if (change.to === 'needs_decision') return writePayment(tx, row, { look_at: new Date() })
  const says = ChargedSays.safeParse(change.says)
  if (change.to === 'done' && says.success) await settlePayment(tx, idOf(change), says.data.detail, new Date())
}
