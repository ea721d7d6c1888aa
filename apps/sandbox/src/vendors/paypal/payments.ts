/** The life of a payment at PayPal. Each change claims its row first: two requests at once have one effect. */
import type { Selectable } from 'kysely'
import { announce, feeOf, newId, record } from './books.ts'
import { refusedWith } from './errors.ts'
import type { PaypalTables, PaypalWorld } from './tables.ts'
import {
  type Authorization,
  authorizationView,
  type Capture,
  captureResource,
  disputeView,
  type Order,
  orderView,
  refundView,
  tokenView,
} from './views.ts'

export const findOrder = (world: PaypalWorld, id: string) =>
  world.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
export const captureOf = (world: PaypalWorld, order: string) =>
  world.db.selectFrom('captures').selectAll().where('order', '=', order).executeTakeFirst()

/** Only one who comes from one of these states changes the order. */
const moveOrder = (world: PaypalWorld, id: string, from: string[], to: Partial<Order>) =>
  world.db
    .updateTable('orders')
    .set(to)
    .where('id', '=', id)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst()

/** What the holder's bank says to a kept account or to one that approved. */
const DECLINES: Record<string, string> = { no: 'INSTRUMENT_DECLINED', closed: 'PAYER_ACCOUNT_RESTRICTED' }

export async function approve(world: PaypalWorld, order: Order, email: string): Promise<Order | undefined> {
  const behaviour = email.split('@')[0] ?? 'ok'
  const approved = await moveOrder(world, order.id, ['PAYER_ACTION_REQUIRED', 'CREATED'], {
    status: 'APPROVED',
    email,
    behaviour,
  })
  if (approved) await announce(world, 'CHECKOUT.ORDER.APPROVED', 'checkout-order', await orderView(world, approved))
  return approved
}

/** `later`: its account is kept a while after the money was taken. */
async function keep(world: PaypalWorld, order: Order): Promise<Order> {
  return order.behaviour === 'later' ? order : keepNow(world, order)
}

export async function keepNow(world: PaypalWorld, order: Order): Promise<Order> {
  if (!order.keeps || order.vault !== null) return order
  const row = {
    id: newId().toLowerCase(),
    customer: newId().slice(0, 10),
    email: order.email ?? '',
    behaviour: order.behaviour,
    created: world.now(),
    deleted: null,
  }
  await world.db.insertInto('vault').values(row).execute()
  await world.db.updateTable('orders').set({ vault: row.id }).where('id', '=', order.id).execute()
  await announce(world, 'VAULT.PAYMENT-TOKEN.CREATED', 'payment_token', {
    ...tokenView(row),
    metadata: { order_id: order.id },
  })
  return { ...order, vault: row.id }
}

async function refuseDouble(world: PaypalWorld, order: Order): Promise<void> {
  if (order.invoice_id === null) return
  const other = await world.db
    .selectFrom('orders')
    .innerJoin('captures', 'captures.order', 'orders.id')
    .select('orders.id')
    .where('invoice_id', '=', order.invoice_id)
    .where('orders.id', '<>', order.id)
    .executeTakeFirst()
  if (other) throw refusedWith('DUPLICATE_INVOICE_ID')
}

/** Takes the money of an approved order, once. */
export async function captureOrder(world: PaypalWorld, order: Order): Promise<Order> {
  if (order.status === 'COMPLETED') throw refusedWith('ORDER_ALREADY_CAPTURED')
  if (order.status !== 'APPROVED') throw refusedWith('ORDER_NOT_APPROVED')
  const declined = DECLINES[order.behaviour]
  if (declined) throw refusedWith(declined)
  await refuseDouble(world, order)
  const done = await moveOrder(world, order.id, ['APPROVED'], { status: 'COMPLETED' })
  if (!done) throw refusedWith('ORDER_ALREADY_CAPTURED')
  const kept = await keep(world, done)
  await take(world, kept, null, kept.amount)
  return kept
}

async function take(world: PaypalWorld, order: Order, authorization: string | null, amount: number): Promise<Capture> {
  const isPending = order.behaviour === 'slow'
  const row: Capture = {
    id: newId(),
    order: order.id,
    authorization,
    status: isPending ? 'PENDING' : 'COMPLETED',
    amount,
    fee: feeOf(amount),
    created: world.now(),
  }
  await world.db.insertInto('captures').values(row).execute()
  if (isPending) await announce(world, 'PAYMENT.CAPTURE.PENDING', 'capture', captureResource(world, order, row))
  else await settle(world, order, row)
  return row
}

/** The money moved: it is in the books, and told. */
async function settle(world: PaypalWorld, order: Order, row: Capture): Promise<void> {
  const { currency } = order
  const reference = order.custom_id ?? ''
  const of = { of: row.authorization ?? order.id, of_type: row.authorization ? 'TXN' : 'ODR', order: order.id }
  await record(world, { id: row.id, code: 'T0006', amount: row.amount, fee: row.fee, currency, reference, ...of })
  await announce(world, 'PAYMENT.CAPTURE.COMPLETED', 'capture', captureResource(world, order, row))
}

/** A pending payment (an e-check) comes through, or does not. */
export async function decidePending(world: PaypalWorld, capture: Capture, comes: boolean): Promise<boolean> {
  const status = comes ? 'COMPLETED' : 'DECLINED'
  const row = await world.db
    .updateTable('captures')
    .set({ status, created: world.now() })
    .where('id', '=', capture.id)
    .where('status', '=', 'PENDING')
    .returningAll()
    .executeTakeFirst()
  const order = row && (await findOrder(world, row.order))
  if (!row || !order) return false
  if (comes) await settle(world, order, row)
  else await announce(world, 'PAYMENT.CAPTURE.DECLINED', 'capture', captureResource(world, order, row))
  return true
}

/** A kept account pays in one step: taken, or authorised. */
export async function payByKept(world: PaypalWorld, order: Order): Promise<void> {
  const declined = DECLINES[order.behaviour]
  if (declined) throw refusedWith(declined)
  await refuseDouble(world, order)
  await world.db.insertInto('orders').values(order).execute()
  if (order.intent === 'CAPTURE') return void (await take(world, order, null, order.amount))
  const row = { id: newId(), order: order.id, status: 'CREATED', amount: order.amount, created: world.now() }
  await world.db.insertInto('authorizations').values(row).execute()
  await announce(world, 'PAYMENT.AUTHORIZATION.CREATED', 'authorization', authorizationView(order, row))
}

const moveAuthorization = (world: PaypalWorld, id: string, status: string) =>
  world.db
    .updateTable('authorizations')
    .set({ status })
    .where('id', '=', id)
    .where('status', '=', 'CREATED')
    .returningAll()
    .executeTakeFirst()

export async function captureAuthorization(
  world: PaypalWorld,
  order: Order,
  authorization: Authorization,
  amount: number,
): Promise<Capture> {
  if (order.behaviour === 'lapses') {
    await world.db.updateTable('authorizations').set({ status: 'EXPIRED' }).where('id', '=', authorization.id).execute()
    throw refusedWith('AUTHORIZATION_EXPIRED')
  }
  if (authorization.status === 'VOIDED') throw refusedWith('AUTHORIZATION_VOIDED')
  if (!(amount > 0 && amount <= authorization.amount)) throw refusedWith('MAX_CAPTURE_AMOUNT_EXCEEDED')
  const claimed = await moveAuthorization(world, authorization.id, 'CAPTURED')
  if (!claimed) throw refusedWith('AUTHORIZATION_ALREADY_CAPTURED')
  return take(world, order, authorization.id, amount)
}

export async function voidAuthorization(world: PaypalWorld, order: Order, authorization: Authorization): Promise<void> {
  const gone = await moveAuthorization(world, authorization.id, 'VOIDED')
  if (!gone && authorization.status !== 'VOIDED') throw refusedWith('CANNOT_BE_VOIDED')
  if (gone) await announce(world, 'PAYMENT.AUTHORIZATION.VOIDED', 'authorization', authorizationView(order, gone))
}

export async function refund(world: PaypalWorld, capture: Capture, wanted: number | null) {
  const order = await findOrder(world, capture.order)
  if (!order) throw refusedWith('CAPTURE_NOT_FOUND')
  if (capture.status === 'PENDING') throw refusedWith('PENDING_CAPTURE')
  const before = await world.db.selectFrom('refunds').select('amount').where('capture', '=', capture.id).execute()
  const left = capture.amount - before.reduce((sum, { amount }) => sum + amount, 0)
  const amount = wanted ?? left
  if (left === 0) throw refusedWith('CAPTURE_FULLY_REFUNDED')
  if (!(amount > 0 && amount <= left)) throw refusedWith('REFUND_AMOUNT_EXCEEDED')
  const row = { id: newId(), capture: capture.id, amount, created: world.now() }
  await world.db.insertInto('refunds').values(row).execute()
  const status = amount === left ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  await world.db.updateTable('captures').set({ status }).where('id', '=', capture.id).execute()
  await takenBack(world, order, capture, { id: row.id, code: 'T1107', amount, fee: 0 })
  await announce(world, 'PAYMENT.CAPTURE.REFUNDED', 'refund', refundView(world, order, row))
  return { row, order, amount }
}

/** The buyer complains: the money is held back, and given to whoever is right. */
export async function openDispute(world: PaypalWorld, order: Order, capture: Capture) {
  const row = {
    id: `PP-D-${newId().slice(0, 6)}`,
    capture: capture.id,
    status: 'WAITING_FOR_SELLER_RESPONSE',
    stage: 'CHARGEBACK',
    amount: capture.amount,
    created: world.now(),
  }
  await world.db.insertInto('disputes').values(row).execute()
  await takenBack(world, order, capture, { id: newId(), code: 'T1201', amount: capture.amount, fee: 2000 })
  await announce(world, 'PAYMENT.CAPTURE.REVERSED', 'capture', captureResource(world, order, capture))
  await announce(world, 'CUSTOMER.DISPUTE.CREATED', 'dispute', disputeView(order, row))
  return row
}

export async function resolveDispute(world: PaypalWorld, order: Order, row: Selectable<PaypalTables['disputes']>) {
  const over = { ...row, status: 'RESOLVED' }
  await world.db.updateTable('disputes').set({ status: over.status }).where('id', '=', row.id).execute()
  await announce(world, 'CUSTOMER.DISPUTE.RESOLVED', 'dispute', disputeView(order, over))
}

/** A refund or a dispute: the money leaves again. */
async function takenBack(
  world: PaypalWorld,
  order: Order,
  capture: Capture,
  { id, code, amount, fee }: { id: string; code: 'T1107' | 'T1201'; amount: number; fee: number },
): Promise<void> {
  const { currency, custom_id } = order
  const shared = { currency, of: capture.id, of_type: 'TXN', order: order.id, reference: custom_id ?? '' }
  await record(world, { id, code, amount: -amount, fee, ...shared })
}
