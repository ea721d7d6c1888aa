/** The life of a payment at the bank. Each change locks its row: two requests at once have one effect. */
import { announce, feeOf, newId, record } from './books.ts'
import {
  type CardProblem,
  declineOf,
  isChallenged,
  NEEDS_HOLDER,
  NOT_AUTHENTICATED,
  setupDeclineOf,
  type TypedCard,
} from '../card-page/cards.ts'
import type { StripeWorld } from './tables.ts'
import { findMethod, type Intent, intentView } from './views.ts'

export const findIntent = (world: StripeWorld, id: string) =>
  world.db.selectFrom('intents').selectAll().where('id', '=', id).executeTakeFirst()

export async function putCard(world: StripeWorld, card: TypedCard, customer: string | null): Promise<string> {
  const id = newId('pm')
  await world.db
    .insertInto('methods')
    .values({ ...card, id, customer, set_up: false, created: world.now() })
    .execute()
  return id
}

export async function newCustomer(world: StripeWorld): Promise<string> {
  const id = newId('cus')
  await world.db.insertInto('customers').values({ id, created: world.now() }).execute()
  return id
}

type NewIntent = Pick<
  Intent,
  | 'kind'
  | 'amount'
  | 'currency'
  | 'capture_method'
  | 'customer'
  | 'method'
  | 'session'
  | 'off_session'
  | 'future_usage'
  | 'metadata'
>

export async function insertIntent(world: StripeWorld, intent: NewIntent): Promise<Intent> {
  const row = {
    ...intent,
    id: newId(intent.kind === 'setup' ? 'seti' : 'pi'),
    status: 'requires_confirmation',
    received: 0,
    charge: null,
    error: null,
    created: world.now(),
  }
  await world.db
    .insertInto('intents')
    .values({ ...row, error: 'null', metadata: JSON.stringify(row.metadata) })
    .execute()
  return row
}

/** Changes an intent that is in one of these states. Undefined: it is in another, and nothing was done. */
async function move(world: StripeWorld, id: string, from: string[], to: Partial<Intent>): Promise<Intent | undefined> {
  const { error, metadata: _, ...set } = to
  return world.db
    .updateTable('intents')
    .set({ ...set, ...(error !== undefined && { error: JSON.stringify(error) }) })
    .where('id', '=', id)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst()
}

const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action']

async function fail(world: StripeWorld, intent: Intent, error: CardProblem): Promise<Intent> {
  const failed = await move(world, intent.id, OPEN, { status: 'requires_payment_method', error })
  if (failed?.kind === 'payment')
    await announce(world, 'payment_intent.payment_failed', await intentView(world, failed, false))
  return failed ?? intent
}

/** Asks the bank. `present`: the holder is there and can answer a challenge. */
export async function confirm(world: StripeWorld, intent: Intent, present: boolean): Promise<Intent> {
  const method = await findMethod(world, intent.method)
  if (!method) return fail(world, intent, NOT_AUTHENTICATED)
  if (isChallenged(method.behaviour, method.set_up)) {
    if (!present) return fail(world, intent, NEEDS_HOLDER)
    return (await move(world, intent.id, OPEN, { status: 'requires_action', error: null })) ?? intent
  }
  return settle(world, intent)
}

/** After the challenge, or where there was none. */
export async function settle(world: StripeWorld, intent: Intent): Promise<Intent> {
  const method = await findMethod(world, intent.method)
  const behaviour = method?.behaviour ?? 'no'
  const refused = intent.kind === 'setup' ? setupDeclineOf(behaviour) : declineOf(behaviour)
  if (refused) return fail(world, intent, refused)
  if (intent.kind === 'setup') {
    await keepMethod(world, intent)
    const done = await move(world, intent.id, OPEN, { status: 'succeeded', error: null })
    if (done) await announce(world, 'setup_intent.succeeded', await intentView(world, done, false))
    return done ?? intent
  }
  if (intent.future_usage !== null) await keepMethod(world, intent)
  const charge = newId('ch')
  if (intent.capture_method === 'manual') {
    const held = await move(world, intent.id, OPEN, { status: 'requires_capture', charge, error: null })
    if (held) await announce(world, 'payment_intent.amount_capturable_updated', await intentView(world, held, false))
    return held ?? intent
  }
  const { amount } = intent
  const paid = await move(world, intent.id, OPEN, { status: 'succeeded', charge, received: amount, error: null })
  return paid ? take(world, paid, amount) : intent
}

async function take(world: StripeWorld, intent: Intent, amount: number): Promise<Intent> {
  const { id, currency, metadata } = intent
  const reference = metadata['reference'] ?? ''
  const source = intent.charge ?? ''
  await record(world, { type: 'charge', amount, fee: feeOf(amount), currency, source, intent: id, reference })
  await announce(world, 'payment_intent.succeeded', await intentView(world, intent, false))
  return intent
}

export async function rejectChallenge(world: StripeWorld, intent: Intent): Promise<Intent> {
  return fail(world, intent, NOT_AUTHENTICATED)
}

export async function captureIntent(world: StripeWorld, intent: Intent, amount: number): Promise<Intent | undefined> {
  // The authorisation was gone before anybody took it.
  const method = await findMethod(world, intent.method)
  if (method?.behaviour === 'lapses') return void (await cancelIntent(world, intent))
  const taken = await move(world, intent.id, ['requires_capture'], { status: 'succeeded', received: amount })
  return taken && take(world, taken, amount)
}

export async function cancelIntent(world: StripeWorld, intent: Intent): Promise<Intent | undefined> {
  const gone = await move(world, intent.id, [...OPEN, 'requires_capture'], { status: 'canceled' })
  if (gone) await announce(world, 'payment_intent.canceled', await intentView(world, gone, false))
  return gone
}

/** A method that is kept belongs to the customer. One that was challenged meanwhile counts as set up. */
async function keepMethod(world: StripeWorld, { method, customer }: Intent): Promise<void> {
  if (method === null || customer === null) return
  await world.db.updateTable('methods').set({ customer, set_up: true }).where('id', '=', method).execute()
}
