/**
 * What an app gives a buyer back. Judged as Shopify's page of `refundCreate` and its clients have it: never more than was
 * paid and is still there, no piece twice, each amount against a payment of the order. The words are ours.
 */
import { toDecimal, toMinor } from '@omni/domain/money.ts'
import { numberOf, PER_ORDER } from './ids.ts'
import { unsentOf } from './left-of-order.ts'
import { changeOrder, findOrder } from './orders.ts'
import { restRefund } from './order-view.ts'
import { changeProduct } from './products.ts'
import { LOCATION } from './shops.ts'
import { gatewayOf, leftOf, paymentOf } from './suggest-refund.ts'
import type { OrderLineRow, OrderRow, RefundRow, Shop, ShopifyWorld } from './tables.ts'
import { refuseUser } from './user-errors.ts'
import { announceStock } from './variant-mutations.ts'
import { announce } from './webhooks.ts'

interface RefundedLine {
  lineItemId: string
  quantity: number
  restockType?: 'CANCEL' | 'NO_RESTOCK' | 'RETURN' | null
  locationId?: string | null
}

export interface RefundInput {
  orderId: string
  note?: string | null
  notify?: boolean | null
  refundLineItems?: RefundedLine[] | null
  transactions?: { amount: string; kind: string; gateway: string; orderId: string; parentId?: string | null }[] | null
}

const numberOfLine = (order_id: number, id: string) => {
  const number = numberOf('LineItem', id)
  return number !== undefined && Math.floor(number / PER_ORDER) === order_id ? number % PER_ORDER : undefined
}

/** The same key again answers what was made then. */
export async function refundByApp(
  world: ShopifyWorld,
  shop: Shop,
  input: RefundInput,
  { key, is_first }: { key: string; is_first: boolean },
): Promise<OrderRow> {
  const id = numberOf('Order', input.orderId) ?? 0
  const order = await findOrder(world, shop, id)
  if (!order) throw refuseUser(['orderId'], 'Order does not exist', 'NOT_FOUND')
  if (!is_first) return order
  const back: { line: OrderLineRow; quantity: number }[] = []
  const row = await changeOrder(world, shop, id, (body) => {
    const { refund, lines } = judge(world, shop, { ...order, body }, input, key)
    for (const { no, quantity } of refund.by_app?.restocked ?? []) {
      const line = body.lines.find((one) => one.no === no)
      if (line) back.push({ line, quantity })
    }
    const refunds = [...body.refunds, refund]
    const isAll = leftOf({ ...body, refunds }, shop.currency) === 0
    return { ...body, lines, refunds, financial: isAll ? 'REFUNDED' : 'PARTIALLY_REFUNDED' }
  })
  for (const { line, quantity } of back) await putBack(world, shop, line, quantity)
  await announce(world, shop, 'refunds/create', restRefund(row))
  return row
}

function judge(world: ShopifyWorld, shop: Shop, { id, body }: OrderRow, input: RefundInput, key: string) {
  const { currency } = shop
  const transactions = input.transactions ?? []
  const amount = transactions.reduce((sum, one) => sum + toMinor(one.amount, currency), 0)
  const isOfPayment = transactions.every(
    ({ kind, parentId, orderId, gateway }) =>
      kind === 'REFUND' && parentId === paymentOf(id) && orderId === input.orderId && gateway === gatewayOf(body),
  )
  if (!isOfPayment) throw refuseUser(['transactions'], 'Transaction parent is invalid', 'INVALID')
  if (amount > leftOf(body, currency))
    throw refuseUser(['transactions'], 'Refund amount exceeds the amount that can be refunded', 'INVALID')
  const asked = (input.refundLineItems ?? []).map((one) => ({ ...one, no: numberOfLine(id, one.lineItemId) }))
  if (asked.length === 0 && amount === 0) throw refuseUser(null, 'Refund must have something to refund', 'INVALID')
  const lines = body.lines.map((line) => {
    const own = asked.filter(({ no }) => no === line.no)
    const pieces = own.reduce((sum, { quantity }) => sum + quantity, 0)
    if (pieces > line.current_quantity)
      throw refuseUser(
        ['refundLineItems'],
        'Refund line items quantity cannot refund more items than were purchased',
        'INVALID',
      )
    const cancelled = own.reduce((sum, one) => sum + (one.restockType === 'CANCEL' ? one.quantity : 0), 0)
    if (cancelled > unsentOf(body, line))
      throw refuseUser(['refundLineItems'], 'Only unfulfilled items can be cancelled', 'INVALID')
    return { ...line, current_quantity: line.current_quantity - pieces }
  })
  const unknown = asked.some(({ no, quantity }) => quantity < 1 || !body.lines.some((line) => line.no === no))
  if (unknown) throw refuseUser(['refundLineItems'], 'Line item does not exist', 'NOT_FOUND')
  const restocked = asked.flatMap(({ no = 0, quantity, restockType, locationId }) => {
    if (restockType !== 'CANCEL' && restockType !== 'RETURN') return []
    if (locationId !== LOCATION.id)
      throw refuseUser(['refundLineItems'], 'Location must be given to restock', 'INVALID')
    return [{ no, quantity, how: restockType }]
  })
  const refund: RefundRow = {
    no: body.refunds.length + 1,
    at: world.now().toISOString(),
    amount: toDecimal(amount, currency),
    note: input.note ?? '',
    lines: asked.map(({ no = 0, quantity }) => ({ no, quantity })),
    by_app: { key, notify: input.notify === true, restocked },
  }
  return { refund, lines }
}

async function putBack(world: ShopifyWorld, shop: Shop, { product_id, variant_no }: OrderLineRow, quantity: number) {
  let left: number | null = null
  await changeProduct(world, shop, product_id, { who: 'merchant', stock_only: true }, ({ body }) => {
    const variants = body.variants.map((one) => {
      if (one.no !== variant_no || !one.tracked) return one
      left = one.quantity + quantity
      return { ...one, quantity: left }
    })
    return { body: { ...body, variants }, fields: ['quantity'] }
  })
  if (left !== null) await announceStock(world, shop, product_id, variant_no, left)
}
