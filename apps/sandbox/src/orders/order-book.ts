/** The orders of a supplier of the sandbox: made, paid and ended here, whatever words the vendor has for it. */
import { type Kysely, sql } from 'kysely'
import { giveBack, givenBack } from './refund-book.ts'
import type { BookedLine, OrderRow, OrderTables, OrderWorld } from './tables.ts'

/** What an account has before anybody sets it, in US cents. */
const FIRST_BALANCE = 100_000_000

export const totalOf = (order: Pick<OrderRow, 'items_total' | 'shipping_total'>): number =>
  order.items_total + order.shipping_total

export interface NewOrder {
  account: string
  reference: string
  content: string
  buyer: string
  service: string
  lines: BookedLine[]
  shipping_total: number
}

/** How the vendor treats a reference it has seen: as the same order for good, for some time, or never. */
export type Merging = 'for_ever' | 'never' | { for_ms: number }

/** Writes the order down, or finds the one that this reference already made. Calls at the same moment wait in line. */
export async function placeOrder(
  world: OrderWorld,
  order: NewOrder,
  promised: Merging,
): Promise<{ order: OrderRow; is_new: boolean }> {
  const merging = (await forgets(world)) ? 'never' : promised
  return world.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${order.account} ${order.reference}`}, 7))`.execute(tx)
    const earlier = merging === 'never' ? undefined : await latest(tx, order.account, order.reference)
    const isSame =
      earlier && (typeof merging === 'string' || earlier.created_at.getTime() + merging.for_ms > world.now().getTime())
    if (isSame) return { order: earlier, is_new: false }
    const items_total = order.lines.reduce((sum, line) => sum + line.price * line.quantity, 0)
    const made = await tx
      .insertInto('orders')
      .values({ ...order, lines: JSON.stringify(order.lines), items_total, created_at: world.now() })
      .returningAll()
      .executeTakeFirstOrThrow()
    return { order: made, is_new: true }
  })
}

const forgets = async (world: OrderWorld) => (await world.takeFault('', 'forgets_references')) !== undefined

/** What this reference made before, as far as the vendor remembers. */
export const findRepeated = async (world: OrderWorld, account: string, reference: string): Promise<OrderRow[]> =>
  (await forgets(world)) ? [] : findOrders(world, account, { reference })

const latest = (db: Kysely<OrderTables>, account: string, reference: string) =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('account', '=', account)
    .where('reference', '=', reference)
    .orderBy('no', 'desc')
    .limit(1)
    .executeTakeFirst()

export type Paid = { is: 'paid' | 'already' | 'closed' | 'poor' | 'changed'; order: OrderRow } | { is: 'missing' }

/** Takes the money for an order once. `expected`: what the buyer agreed to, where the vendor takes that. */
export const payOrder = (world: OrderWorld, account: string, no: number, expected?: number): Promise<Paid> =>
  world.db.transaction().execute(async (tx): Promise<Paid> => {
    const order = await tx
      .selectFrom('orders')
      .selectAll()
      .where('account', '=', account)
      .where('no', '=', no)
      .forUpdate()
      .executeTakeFirst()
    if (!order) return { is: 'missing' }
    if (order.cancelled_at) return { is: 'closed', order }
    if (order.paid_at) return { is: 'already', order }
    const amount = totalOf(order)
    if (expected !== undefined && expected !== amount) return { is: 'changed', order }
    await openPurse(tx, account)
    const purse = await tx
      .updateTable('purses')
      .set((eb) => ({ balance: eb('balance', '-', amount) }))
      .where('account', '=', account)
      .where('balance', '>=', amount)
      .returning('balance')
      .executeTakeFirst()
    if (!purse) return { is: 'poor', order }
    await tx.insertInto('payments').values({ order_no: no, account, amount, at: world.now() }).execute()
    return { is: 'paid', order: await stamp(tx, no, 'paid_at', world.now()) }
  })

export const openPurse = (db: Kysely<OrderTables>, account: string) =>
  db
    .insertInto('purses')
    .values({ account, balance: FIRST_BALANCE })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export async function balanceOf(world: OrderWorld, account: string): Promise<number> {
  await openPurse(world.db, account)
  const purse = await world.db
    .selectFrom('purses')
    .select('balance')
    .where('account', '=', account)
    .executeTakeFirstOrThrow()
  return purse.balance
}

/** Marks a moment in an order's life. A moment that is set stays as it was. */
export const stamp = (
  db: Kysely<OrderTables>,
  no: number,
  column: 'confirmed_at' | 'paid_at' | 'shipped_at' | 'cancelled_at',
  at: Date,
): Promise<OrderRow> =>
  db
    .updateTable('orders')
    .set((eb) => ({ [column]: eb.fn.coalesce(column, eb.val(at)) }))
    .where('no', '=', no)
    .returningAll()
    .executeTakeFirstOrThrow()

/**
 * Cancels what is not shipped, and gives the money back: a payment below zero. False: too late. A paid order is left
 * alone where the vendor cancels unpaid ones alone.
 */
export const cancelOrder = (
  world: OrderWorld,
  no: number,
  which: 'unpaid' | 'unshipped',
  why = 'cancelled',
): Promise<OrderRow | null> =>
  world.db.transaction().execute(async (tx) => {
    const order = await tx.selectFrom('orders').selectAll().where('no', '=', no).forUpdate().executeTakeFirstOrThrow()
    if (order.shipped_at || (order.paid_at && which === 'unpaid')) return null
    if (order.cancelled_at) return order
    const { account } = order
    if (order.paid_at) {
      const amount = totalOf(order) - (await givenBack(tx, no))
      const at = world.now()
      const refund = {
        order_no: no,
        reference: '',
        reason: why,
        text: '',
        note: 'The order was cancelled.',
        pictures: '[]',
      }
      if (amount > 0) {
        await giveBack(tx, { order_no: no, account, amount, at })
        await tx
          .insertInto('refunds')
          .values({ ...refund, asked: amount, granted: amount, state: 'completed', created_at: at, answered_at: at })
          .execute()
      }
    }
    return stamp(tx, no, 'cancelled_at', world.now())
  })

/**
 * Up to when this read shows what happened. A switch of `stale_reads` makes it lag behind, as vendors' read copies do.
 */
export async function seenUntil(world: OrderWorld, endpoint: string): Promise<Date> {
  const fault = await world.takeFault(endpoint, 'stale_reads', ({ percent }) => world.random() * 100 < percent)
  return new Date(world.now().getTime() - (fault?.behind_ms ?? 0))
}

/** The order as it was at that moment; null: it was not made yet. */
export function orderAt(order: OrderRow, until: Date): OrderRow | null {
  if (order.created_at > until) return null
  const known = (at: Date | null) => (at && at <= until ? at : null)
  return {
    ...order,
    confirmed_at: known(order.confirmed_at),
    paid_at: known(order.paid_at),
    parts: order.parts.filter(({ at }) => new Date(at) <= until),
    shipped_at: known(order.shipped_at),
    cancelled_at: known(order.cancelled_at),
  }
}

/** Pieces of each line that no part has. */
const restOf = ({ lines, parts }: Pick<OrderRow, 'lines' | 'parts'>): BookedLine[] =>
  lines.flatMap((line) => {
    const sent = parts.reduce((sum, part) => sum + (part.line_id === line.line_id ? part.quantity : 0), 0)
    return line.quantity > sent ? [{ ...line, quantity: line.quantity - sent }] : []
  })

/** What left, by parcel. An order that was sent at once is one, without a suffix to its number. */
export function parcelsOf(order: OrderRow): { suffix: string; at: Date; lines: BookedLine[] }[] {
  const { lines, parts, shipped_at } = order
  const first = parts.map(({ line_id, quantity, at }, i) => ({
    suffix: `P${i + 1}`,
    at: new Date(at),
    lines: lines.filter((line) => line.line_id === line_id).map((line) => ({ ...line, quantity })),
  }))
  const rest = restOf(order)
  return shipped_at && rest.length > 0 ? [...first, { suffix: '', at: shipped_at, lines: rest }] : first
}

/** Sends some pieces of one line (by its place, from 1) and lets the others wait. Null: so many do not wait there. */
export const sendPart = (world: OrderWorld, no: number, line: number, quantity: number): Promise<OrderRow | null> =>
  world.db.transaction().execute(async (tx) => {
    const order = await tx.selectFrom('orders').selectAll().where('no', '=', no).forUpdate().executeTakeFirstOrThrow()
    const waiting = restOf(order).find(({ line_id }) => line_id === order.lines[line - 1]?.line_id)
    if (!waiting || order.shipped_at || quantity > waiting.quantity) return null
    const at = world.now()
    const part = { line_id: waiting.line_id, quantity: quantity || waiting.quantity, at: at.toISOString() }
    const parts = JSON.stringify([...order.parts, part])
    const sent = await tx
      .updateTable('orders')
      .set({ parts })
      .where('no', '=', no)
      .returningAll()
      .executeTakeFirstOrThrow()
    return restOf(sent).length === 0 ? stamp(tx, no, 'shipped_at', at) : sent
  })

/** By the vendor's number, or by the buyer's reference, newest first. */
export function findOrders(
  world: OrderWorld,
  account: string,
  by: { no: number } | { reference: string },
): Promise<OrderRow[]> {
  const own = world.db.selectFrom('orders').selectAll().where('account', '=', account)
  const found = 'no' in by ? own.where('no', '=', by.no) : own.where('reference', '=', by.reference)
  return found.orderBy('no', 'desc').execute()
}
