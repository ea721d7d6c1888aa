/** Money back: asked for by a buyer, answered by whoever sits in the control room. */
import { type Kysely, type Selectable, sql } from 'kysely'
import type { OrderRow, OrderTables, OrderWorld } from './tables.ts'

export type RefundRow = Selectable<OrderTables['refunds']>

/** A payment below zero, and the money in the buyer's purse. */
export async function giveBack(
  db: Kysely<OrderTables>,
  { order_no, account, amount, at }: { order_no: number; account: string; amount: number; at: Date },
): Promise<void> {
  await db.insertInto('payments').values({ order_no, account, amount: -amount, at }).execute()
  await db
    .updateTable('purses')
    .set((eb) => ({ balance: eb('balance', '+', amount) }))
    .where('account', '=', account)
    .execute()
}

/** What was promised back of an order, or given back already. */
export async function givenBack(db: Kysely<OrderTables>, order_no: number): Promise<number> {
  const row = await db
    .selectFrom('refunds')
    .select((eb) => eb.fn.sum('granted').as('granted'))
    .where('order_no', '=', order_no)
    .where('state', 'in', ['accepted', 'completed'])
    .executeTakeFirst()
  return Number(row?.granted ?? 0)
}

export const refundsOf = ({ db }: OrderWorld, order_no: number): Promise<RefundRow[]> =>
  db.selectFrom('refunds').selectAll().where('order_no', '=', order_no).orderBy('no').execute()

export interface NewRefund {
  reference: string
  reason: string
  text: string
  asked: number
  pictures: string[]
}

/** Writes the request down, or finds the one that this reference made. Null: more than was paid. */
export const askRefund = (
  { db, now }: OrderWorld,
  order: Pick<OrderRow, 'no'> & { total: number },
  request: NewRefund,
): Promise<{ refund: RefundRow; is_new: boolean } | null> =>
  db.transaction().execute(async (tx) => {
    await tx.selectFrom('orders').select('no').where('no', '=', order.no).forUpdate().execute()
    const same = tx.selectFrom('refunds').selectAll().where('order_no', '=', order.no)
    const earlier = await same.where('reference', '=', request.reference).executeTakeFirst()
    if (earlier) return { refund: earlier, is_new: false }
    if (request.asked + (await givenBack(tx, order.no)) > order.total) return null
    const refund = await tx
      .insertInto('refunds')
      .values({
        ...request,
        pictures: JSON.stringify(request.pictures),
        order_no: order.no,
        granted: null,
        state: 'pending',
        note: '',
        created_at: now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return { refund, is_new: true }
  })

/** Answers a request. False: there is none that waits. */
export async function answerRefund(
  { db, now }: OrderWorld,
  no: number,
  answer: { state: 'accepted' | 'rejected'; percent: number; note: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('refunds')
    .set({
      state: answer.state,
      note: answer.note,
      answered_at: now(),
      granted: answer.state === 'accepted' ? sql<number>`round(asked * ${answer.percent}::numeric / 100)` : null,
    })
    .where('no', '=', no)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Pays what was accepted, once. False: it was not accepted, or is paid. */
export const payRefund = ({ db, now }: OrderWorld, no: number): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const refund = await tx
      .updateTable('refunds')
      .set({ state: 'completed' })
      .where('no', '=', no)
      .where('state', '=', 'accepted')
      .returningAll()
      .executeTakeFirst()
    if (!refund) return false
    const { order_no, granted } = refund
    const { account } = await tx
      .selectFrom('orders')
      .select('account')
      .where('no', '=', order_no)
      .executeTakeFirstOrThrow()
    await giveBack(tx, { order_no, account, amount: granted ?? 0, at: now() })
    return true
  })
