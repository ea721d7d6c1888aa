import type { PaymentProviderId, ProviderPage } from '@omni/connectors/payments/provider.ts'
import { attemptReference } from '@omni/domain/attempts/reference.ts'
import { WALLET_CURRENCY } from '@omni/domain/wallet/topup.ts'
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { type AttemptKind, startAttempt } from '../../platform/attempts.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { captureCard, chargeMethod, openPage, releaseCard, takeApproved } from './payment-attempts.ts'
import { lockPayment, type PaymentId, type PaymentRow } from './payment-row.ts'
import { PROFILES, providerOf, withLimits } from './providers.ts'

const HOUR_MS = 3_600_000

type Who = Pick<Ctx, 'config' | 'workplace_id' | 'now'> & { user_id: string | null }

interface PageWish {
  provider: PaymentProviderId
  purpose: 'topup' | 'save_method' | 'orders'
  amount: number
  title: string
  save_method: boolean
  /** Below the app's address; the payment's id is added. */
  back_to: string
}

/** Commits the wish to be paid on the provider's page. A job opens the page. */
export async function startPage(tx: Tx, who: Who, wish: PageWish): Promise<PaymentRow> {
  const { config, workplace_id, now } = who
  const payment_id = randomUUID()
  const back = `${config.PUBLIC_URL}${wish.back_to}${wish.back_to.includes('?') ? '&' : '?'}payment=${payment_id}`
  const expires_at = new Date(now.getTime() + HOUR_MS)
  const known = await tx
    .selectFrom('payment_methods')
    .select('customer_ref')
    .where('workplace_id', '=', workplace_id)
    .where('provider', '=', wish.provider)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  const input = {
    provider: wish.provider,
    kind: wish.purpose === 'save_method' ? ('save' as const) : ('pay' as const),
    amount: wish.amount,
    currency: WALLET_CURRENCY,
    title: wish.title,
    save_method: wish.save_method,
    customer_ref: known?.customer_ref ?? null,
    success_url: back,
    cancel_url: `${back}&left=1`,
    expires_at: expires_at.toISOString(),
  }
  const reference = await start(tx, who, openPage, payment_id, input)
  return insert(tx, who, {
    payment_id,
    reference,
    provider: wish.provider,
    purpose: wish.purpose,
    pays_by: 'page',
    amount: wish.amount,
    save_method: wish.save_method || wish.purpose === 'save_method',
    method_id: null,
    expires_at,
  })
}

interface ChargeWish {
  purpose: 'topup' | 'auto_topup' | 'orders'
  amount: number
  method: { method_id: string; method_ref: string; customer_ref: string; provider: string }
}

/** Commits the wish to charge a kept method. A job charges. */
export async function startCharge(tx: Tx, who: Who, { purpose, amount, method }: ChargeWish): Promise<PaymentRow> {
  const payment_id = randomUUID()
  const { method_ref, customer_ref, method_id } = method
  const take = purpose === 'orders' ? ('authorise' as const) : ('now' as const)
  const provider = providerOf(method)
  const input = { provider, amount, currency: WALLET_CURRENCY, method_ref, customer_ref, take }
  const reference = await start(tx, who, chargeMethod, payment_id, input)
  const payment = { payment_id, reference, provider, purpose, amount, method_id, save_method: false, expires_at: null }
  return insert(tx, who, { ...payment, pays_by: 'saved' })
}

async function start<I extends z.ZodObject>(
  tx: Tx,
  { config, workplace_id }: Pick<Who, 'config' | 'workplace_id'>,
  kind: AttemptKind<I>,
  subject_id: string,
  input: z.input<I> & { provider: PaymentProviderId },
): Promise<string> {
  const vendor = input.provider
  const limited = { ...kind, vendor, profile: withLimits(PROFILES[vendor], config) }
  const { attempt_id } = await startAttempt(tx, limited, { workplace_id, subject_id, account_key: 'operator', input })
  return attemptReference(attempt_id)
}

function insert(
  tx: Tx,
  { workplace_id, user_id, now }: Who,
  row: Pick<
    PaymentRow,
    'provider' | 'payment_id' | 'reference' | 'purpose' | 'pays_by' | 'amount' | 'save_method' | 'method_id'
  > & { expires_at: Date | null },
): Promise<PaymentRow> {
  return tx
    .insertInto('payments')
    .values({ ...row, workplace_id, currency: WALLET_CURRENCY, created_by: user_id, created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Everything that waited for an authorised card is settled: takes what was bought with it, or lets it go. */
export async function finishCard(tx: Tx, who: Who, row: PaymentRow, amount: number): Promise<void> {
  const { payment_id, payment_ref, currency } = row
  if (row.state !== 'authorised' || payment_ref === null) return
  const provider = providerOf(row)
  if (amount > 0) await start(tx, who, captureCard, payment_id, { provider, payment_ref, amount, currency })
  else await start(tx, who, releaseCard, payment_id, { provider, payment_ref })
}

/** The person approved: the money is taken, once, whoever heard of it first. */
export async function takePage(
  tx: Tx,
  { config }: Pick<Who, 'config'>,
  id: PaymentId,
  { page_ref, reference }: ProviderPage,
): Promise<void> {
  const row = await lockPayment(tx, id)
  if (!row || row.settled_at !== null || row.reference !== reference) return
  const { workplace_id, payment_id } = id
  await start(tx, { config, workplace_id }, takeApproved, payment_id, { provider: providerOf(row), page_ref })
}
