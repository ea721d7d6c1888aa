/** What is sent to a provider: each under the protocol of attempts, so that it has its effect once. */
import type { PaymentProvider } from '@omni/connectors/payments/provider.ts'
import type { WriteOutcome } from '@omni/connectors/write-outcome.ts'
import { z } from 'zod'
import { attempt, type AttemptChange, type SendOutcome } from '../../platform/attempts.ts'
import type { Tx } from '../../platform/db.ts'
import { lockPayment, type PaymentId } from './payment-row.ts'
import { openProvider, PROFILES } from './providers.ts'
import { failPayment, settlePayment, writePayment } from './settle-payment.ts'

export const PageAttempt = z.object({
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
  amount: z.int(),
  currency: z.string(),
  method_ref: z.string(),
  customer_ref: z.string(),
  take: z.enum(['now', 'authorise']),
})

const LATER = ['rate_limited', 'auth_expired', 'unavailable']

export function toSend<R>(
  outcome: WriteOutcome<R>,
  done: (reply: R) => { effect: string; detail: unknown },
): SendOutcome {
  switch (outcome.outcome) {
    case 'done':
      return { outcome: 'done', ...done(outcome.reply) }
    case 'refused': {
      const { kind, code, retry_after_s } = outcome
      return { outcome: 'refused', later: LATER.includes(kind), error_key: code, retry_after_s }
    }
    case 'unknown':
      return { outcome: 'unknown', detail: outcome.reason.slice(0, 300) }
    case 'not_sent':
      return { outcome: 'not_sent', detail: outcome.reason.slice(0, 300) }
  }
}

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
    const provider = openProvider(ctx, 'stripe')
    const page = { ...input, reference, expires_at: new Date(input.expires_at) }
    return async (send_by) =>
      toSend(await provider.openPage(page, send_by), ({ page_ref, url }) => ({ effect: page_ref, detail: { url } }))
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
  status: z.enum(['succeeded', 'authorised', 'pending', 'failed', 'cancelled']),
  amount: z.int(),
  taken: z.int(),
  currency: z.string(),
  reference: z.string(),
  fee: z.int().nullable(),
  error_key: z.string().nullable(),
  // Dates are texts in what was written down.
  happened_at: z.coerce.date().nullable(),
})
const ChargedSays = z.object({ detail: ProviderPaymentSays })

/** Charges a kept method without the person. */
export const chargeMethod = attempt({
  name: 'wallet.charge',
  vendor: 'stripe',
  input: ChargeAttempt,
  profile: PROFILES.stripe,
  async prepare(ctx, { reference, input }) {
    const provider: PaymentProvider = openProvider(ctx, 'stripe')
    return async (send_by) =>
      toSend(await provider.charge({ ...input, reference }, send_by), (payment) => ({
        effect: payment.payment_ref,
        detail: payment,
      }))
  },
  async changed(tx, change) {
    if (change.to === 'failed' || change.to === 'cancelled') return giveUp(tx, change)
    const row = await lockPayment(tx, idOf(change))
    if (!row || row.settled_at !== null) return
    if (change.to === 'needs_decision') return writePayment(tx, row, { state: 'checking', look_at: null })
    const says = ChargedSays.safeParse(change.says)
    if (change.to !== 'done' || !says.success) return
    await settlePayment(tx, idOf(change), { ...says.data.detail, method: null }, new Date())
  },
})

export const CaptureAttempt = z.object({ payment_ref: z.string(), amount: z.int(), currency: z.string() })

/** Takes what was authorised. When it fails, the seller goes on owing it. */
export const captureCard = attempt({
  name: 'wallet.capture',
  vendor: 'stripe',
  input: CaptureAttempt,
  profile: PROFILES.stripe,
  async prepare(ctx, { reference, input }) {
    const provider = openProvider(ctx, 'stripe')
    return async (send_by) =>
      toSend(await provider.capture({ ...input, reference }, send_by), (payment) => ({
        effect: `${payment.payment_ref}:captured`,
        detail: payment,
      }))
  },
  changed: afterAuthorised,
})

export const ReleaseAttempt = z.object({ payment_ref: z.string() })

/** Lets go of what was authorised: nothing was bought with it. */
export const releaseCard = attempt({
  name: 'wallet.release',
  vendor: 'stripe',
  input: ReleaseAttempt,
  profile: PROFILES.stripe,
  async prepare(ctx, { reference, input }) {
    const provider = openProvider(ctx, 'stripe')
    return async (send_by) =>
      toSend(await provider.release({ ...input, reference }, send_by), (payment) => ({
        effect: `${payment.payment_ref}:released`,
        detail: payment,
      }))
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
  if (change.to === 'done' && says.success)
    await settlePayment(tx, idOf(change), { ...says.data.detail, method: null }, new Date())
}
