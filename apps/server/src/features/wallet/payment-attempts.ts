/** What is sent to a provider: each under the protocol of attempts, so that it has its effect once. */
import { CARD_PAYMENT_ID, PAYMENT_IDS } from '@omni/domain/vendors/manifest.ts'
import { KEPT_KINDS } from '@omni/domain/wallet/methods.ts'
import type { PaymentEvent, PaymentWrite } from '@omni/domain/wallet/payment.ts'
import { z } from 'zod'
import { attempt, type AttemptChange } from '../../platform/attempts.ts'
import type { Tx } from '../../platform/db.ts'
import { PAYMENT_WORDS, sendOutcome } from '../../platform/send-outcome.ts'
import { profileOf, readyProvider } from './providers.ts'
import { stepPayment } from './settle-payment.ts'

const Provider = z.enum(PAYMENT_IDS).default(CARD_PAYMENT_ID)
/** Whoever starts one names the provider, and it goes by that provider's profile (start-payment.ts). */
const USUAL = { vendor: CARD_PAYMENT_ID, profile: profileOf(CARD_PAYMENT_ID).write }

const PageAttempt = z.object({
  provider: Provider,
  kind: z.enum(['pay', 'authorise', 'save']),
  amount: z.int(),
  currency: z.string(),
  title: z.string(),
  save_method: z.boolean(),
  customer_ref: z.string().nullable(),
  success_url: z.string(),
  cancel_url: z.string(),
  expires_at: z.iso.datetime(),
})

const ChargeAttempt = z.object({
  provider: Provider,
  amount: z.int(),
  currency: z.string(),
  method_ref: z.string(),
  customer_ref: z.string(),
  take: z.enum(['now', 'authorise']),
})

const OpenedSays = z.object({ detail: z.object({ url: z.string() }) })

/** What became of a write, in the words of the rule. Null: it is under way. */
function eventOf(what: PaymentWrite, change: AttemptChange<unknown>): PaymentEvent | null {
  switch (change.to) {
    case 'failed':
    case 'cancelled':
      return { is: 'refused', what, error_key: change.error_key ?? NO_REASON[what] }
    case 'needs_decision':
      // A page whose address nobody has is not paid on.
      return what === 'page' ? { is: 'refused', what, error_key: NO_REASON.page } : { is: 'unknown' }
    case 'done': {
      if (what === 'page') {
        const opened = OpenedSays.safeParse(change.says)
        const page_ref = change.effect ?? ''
        return opened.success ? { is: 'page_opened', page_ref, page_url: opened.data.detail.url } : null
      }
      const charged = ChargedSays.safeParse(change.says)
      return charged.success ? { is: 'payment', said: charged.data.detail } : null
    }
    default:
      return null
  }
}

const NO_REASON: Record<PaymentWrite, string> = {
  page: 'provider_unreachable',
  charge: 'provider_unreachable',
  take: 'capture_failed',
  capture: 'capture_failed',
  release: 'capture_failed',
}

/** No reply asks for another write: what is to be sent next, the provider's page or the orders say. */
const changedBy =
  (what: PaymentWrite) =>
  async (tx: Tx, change: AttemptChange<unknown>): Promise<void> => {
    const { workplace_id, subject_id: payment_id, now } = change
    const event = eventOf(what, change)
    if (event) await stepPayment(tx, { workplace_id, payment_id }, event, now)
  }

/** Opens the page on which a person pays, or gives a card. */
export const openPage = attempt({
  name: 'wallet.page',
  ...USUAL,
  input: PageAttempt,
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
  changed: changedBy('page'),
})

const ProviderPaymentSays = z.object({
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
      kind: z.enum(KEPT_KINDS),
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
  ...USUAL,
  input: ChargeAttempt,
  async prepare(ctx, { reference, input }) {
    const provider = await readyProvider(ctx, input.provider)
    return async (send_by) =>
      sendOutcome(
        await provider.charge({ ...input, reference }, send_by),
        (payment) => ({ effect: payment.payment_ref, detail: payment }),
        PAYMENT_WORDS,
      )
  },
  changed: changedBy('charge'),
})

const CaptureAttempt = z.object({ provider: Provider, payment_ref: z.string(), amount: z.int(), currency: z.string() })

/** Takes what was authorised. When it fails, the seller goes on owing it. */
export const captureCard = attempt({
  name: 'wallet.capture',
  ...USUAL,
  input: CaptureAttempt,
  async prepare(ctx, { reference, input }) {
    const provider = await readyProvider(ctx, input.provider)
    return async (send_by) =>
      sendOutcome(
        await provider.capture({ ...input, reference }, send_by),
        (payment) => ({ effect: `${payment.payment_ref}:captured`, detail: payment }),
        PAYMENT_WORDS,
      )
  },
  changed: changedBy('capture'),
})

const TakeAttempt = z.object({ provider: Provider, page_ref: z.string() })

/** Takes what a person approved on the provider's page. */
export const takeApproved = attempt({
  name: 'wallet.take',
  ...USUAL,
  input: TakeAttempt,
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
  changed: changedBy('take'),
})

const ReleaseAttempt = z.object({ provider: Provider, payment_ref: z.string() })

/** Lets go of what was authorised: nothing was bought with it. */
export const releaseCard = attempt({
  name: 'wallet.release',
  ...USUAL,
  input: ReleaseAttempt,
  async prepare(ctx, { reference, input }) {
    const provider = await readyProvider(ctx, input.provider)
    return async (send_by) =>
      sendOutcome(
        await provider.release({ ...input, reference }, send_by),
        (payment) => ({ effect: `${payment.payment_ref}:released`, detail: payment }),
        PAYMENT_WORDS,
      )
  },
  changed: changedBy('release'),
})
