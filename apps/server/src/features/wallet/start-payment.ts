import type { PaymentProviderId } from '@omni/connectors/payments/provider.ts'
import type { PaymentEvent, PaymentSend } from '@omni/domain/wallet/payment.ts'
import { WALLET_CURRENCY } from '@omni/domain/wallet/topup.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type AttemptKind, startAttempt, type StartedAttempt, starting } from '../../platform/attempts.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { captureCard, chargeMethod, openPage, releaseCard, takeApproved } from './payment-attempts.ts'
import { type PaymentId, type PaymentRow, readPayment } from './payment-row.ts'
import { profileOf, providerOf, withLimits } from './providers.ts'
import { stepPayment } from './settle-payment.ts'

const HOUR_MS = 3_600_000

type Who = Pick<Ctx, 'config' | 'workplace_id' | 'now'> & { user_id: string | null }

interface PageRequest {
  provider: PaymentProviderId
  purpose: 'topup' | 'save_method' | 'orders'
  amount: number
  title: string
  save_method: boolean
  /** Below the app's address; the payment's id is added. */
  back_to: string
  /** `customerAt` the provider. */
  customer_ref: string | null
}

/** Who the workplace is to a provider, if it kept something there. */
export async function customerAt(tx: Tx, workplace_id: string, provider: PaymentProviderId): Promise<string | null> {
  const known = await tx
    .selectFrom('payment_methods')
    .select('customer_ref')
    .where('workplace_id', '=', workplace_id)
    .where('provider', '=', provider)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return known?.customer_ref ?? null
}

/** What orders are paid with is taken when they are bought, and let go when they are not. */
const PAGE_KINDS = { topup: 'pay', save_method: 'save', orders: 'authorise' } as const

/** Commits the request to be paid on the provider's page. A job opens the page. */
export async function startPage(tx: Tx, who: Who, request: PageRequest): Promise<PaymentRow> {
  const { config, now } = who
  const payment_id = randomUUID()
  const back = `${config.PUBLIC_URL}${request.back_to}${request.back_to.includes('?') ? '&' : '?'}payment=${payment_id}`
  const expires_at = new Date(now.getTime() + HOUR_MS)
  const input = {
    provider: request.provider,
    kind: PAGE_KINDS[request.purpose],
    amount: request.amount,
    currency: WALLET_CURRENCY,
    title: request.title,
    save_method: request.save_method,
    customer_ref: request.customer_ref,
    success_url: back,
    cancel_url: `${back}&left=1`,
    expires_at: expires_at.toISOString(),
  }
  return startWith(tx, who, openPage, input, {
    payment_id,
    provider: request.provider,
    purpose: request.purpose,
    pays_by: 'page',
    amount: request.amount,
    save_method: request.save_method || request.purpose === 'save_method',
    method_id: null,
    expires_at,
  })
}

interface ChargeRequest {
  purpose: 'topup' | 'auto_topup' | 'orders'
  amount: number
  method: { method_id: string; method_ref: string; customer_ref: string; provider: string }
}

/** Commits the request to charge a kept method. A job charges. */
export async function startCharge(tx: Tx, who: Who, { purpose, amount, method }: ChargeRequest): Promise<PaymentRow> {
  const payment_id = randomUUID()
  const { method_ref, customer_ref, method_id } = method
  const take = purpose === 'orders' ? ('authorise' as const) : ('now' as const)
  const provider = providerOf(method)
  const input = { provider, amount, currency: WALLET_CURRENCY, method_ref, customer_ref, take }
  const payment = { payment_id, provider, purpose, amount, method_id, save_method: false, expires_at: null }
  return startWith(tx, who, chargeMethod, input, { ...payment, pays_by: 'saved' })
}

type Input<I extends z.ZodObject> = z.input<I> & { provider: PaymentProviderId }

/** What an attempt at a provider is, whoever writes it down. */
function requestOf<I extends z.ZodObject>(
  { config, workplace_id }: Pick<Who, 'config' | 'workplace_id'>,
  kind: AttemptKind<I>,
  subject_id: string,
  input: Input<I>,
) {
  const vendor = input.provider
  return {
    kind: { ...kind, vendor, profile: withLimits(profileOf(vendor).write, config) },
    request: { workplace_id, subject_id, account_key: 'operator', input },
  }
}

function start<I extends z.ZodObject>(
  tx: Tx,
  who: Pick<Who, 'config' | 'workplace_id'>,
  of: AttemptKind<I>,
  subject_id: string,
  input: Input<I>,
): Promise<StartedAttempt> {
  const { kind, request } = requestOf(who, of, subject_id, input)
  return startAttempt(tx, kind, request)
}

type NewPayment = Pick<
  PaymentRow,
  'provider' | 'payment_id' | 'purpose' | 'pays_by' | 'amount' | 'save_method' | 'method_id'
> & { expires_at: Date | null }

/** A payment, its first attempt and the attempt's job: one statement, all of them or none. */
async function startWith<I extends z.ZodObject>(
  tx: Tx,
  who: Who,
  of: AttemptKind<I>,
  input: Input<I>,
  row: NewPayment,
): Promise<PaymentRow> {
  const { workplace_id, user_id, now } = who
  const { kind, request } = requestOf(who, of, row.payment_id, input)
  const { started, reference, turn } = await starting(kind, request)
  const { rows } = await sql<PaymentRow & { added: unknown }>`
    with started as (${started}),
    payment as (
      insert into payments (workplace_id, payment_id, provider, purpose, pays_by, amount, currency, save_method,
        method_id, reference, created_by, created_at, expires_at)
      select ${workplace_id}::uuid, ${row.payment_id}::uuid, ${row.provider}, ${row.purpose}, ${row.pays_by},
        ${row.amount}::bigint, ${WALLET_CURRENCY}, ${row.save_method}::boolean, ${row.method_id}::uuid, ${reference},
        ${user_id}::uuid, ${now}::timestamptz, ${row.expires_at}::timestamptz
      from started returning *)
    select *, ${turn} as added from payment`.execute(tx)
  const [payment] = rows
  if (!payment) throw new Error(`payment ${row.payment_id} has an attempt already`)
  return payment
}

/** What happened to a payment, and what is to be sent because of it: once, whoever heard of it first. */
export async function advancePayment(
  tx: Tx,
  { config }: Pick<Who, 'config'>,
  id: PaymentId,
  event: PaymentEvent,
  now: Date,
): Promise<void> {
  const send = await stepPayment(tx, id, event, now)
  if (send) await startSend(tx, { config, workplace_id: id.workplace_id }, id, send)
}

async function startSend(
  tx: Tx,
  who: Pick<Who, 'config' | 'workplace_id'>,
  id: PaymentId,
  send: PaymentSend,
): Promise<void> {
  const row = await readPayment(tx, id)
  if (!row) return
  const { payment_id, currency } = row
  const provider = providerOf(row)
  switch (send.do) {
    case 'take':
      await start(tx, who, takeApproved, payment_id, { provider, page_ref: send.page_ref })
      break
    case 'capture': {
      const { payment_ref, amount } = send
      await start(tx, who, captureCard, payment_id, { provider, payment_ref, amount, currency })
      break
    }
    case 'release':
      await start(tx, who, releaseCard, payment_id, { provider, payment_ref: send.payment_ref })
      break
  }
}
