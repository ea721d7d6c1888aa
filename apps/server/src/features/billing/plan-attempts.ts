/** What is sent to the provider of plans: each under the protocol of attempts, so that it has its effect once. */
import type {
  ProviderSubscription,
  ProviderTransaction,
  SubscriptionsProvider,
} from '@omni/connectors/payments/subscriptions.ts'
import type { Send } from '@omni/connectors/open-vendor.ts'
import { operatorPlans } from '@omni/connectors/payments/registry.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import { z } from 'zod'
import { attempt, type AttemptChange, type AttemptKind } from '../../platform/attempts.ts'
import type { JobCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { enqueue } from '../../platform/jobs.ts'
import { PAYMENT_WORDS, sendOutcome } from '../../platform/send-outcome.ts'
import { pollCharge, pollSubscription } from './jobs.ts'
import { billsThroughStore, openLeft, openProvider, OPERATOR, Place } from './plan-place.ts'
import { type ChargeRow, lockCharge } from './subscription-row.ts'
import { settleCharge, writeCharge } from './write-charge.ts'

/** A charge may be asked for several times, each an attempt of its own: `<charge>:<n>`. */
const chargeOf = ({ workplace_id, subject_id }: Pick<AttemptChange<unknown>, 'workplace_id' | 'subject_id'>) => ({
  workplace_id,
  charge_id: subject_id.split(':')[0] ?? '',
})

const rowOf = (tx: Tx, change: AttemptChange<unknown>): Promise<ChargeRow | undefined> => {
  const { workplace_id, charge_id } = chargeOf(change)
  return lockCharge(tx, workplace_id, charge_id)
}

const ERRORS: Record<string, string> = {
  subscription_payment_declined: 'card_declined',
  subscription_locked_renewal: 'plan_locked',
  subscription_locked_pending_changes: 'plan_ends',
  subscription_update_when_past_due: 'plan_unpaid',
}
/** What the card's bank said in its transaction is more than a plain no. */
const TOLD_BY_BANK = ['insufficient_funds', 'expired_card', 'authentication_required']
const errorOf = ({ error_key }: AttemptChange<unknown>, row: ChargeRow) =>
  row.error_key !== null && TOLD_BY_BANK.includes(row.error_key)
    ? row.error_key
    : (ERRORS[error_key ?? ''] ?? error_key ?? 'provider_unreachable')

/** The provider said no, or it cannot be found out: for now the seller sees which. */
async function notDone(tx: Tx, change: AttemptChange<unknown>): Promise<boolean> {
  if (change.to === 'done') return false
  const row = await rowOf(tx, change)
  if (!row || row.settled_at !== null) return true
  if (change.to === 'failed' || change.to === 'cancelled')
    await settleCharge(tx, row, 'failed', errorOf(change, row), change.now)
  else if (change.to === 'checking' || change.to === 'needs_decision')
    // A refusal is verified before it counts. What the card's bank said is shown meanwhile.
    await writeCharge(tx, row, {
      state: 'checking',
      error_key: change.error_key === null ? null : errorOf(change, row),
    })
  return true
}

const Buys = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('plan'),
    price_ref: z.string(),
    title: z.string().default('Omni'),
    amount: z.int().default(0),
    currency: z.string().default('USD'),
    days: z.int().default(30),
  }),
  z.object({ is: z.literal('once'), title: z.string(), amount: z.int(), currency: z.string() }),
])
const CheckoutAttempt = z.object({
  buys: Buys,
  customer_ref: z.string().nullable(),
  transaction_ref: z.string().nullable(),
  applies: z.enum(['now', 'next_cycle']).default('now'),
  place: Place.default(OPERATOR),
})
const Opened = z.object({ url: z.string().nullable(), amount: z.int().nullable() })
const opened = ({ transaction_ref, url, total }: ProviderTransaction) => ({
  effect: transaction_ref,
  detail: { url, amount: total },
})
const Says = z.object({ detail: Opened })
const Found = z.object({ found: z.array(z.object({ detail: Opened })).min(1) })

/** Opens the page on which a plan, or something on top of it, is bought. */
export const openCheckout = attempt({
  name: 'billing.checkout',
  vendor: operatorPlans.id,
  input: CheckoutAttempt,
  profile: operatorPlans.profile,
  async prepare(ctx, { reference, input }) {
    const provider = await openProvider(ctx, input.place)
    const send = await provider.openCheckout({ ...input, reference })
    return async (send_by) => sendOutcome(await send(send_by), opened, PAYMENT_WORDS)
  },
  async look(ctx, { reference, input, since }) {
    const provider = await openProvider(ctx, input.place)
    const seen = input.transaction_ref
      ? [await provider.readTransaction(input.transaction_ref)]
      : await provider.listTransactions({ since })
    // A page without its address can be approved by nobody: it counts only when somebody has approved it after all.
    const counts = ({ status }: ProviderTransaction) => provider.finds_pages || status !== 'open'
    return seen.filter((one) => one.reference === reference && counts(one)).map(opened)
  },
  async changed(tx, change) {
    if (await notDone(tx, change)) return
    const row = await rowOf(tx, change)
    if (!row || row.settled_at !== null) return
    const page = Says.safeParse(change.says).data?.detail ?? Found.safeParse(change.says).data?.found[0]?.detail
    await writeCharge(tx, row, {
      state: 'open',
      transaction_ref: change.effect,
      page_url: page?.url ?? null,
      amount: page?.amount ?? row.amount,
      error_key: null,
      check_at: new Date(Date.parse(row.created_at) + 120_000),
    })
    // The page was found again without its address: it is read.
    if (!page?.url) await enqueue(tx, pollCharge, chargeOf(change))
  },
})

const SubscriptionAttempt = z.object({
  subscription_id: z.string(),
  subscription_ref: z.string(),
  place: Place.default(OPERATOR),
})

/** Through the store it is paid in, or by the key that was kept when that store was left. */
async function providerOf(ctx: JobCtx, input: unknown): Promise<SubscriptionsProvider> {
  const { subscription_id, place } = SubscriptionAttempt.parse(input)
  return (billsThroughStore(place) && (await openLeft(ctx, subscription_id))) || openProvider(ctx, place)
}

function inPlace({ id, in_place }: SubscriptionsProvider) {
  if (!in_place) throw new VendorError(id, 'invalid', 'a change there is approved on a page')
  return in_place
}

/** What all changes of a subscription share: it is sent, found again by reading the subscription, and read when done. */
function changing<I extends typeof SubscriptionAttempt>(
  name: string,
  input: I,
  prepare: (
    provider: SubscriptionsProvider,
    address: { reference: string; input: z.output<I> },
  ) => Promise<Send<unknown>>,
  isDone: (subscription: ProviderSubscription, address: { reference: string; input: z.output<I> }) => boolean,
): AttemptKind<I> {
  return attempt<I>({
    name,
    vendor: operatorPlans.id,
    input,
    profile: operatorPlans.profile,
    async prepare(ctx, address) {
      const send = await prepare(await providerOf(ctx, address.input), address)
      return async (send_by) =>
        sendOutcome(await send(send_by), () => ({ effect: `${name} ${address.reference}` }), PAYMENT_WORDS)
    },
    async look(ctx, address) {
      const { subscription_ref } = SubscriptionAttempt.parse(address.input)
      const subscription = await (await providerOf(ctx, address.input)).readSubscription(subscription_ref)
      return isDone(subscription, address) ? [{ effect: `${name} ${address.reference}` }] : []
    },
    changed: afterChange,
  })
}

async function afterChange(tx: Tx, change: AttemptChange<unknown>): Promise<void> {
  if (await notDone(tx, change)) return
  const row = await rowOf(tx, change)
  const { subscription_id } = SubscriptionAttempt.parse(change.input)
  if (row && row.settled_at === null) {
    const hasMoney = row.kind === 'upgrade' || row.kind === 'extra' || row.kind === 'ready2sale'
    // What it cost is in a transaction, which is read next.
    if (hasMoney) await writeCharge(tx, row, { state: 'checking', error_key: null })
    else await settleCharge(tx, row, 'done', null, change.now)
    if (row.kind === 'downgrade')
      await tx
        .updateTable('subscriptions')
        .set({ next_sent: true })
        .where('workplace_id', '=', row.workplace_id)
        .where('subscription_id', '=', subscription_id)
        .where('next_plan_id', '=', row.item)
        .execute()
  }
  await enqueue(tx, pollSubscription, { workplace_id: change.workplace_id, subscription_id })
}

export const changePlan = changing(
  'billing.change',
  SubscriptionAttempt.extend({ price_ref: z.string(), bills: z.enum(['now', 'nothing']) }),
  (provider, { reference, input }) => inPlace(provider).change({ ...input, reference }),
  // The reference is written with the change, in one request.
  (subscription, { reference }) => subscription.reference === reference,
)

export const cancelPlan = changing(
  'billing.cancel',
  SubscriptionAttempt.extend({ when: z.enum(['period_end', 'now']) }),
  (provider, { input }) => provider.cancel(input),
  ({ status, scheduled }, { input }) =>
    status === 'canceled' ||
    (input.when === 'period_end' && scheduled !== null && scheduled !== 'never' && scheduled.action === 'cancel'),
)

export const resumePlan = changing(
  'billing.resume',
  SubscriptionAttempt,
  (provider, { input }) => inPlace(provider).resume(input),
  ({ status, scheduled }) => status !== 'canceled' && scheduled === null,
)

/** Charges the card of a plan once. */
export const chargeOnce = attempt({
  name: 'billing.charge',
  vendor: operatorPlans.id,
  input: SubscriptionAttempt.extend({ title: z.string(), amount: z.int(), currency: z.string() }),
  profile: operatorPlans.profile,
  async prepare(ctx, { reference, input }) {
    const send = await inPlace(await openProvider(ctx, input.place)).charge({ ...input, reference })
    return async (send_by) =>
      sendOutcome(await send(send_by), () => ({ effect: `billing.charge ${reference}` }), PAYMENT_WORDS)
  },
  async look(ctx, { reference, input, since }) {
    const { subscription_ref } = input
    const seen = await (await openProvider(ctx, input.place)).listTransactions({ subscription_ref, since })
    return seen.some((transaction) => transaction.reference === reference && transaction.origin === 'charge')
      ? [{ effect: `billing.charge ${reference}` }]
      : []
  },
  changed: afterChange,
})
