/**
 * Disputes after CJ's own page (api/dispute.html): choose, confirm, create, cancel, list. What the page does not tell is
 * ours: the reasons' numbers, the words of `status`.
 */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { plainText } from '../../control/read-input.ts'
import type { World } from '../../frame/world.ts'
import { findOrders, totalOf } from '../../orders/order-book.ts'
import { askRefund, type RefundRow, refundsOf } from '../../orders/refund-book.ts'
import type { OrderRow } from '../../orders/tables.ts'
import { beijing } from './auth-routes.ts'
import { CjRefusal, done } from './envelope.ts'
import { BASE, type CjTables, endpoint, type makeGuard } from './guard.ts'

const REASONS = [
  { disputeReasonId: 1, reasonName: 'Unfulfilled Order Cancellation' },
  { disputeReasonId: 8, reasonName: 'Product Damaged' },
  { disputeReasonId: 10, reasonName: 'Products Not Received' },
]
const OfOrder = z.object({ orderId: plainText.min(1).max(100) })
const Confirm = OfOrder.extend({ productInfoList: z.array(z.looseObject({ lineItemId: z.string() })).min(1) })
const Create = OfOrder.extend({
  businessDisputeId: plainText.min(1).max(64),
  disputeReasonId: z.int(),
  expectType: z.literal([1, 2]),
  refundType: z.literal([1, 2]),
  messageText: plainText.max(500),
  imageUrl: z.array(z.url()).max(20),
  productInfoList: z
    .array(z.object({ lineItemId: z.string(), quantity: z.coerce.number().int().min(1), price: z.number().min(0) }))
    .min(1),
})
const Cancel = OfOrder.extend({ disputeId: plainText.min(1) })

function read<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new CjRefusal(1600100, `Param error: ${issue?.path.join('.')} ${issue?.message}`)
}

const isOpen = ({ state }: RefundRow) => state === 'pending' || state === 'accepted'

/** `finallyDeal` is there once the money is in the balance, or the claim was refused. */
function dressDispute({ no, state, reason, granted, created_at, note }: RefundRow) {
  const withdrawn = state === 'rejected' && note === 'withdrawn'
  const ended = { completed: 1, rejected: 3 } as const
  return {
    id: no,
    status: withdrawn ? 'Cancelled' : isOpen({ state } as RefundRow) ? 'Processing' : 'Completed', // the state alone is looked at
    disputeReason: reason,
    money: state === 'completed' ? (granted ?? 0) / 100 : 0,
    finallyDeal: withdrawn || state === 'pending' || state === 'accepted' ? null : ended[state],
    replacementAmount: 0,
    resendOrderCode: null,
    createDate: beijing(created_at),
    productList: [],
  }
}

export function disputeRoutes(app: FastifyInstance, world: World<CjTables>, guard: ReturnType<typeof makeGuard>) {
  const mustFind = async (account: string, id: string): Promise<OrderRow> => {
    const no = Number(/^(?:SD)?(\d{1,15})$/.exec(id)?.[1] ?? 0)
    const [order] = no > 0 ? await findOrders(world, account, { no }) : []
    if (!order?.paid_at) throw new CjRefusal(1600100, `Param error: there is no paid order ${id}`)
    return order
  }
  const productsOf = async (order: OrderRow) => {
    const canChoose = !(await refundsOf(world, order.no)).some(isOpen)
    return order.lines.map(({ line_id, sku_id, product_id, quantity, price }) => ({
      lineItemId: `${order.no}${line_id}`,
      cjProductId: product_id,
      cjVariantId: sku_id,
      canChoose,
      price: price / 100,
      quantity,
      cjProductName: `Product ${product_id}`,
      cjImage: '',
      sku: sku_id,
      supplierName: 'CJ',
    }))
  }

  app.get(`${BASE}/disputes/disputeProducts`, endpoint('disputes/disputeProducts'), async (request) => {
    const { id: account } = await guard(request, 'disputes/disputeProducts')
    const order = await mustFind(account, read(OfOrder, request.query).orderId)
    return done({ orderId: String(order.no), orderNumber: order.reference, productInfoList: await productsOf(order) })
  })

  app.post(`${BASE}/disputes/disputeConfirmInfo`, endpoint('disputes/disputeConfirmInfo'), async (request) => {
    const { id: account } = await guard(request, 'disputes/disputeConfirmInfo')
    const { orderId, productInfoList } = read(Confirm, request.body)
    const order = await mustFind(account, orderId)
    const own = await productsOf(order)
    const chosen = productInfoList.flatMap(({ lineItemId }) => own.find((one) => one.lineItemId === lineItemId) ?? [])
    if (chosen.length < productInfoList.length) throw new CjRefusal(1600100, 'Param error: lineItemId')
    return done({
      orderId: String(order.no),
      orderNumber: order.reference,
      maxProductPrice: order.items_total / 100,
      maxPostage: order.shipping_total / 100,
      maxAmount: totalOf(order) / 100,
      expectResultOptionList: ['1', '2'],
      productInfoList: chosen,
      disputeReasonList: REASONS,
    })
  })

  app.post(`${BASE}/disputes/create`, endpoint('disputes/create'), async (request) => {
    const { id: account } = await guard(request, 'disputes/create')
    const input = read(Create, request.body)
    const order = await mustFind(account, input.orderId)
    const earlier = await refundsOf(world, order.no)
    if (!earlier.some(({ reference }) => reference === input.businessDisputeId) && earlier.some(isOpen))
      throw new CjRefusal(1600100, 'Param error: there is an unfinished dispute')
    const reason = REASONS.find(({ disputeReasonId }) => disputeReasonId === input.disputeReasonId)
    if (!reason) throw new CjRefusal(1600100, 'Param error: disputeReasonId')
    const cents = input.productInfoList.reduce(
      (sum, { quantity, price }) => sum + Math.round(price * 100) * quantity,
      0,
    )
    const made = await askRefund(
      world,
      { no: order.no, total: totalOf(order) },
      {
        reference: input.businessDisputeId,
        reason: reason.reasonName,
        text: input.messageText,
        asked: cents,
        pictures: input.imageUrl,
      },
    )
    if (!made) throw new CjRefusal(1600100, 'Param error: more than was paid')
    return done(true)
  })

  app.post(`${BASE}/disputes/cancel`, endpoint('disputes/cancel'), async (request) => {
    const { id: account } = await guard(request, 'disputes/cancel')
    const { orderId, disputeId } = read(Cancel, request.body)
    const order = await mustFind(account, orderId)
    const { numUpdatedRows } = await world.db
      .updateTable('refunds')
      .set({ state: 'rejected', note: 'withdrawn', answered_at: world.now() })
      .where('order_no', '=', order.no)
      .where('no', '=', Number(disputeId) || 0)
      .where('state', '=', 'pending')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new CjRefusal(1600100, 'Param error: disputeId')
    return done(true)
  })

  app.get(`${BASE}/disputes/getDisputeList`, endpoint('disputes/getDisputeList'), async (request) => {
    const { id: account } = await guard(request, 'disputes/getDisputeList')
    const order = await mustFind(account, read(OfOrder, request.query).orderId)
    // What was given back without a claim is no dispute.
    const found = (await refundsOf(world, order.no)).filter(({ reference }) => reference !== '')
    return done({ pageNum: 1, pageSize: 50, total: found.length, list: found.map(dressDispute) })
  })
}
