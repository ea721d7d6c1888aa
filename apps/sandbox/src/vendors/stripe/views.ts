/** Objects as Stripe shows them. Built here state by state: its published examples are skeletons, not states. */
import type { Selectable } from 'kysely'
import { movementView, seconds } from './books.ts'
import type { StripeTables, StripeWorld } from './tables.ts'

export type Intent = Selectable<StripeTables['intents']>
export type Session = Selectable<StripeTables['sessions']>
export type Method = Selectable<StripeTables['methods']>
export type Refund = Selectable<StripeTables['refunds']>

export const methodView = (row: Method) => ({
  id: row.id,
  object: 'payment_method',
  allow_redisplay: 'limited',
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  card: {
    brand: row.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    display_brand: row.brand,
    exp_month: row.exp_month,
    exp_year: row.exp_year,
    funding: 'credit',
    last4: row.last4,
  },
  created: seconds(row.created),
  customer: row.customer,
  livemode: false,
  metadata: {},
  type: 'card',
})

export const findMethod = (world: StripeWorld, id: string | null) =>
  world.db
    .selectFrom('methods')
    .selectAll()
    .where('id', '=', id ?? '')
    .executeTakeFirst()

async function chargeView(world: StripeWorld, intent: Intent) {
  if (intent.charge === null) return null
  const books = await world.db
    .selectFrom('movements')
    .selectAll()
    .where('source', '=', intent.charge)
    .where('type', '=', 'charge')
    .executeTakeFirst()
  return {
    id: intent.charge,
    object: 'charge',
    amount: intent.amount,
    amount_captured: intent.received,
    balance_transaction: books ? movementView(books, intent.charge) : null,
    captured: books !== undefined,
    currency: intent.currency,
    paid: true,
    payment_intent: intent.id,
    status: 'succeeded',
  }
}

export async function intentView(world: StripeWorld, intent: Intent, isExpanded: boolean) {
  const method = await findMethod(world, intent.method)
  const problem = intent.error && {
    type: 'card_error',
    ...intent.error,
    payment_method: method ? methodView(method) : null,
  }
  const shared = {
    id: intent.id,
    created: seconds(intent.created),
    customer: intent.customer,
    client_secret: `${intent.id}_secret_sandbox`,
    description: null,
    livemode: false,
    metadata: intent.metadata,
    next_action:
      intent.status === 'requires_action'
        ? {
            type: 'redirect_to_url',
            redirect_to_url: { url: `${world.config.public_url}/stripe/3ds/${intent.id}`, return_url: null },
          }
        : null,
    payment_method: isExpanded && method ? methodView(method) : intent.method,
    status: intent.status,
  }
  if (intent.kind === 'setup')
    return { ...shared, object: 'setup_intent', last_setup_error: problem, usage: 'off_session' }
  const charge = isExpanded ? await chargeView(world, intent) : intent.charge
  return {
    ...shared,
    object: 'payment_intent',
    amount: intent.amount,
    amount_capturable: intent.status === 'requires_capture' ? intent.amount : 0,
    amount_received: intent.received,
    canceled_at: intent.status === 'canceled' ? seconds(world.now()) : null,
    capture_method: intent.capture_method,
    confirmation_method: 'automatic',
    currency: intent.currency,
    last_payment_error: problem,
    latest_charge: charge,
    setup_future_usage: intent.future_usage,
  }
}

export const sessionView = (world: StripeWorld, row: Session, intent: unknown) => {
  const isPaid = row.status === 'complete'
  return {
    id: row.id,
    object: 'checkout.session',
    amount_subtotal: row.amount,
    amount_total: row.amount,
    cancel_url: row.cancel_url,
    client_reference_id: row.reference,
    created: seconds(row.created),
    currency: row.currency,
    customer: row.customer,
    customer_creation: row.makes_customer ? 'always' : null,
    expires_at: seconds(row.expires_at),
    livemode: false,
    metadata: row.metadata,
    mode: row.mode,
    payment_intent: row.mode === 'payment' ? intent : null,
    setup_intent: row.mode === 'setup' ? intent : null,
    payment_method_types: ['card'],
    payment_status: row.mode === 'setup' ? 'no_payment_required' : isPaid ? 'paid' : 'unpaid',
    status: row.status,
    success_url: row.success_url,
    url: row.status === 'open' ? `${world.config.public_url}/stripe/pay/${row.id}` : null,
  }
}

export const refundView = (row: Refund, charge: string | null) => ({
  id: row.id,
  object: 'refund',
  amount: row.amount,
  charge,
  created: seconds(row.created),
  currency: row.currency,
  metadata: row.metadata,
  payment_intent: row.intent,
  reason: null,
  status: row.status,
})
