/** What the control room does to a supplier's orders, and the books that judges read. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { BadInput, plainText } from '../control/read-input.ts'
import { action, type Action } from '../frame/define-vendor.ts'
import { answerBuyer } from './feedback-book.ts'
import { cancelOrder, openPurse, payOrder, sendPart, stamp } from './order-book.ts'
import { answerRefund as answerRequest, payRefund as payRequest } from './refund-book.ts'
import type { OrderRow, OrderTables, OrderWorld } from './tables.ts'

const OrderNo = z.strictObject({ no: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) })
const noField = { name: 'no', label: 'Number in the books', type: 'number', value: 1_000_001 } as const

async function mustFind(world: OrderWorld, no: number) {
  const order = await world.db.selectFrom('orders').selectAll().where('no', '=', no).executeTakeFirst()
  if (!order) throw new BadInput(`There is no order ${no}`, 404)
  return order
}

const soldOut = action({
  label: 'Sell a variant out',
  fields: [{ name: 'sku_id', label: 'Variant', type: 'text', value: '' }],
  input: z.strictObject({ sku_id: plainText.min(1) }),
  async run({ db }: OrderWorld, { sku_id }) {
    await db
      .insertInto('sold_out')
      .values({ sku_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return { sku_id }
  },
})

const restock = action({
  label: 'Put everything back on the shelf',
  input: z.strictObject({}),
  async run({ db }: OrderWorld) {
    await db.deleteFrom('sold_out').execute()
  },
})

/** Raises what is quoted and what waits unpaid. 0 brings the old prices back. */
const priceJump = action({
  label: 'Raise all prices',
  fields: [{ name: 'percent', label: 'Percent', type: 'number', value: 20 }],
  input: z.strictObject({ percent: z.coerce.number().int().min(-90).max(1000) }),
  run: ({ db }: OrderWorld, { percent }) =>
    db.transaction().execute(async (tx) => {
      const before = (await tx.selectFrom('markup').select('percent').forUpdate().executeTakeFirst())?.percent ?? 0
      await tx
        .insertInto('markup')
        .values({ percent })
        .onConflict((conflict) => conflict.column('single').doUpdateSet({ percent }))
        .execute()
      const changed = await tx
        .updateTable('orders')
        .set({ items_total: sql<number>`round(items_total * ${(100 + percent) / (100 + before)}::numeric)` })
        .where('paid_at', 'is', null)
        .where('cancelled_at', 'is', null)
        .returning('no')
        .execute()
      return { percent, unpaid_orders: changed.length }
    }),
})

const setBalance = action({
  label: "Set an account's balance",
  fields: [
    { name: 'account', label: 'Account', type: 'text', value: '' },
    { name: 'balance', label: 'US cents', type: 'number', value: 0 },
  ],
  input: z.strictObject({ account: plainText.min(1), balance: z.coerce.number().int().min(0).max(1e12) }),
  async run({ db }: OrderWorld, { account, balance }) {
    await openPurse(db, account)
    await db.updateTable('purses').set({ balance }).where('account', '=', account).execute()
    return { account, balance }
  },
})

/** Tells the buyer that an order moved, in the vendor's own words. */
export type SendOrderWebhook = (world: OrderWorld, order: OrderRow) => Promise<void>

const pay = (sendWebhook: SendOrderWebhook) =>
  action({
    label: 'Pay an order on the site, as its buyer',
    fields: [noField],
    input: OrderNo,
    async run(world: OrderWorld, { no }) {
      const paid = await payOrder(world, (await mustFind(world, no)).account, no)
      if (paid.is !== 'paid') throw new BadInput(`Order ${no} cannot be paid`)
      await sendWebhook(world, paid.order)
      return { no }
    },
  })

const ship = (sendWebhook: SendOrderWebhook) =>
  action({
    label: 'Ship a paid order',
    fields: [noField],
    input: OrderNo,
    async run(world: OrderWorld, { no }) {
      const { paid_at, cancelled_at } = await mustFind(world, no)
      if (!paid_at || cancelled_at) throw new BadInput(`Order ${no} is not paid, or was cancelled`)
      await sendWebhook(world, await stamp(world.db, no, 'shipped_at', world.now()))
      return { no }
    },
  })

const shipPart = (sendWebhook: SendOrderWebhook) =>
  action({
    label: 'Ship one line of a paid order, the others wait',
    fields: [
      noField,
      { name: 'line', label: 'Line', type: 'number', value: 1 },
      { name: 'quantity', label: 'Pieces (0: all of the line)', type: 'number', value: 0 },
    ],
    input: OrderNo.extend({
      line: z.coerce.number().int().min(1),
      quantity: z.coerce.number().int().min(0).default(0),
    }),
    async run(world: OrderWorld, { no, line, quantity }) {
      const { paid_at, cancelled_at } = await mustFind(world, no)
      if (!paid_at || cancelled_at) throw new BadInput(`Order ${no} is not paid, or was cancelled`)
      const sent = await sendPart(world, no, line, quantity)
      if (!sent) throw new BadInput(`So many pieces of line ${line} of order ${no} do not wait`)
      await sendWebhook(world, sent)
      return { no, line }
    },
  })

const cancel = (sendWebhook: SendOrderWebhook) =>
  action({
    label: 'Cancel an order as the supplier',
    fields: [noField],
    input: OrderNo,
    async run(world: OrderWorld, { no }) {
      await mustFind(world, no)
      const cancelled = await cancelOrder(world, no, 'unshipped')
      if (!cancelled) throw new BadInput(`Order ${no} is already shipped`)
      await sendWebhook(world, cancelled)
      return { no }
    },
  })

const refundField = { name: 'no', label: 'Number of the refund', type: 'number', value: 7001 } as const

const answerRefund = action({
  label: 'Answer a refund request',
  fields: [
    refundField,
    { name: 'state', label: 'accepted or rejected', type: 'text', value: 'accepted' },
    { name: 'percent', label: 'Percent of what was asked', type: 'number', value: 100 },
    { name: 'note', label: 'What the buyer is told', type: 'text', value: '' },
  ],
  input: OrderNo.extend({
    state: z.enum(['accepted', 'rejected']),
    percent: z.coerce.number().int().min(1).max(100).default(100),
    note: plainText.max(500).default(''),
  }),
  async run(world: OrderWorld, { no, ...answer }) {
    if (!(await answerRequest(world, no, answer))) throw new BadInput(`No refund ${no} waits for an answer`, 404)
    return { no }
  },
})

const payRefund = action({
  label: 'Pay an accepted refund',
  fields: [refundField],
  input: OrderNo,
  async run(world: OrderWorld, { no }) {
    if (!(await payRequest(world, no))) throw new BadInput(`No refund ${no} is to be paid`, 404)
    return { no }
  },
})

const answerFeedback = action({
  label: 'Answer what a buyer wrote',
  fields: [
    { name: 'no', label: 'Number of the conversation', type: 'number', value: 9001 },
    { name: 'text', label: 'Answer', type: 'text', value: '' },
  ],
  input: OrderNo.extend({ text: plainText.min(1).max(2000) }),
  async run(world: OrderWorld, { no, text }) {
    if (!(await answerBuyer(world, no, text))) throw new BadInput(`There is no conversation ${no}`, 404)
    return { no }
  },
})

const silent: SendOrderWebhook = async () => undefined

/** Of suppliers that tell which pieces a parcel carries. */
export const partActions = (sendWebhook = silent): Record<string, Action<OrderTables>> => ({
  ship_line: shipPart(sendWebhook),
})

export const orderActions = (sendWebhook = silent): Record<string, Action<OrderTables>> => ({
  sell_out: soldOut,
  restock,
  raise_prices: priceJump,
  set_balance: setBalance,
  pay_order: pay(sendWebhook),
  ship_order: ship(sendWebhook),
  cancel_order: cancel(sendWebhook),
  answer_refund: answerRefund,
  pay_refund: payRefund,
  answer_feedback: answerFeedback,
})

/**
 * Every order ever made and every payment ever taken, oldest first; money given back is a payment below zero. What was
 * told with an order comes with the books of its reference.
 */
export function orderBooks(app: FastifyInstance, vendor: string, world: OrderWorld) {
  app.get<{ Querystring: { account?: string; reference?: string } }>(`/${vendor}/books`, async ({ query }) => {
    let found = world.db.selectFrom('orders').selectAll()
    if (query.account !== undefined) found = found.where('account', '=', query.account.replaceAll('\0', ''))
    if (query.reference !== undefined) found = found.where('reference', '=', query.reference.replaceAll('\0', ''))
    const orders = await found.orderBy('no').execute()
    const numbers = orders.map(({ no }) => no)
    const payments =
      numbers.length === 0
        ? []
        : await world.db
            .selectFrom('payments')
            .selectAll()
            .where('order_no', '=', sql<number>`any(${numbers}::bigint[])`)
            .orderBy('no')
            .execute()
    const shown = (content: string) => (query.reference === undefined ? {} : { content })
    return { orders: orders.map(({ content, ...order }) => ({ ...order, ...shown(content) })), payments }
  })
}
