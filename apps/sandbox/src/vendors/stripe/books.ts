import { createHmac, randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { StripeTables, StripeWorld } from './tables.ts'

const WEBHOOK_SECRET = 'whsec_sandbox'
export const SECRET_KEY = 'sk_test_sandbox'
const API_VERSION = '2026-10-28.endive'
export const EVENTS = [
  'checkout.session.completed',
  'checkout.session.expired',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.amount_capturable_updated',
  'payment_intent.canceled',
  'setup_intent.succeeded',
  'payment_method.detached',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
] as const

export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`
export const seconds = (at: Date) => Math.floor(at.getTime() / 1000)

/** What Stripe keeps of a card payment here: 2.9 % and 30 cents. */
export const feeOf = (amount: number) => Math.round((amount * 29) / 1000) + 30

export type Movement = Selectable<StripeTables['movements']>

export async function record(world: StripeWorld, row: Omit<Movement, 'id' | 'created'>): Promise<string> {
  const id = newId('txn')
  await world.db
    .insertInto('movements')
    .values({ ...row, id, created: world.now() })
    .execute()
  return id
}

export const movementView = (row: Movement, source: unknown) => ({
  id: row.id,
  object: 'balance_transaction',
  amount: row.amount,
  available_on: seconds(row.created),
  balance_type: 'payments',
  created: seconds(row.created),
  currency: row.currency,
  description: null,
  exchange_rate: null,
  fee: row.fee,
  fee_details:
    row.fee === 0
      ? []
      : [{ amount: row.fee, application: null, currency: row.currency, description: 'Fees', type: 'stripe_fee' }],
  net: row.amount - row.fee,
  reporting_category: row.type,
  source,
  status: 'available',
  type: row.type,
})

/** `t=…,v1=…` as the receiver checks it: made anew for every try. */
export const signature = (body: string, at: Date, secret = WEBHOOK_SECRET): Record<string, string> => {
  const stamp = seconds(at)
  return {
    'stripe-signature': `t=${stamp},v1=${createHmac('sha256', secret).update(`${stamp}.${body}`).digest('hex')}`,
  }
}

export const hookUrl = (world: StripeWorld) => `${world.config.omni_url}/hooks/stripe`

/** Tells Omni. Times of signatures are of the wall clock: the receiver has no other. */
export function announce(world: StripeWorld, type: (typeof EVENTS)[number], object: unknown): Promise<void> {
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: seconds(world.now()),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  }
  return world.callback(type, hookUrl(world), event, {}, (body) => signature(body, new Date()))
}
