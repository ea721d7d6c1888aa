/** What could be given back for an order, as the platform reckons it. */
import { toDecimal, toMinor } from '@omni/domain/money.ts'
import { gid, lineId, PER_ORDER } from './ids.ts'
import { sumsOf } from './order-sums.ts'
import type { OrderBody, OrderLineRow, OrderRow, Shop } from './tables.ts'

const PAID: readonly OrderBody['financial'][] = ['PAID', 'PARTIALLY_REFUNDED', 'REFUNDED']
export const paymentOf = (order_id: number) => gid('OrderTransaction', order_id * PER_ORDER + 1)
export const gatewayOf = ({ gateway }: OrderBody) => gateway ?? 'shopify_payments'

const refundedOf = ({ refunds }: OrderBody, currency: string) =>
  refunds.reduce((sum, { amount }) => sum + toMinor(amount, currency), 0)

/** What was paid and is still there. */
export function leftOf(body: OrderBody, currency: string): number {
  if (!PAID.includes(body.financial)) return 0
  return Math.max(0, sumsOf(body, currency).total - refundedOf(body, currency))
}

/** With its discount and its tax. */
function paidFor(line: OrderLineRow, quantity: number, currency: string): number {
  const paid = toMinor(line.price, currency) * line.quantity - toMinor(line.discount ?? '0', currency)
  return Math.round(((paid + toMinor(line.tax, currency)) * quantity) / line.quantity)
}

/** The field of an order that says what would be given back. */
export const suggestRefund =
  (shop: Shop, { id, body }: OrderRow) =>
  ({
    refundLineItems,
    suggestFullRefund,
  }: {
    refundLineItems?: { lineItemId: string; quantity: number }[] | null
    suggestFullRefund?: boolean | null
  }) => {
    const { currency } = shop
    const left = leftOf(body, currency)
    const pieces = (refundLineItems ?? []).reduce((sum, { lineItemId, quantity }) => {
      const line = body.lines.find(({ no }) => lineId(id, no) === lineItemId)
      return sum + (line ? paidFor(line, quantity, currency) : 0)
    }, 0)
    const amount = suggestFullRefund ? left : Math.min(left, pieces)
    const money = (minor: number) => ({ shopMoney: { amount: toDecimal(minor, currency), currencyCode: currency } })
    const payment = {
      gateway: gatewayOf(body),
      parentTransaction: { id: paymentOf(id) },
      amountSet: money(amount),
      maximumRefundableSet: money(left),
    }
    return {
      amountSet: money(amount),
      maximumRefundableSet: money(left),
      suggestedTransactions: left > 0 ? [payment] : [],
    }
  }
