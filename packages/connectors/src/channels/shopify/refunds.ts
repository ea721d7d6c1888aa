/**
 * Giving a buyer money back. `refundCreate`, `RefundInput`, `RefundLineItemInput`, `OrderTransactionInput`,
 * `suggestedRefund` and `SuggestedOrderTransaction`: the published schema of 2026-10, Shopify's pages, and the code of
 * several public clients, which ask for a suggestion and send its transactions back as `parentId`, `gateway` and `amount`.
 * That `@idempotent` is asked for: our notes of the schema, and one of those clients. That `currency` must be the buyer's
 * where that is another than the shop's: the page of `RefundInput`; such an order is left to the store's own page. That
 * CANCEL is of unsent pieces and RETURN of sent ones: our notes of the schema, and a client that came from REST.
 * From notes alone: without `transactions` no money moves. To be confirmed with a live store: that a note is read back as it
 * was sent, by which a lost reply is looked up.
 */
import { type Minor, toDecimal, toMinor } from '@omni/domain/money.ts'
import type { FulfilledLine } from '@omni/domain/fulfilments/sync-store.ts'
import { z } from 'zod'
import { paidFor } from '../../pace.ts'
import type { VendorCall, WriteCall } from '../../vendor.ts'
import type { WriteOutcome } from '../../write-outcome.ts'
import type { NewRefund } from '../channel.ts'
import type { App, Credentials } from './app.ts'
import { ask, change, readDone } from './client.ts'
import { CREATE_REFUND, FIND_REFUND, SUGGEST_REFUND } from './refund-documents.ts'

type Call = VendorCall<App, Credentials>
type Write = WriteCall<App, Credentials>

const Amount = z.object({ shopMoney: z.object({ amount: z.string() }) })

const Suggestion = z.object({
  order: z
    .object({
      currencyCode: z.string(),
      presentmentCurrencyCode: z.string(),
      lineItems: z.object({ nodes: z.array(z.object({ id: z.string(), unfulfilledQuantity: z.number() })) }),
      pieces: z.object({ amountSet: Amount }).nullable(),
      all: z
        .object({
          maximumRefundableSet: Amount,
          suggestedTransactions: z.array(
            z.object({
              gateway: z.string().nullish(),
              parentTransaction: z.object({ id: z.string() }).nullish(),
              amountSet: Amount,
              maximumRefundableSet: Amount.nullish(),
            }),
          ),
        })
        .nullable(),
    })
    .nullable(),
})
type Suggested = NonNullable<z.output<typeof Suggestion>['order']>

interface Asked {
  remote_order_id: string
  lines: readonly FulfilledLine[]
}

async function suggestionOf(call: Call, { remote_order_id: id, lines }: Asked): Promise<Suggested | null> {
  const named = lines.map(({ remote_line_id: lineItemId, quantity }) => ({
    lineItemId,
    quantity,
    restockType: 'NO_RESTOCK',
  }))
  const document = { text: SUGGEST_REFUND.text, cost: SUGGEST_REFUND.cost() }
  return (await ask(call, document, { id, lines: named }, Suggestion)).order
}

export async function suggestRefund(
  call: Call,
  { currency, ...asked }: Asked & { currency: string },
): Promise<{ amount: Minor; most: Minor }> {
  const order = await suggestionOf(call, asked)
  const minor = (money: z.output<typeof Amount> | undefined) => toMinor(money?.shopMoney.amount ?? '0', currency)
  return { amount: minor(order?.pieces?.amountSet), most: minor(order?.all?.maximumRefundableSet) }
}

/** Whoever reads the order there sees why, and by our name we find it again. */
const noteOf = ({ note, reference }: NewRefund) => `${note} [${reference}]`.trim()

const Refunds = z.object({
  order: z.object({ refunds: z.array(z.object({ id: z.string(), note: z.string().nullish() })) }).nullable(),
})

export async function findRefunds(call: Call, refund: NewRefund): Promise<{ remote_refund_id: string }[]> {
  const document = { text: FIND_REFUND.text, cost: FIND_REFUND.cost() }
  const { order } = await ask(call, document, { id: refund.remote_order_id }, Refunds)
  return (order?.refunds ?? [])
    .filter(({ note }) => note?.includes(refund.reference))
    .map(({ id }) => ({ remote_refund_id: id }))
}

export const refundCost = { units: SUGGEST_REFUND.cost() + CREATE_REFUND.cost() }

/** What each payment of the order gives back, the first as far as it reaches. Null: together they have not so much. */
function transactionsOf({ all }: Suggested, { remote_order_id: orderId, amount, currency }: NewRefund) {
  let left = amount
  const transactions = (all?.suggestedTransactions ?? []).flatMap((payment) => {
    const { gateway, parentTransaction, amountSet, maximumRefundableSet } = payment
    const has = toMinor((maximumRefundableSet ?? amountSet).shopMoney.amount, currency)
    const part = Math.min(left, has)
    if (part <= 0 || !parentTransaction) return []
    left -= part
    const money = { amount: toDecimal(part, currency), kind: 'REFUND', gateway: gateway ?? '' }
    return [{ orderId, parentId: parentTransaction.id, ...money }]
  })
  return left > 0 ? null : transactions
}

/** Pieces that were not sent are cancelled, the others come back. */
function refundedLines({ lineItems }: Suggested, { lines, restock }: NewRefund, location_id: string) {
  return lines.flatMap(({ remote_line_id: lineItemId, quantity }) => {
    if (!restock) return [{ lineItemId, quantity, restockType: 'NO_RESTOCK' }]
    const unsent = lineItems.nodes.find(({ id }) => id === lineItemId)?.unfulfilledQuantity ?? 0
    const cancelled = Math.min(quantity, unsent)
    const back = { lineItemId, locationId: location_id }
    return [
      ...(cancelled > 0 ? [{ ...back, quantity: cancelled, restockType: 'CANCEL' }] : []),
      ...(quantity > cancelled ? [{ ...back, quantity: quantity - cancelled, restockType: 'RETURN' }] : []),
    ]
  })
}

const Made = z.object({ refund: z.object({ id: z.string() }) })
const refused = (code: string, message: string) => ({ outcome: 'refused', kind: 'invalid', code, message }) as const

export async function createRefund(
  call: Write,
  refund: NewRefund,
): Promise<WriteOutcome<{ remote_refund_id: string }>> {
  let order
  try {
    order = await suggestionOf({ ...call, limits: paidFor(call.limits) }, refund)
  } catch (error) {
    return { outcome: 'not_sent', reason: error instanceof Error ? error.message : 'the order could not be read' }
  }
  if (!order) return refused('NOT_FOUND', 'the order is not there any more')
  if (order.presentmentCurrencyCode !== order.currencyCode)
    return refused('OTHER_CURRENCY', `the buyer paid in ${order.presentmentCurrencyCode}: refund it in the store`)
  const transactions = transactionsOf(order, refund)
  if (!transactions) return refused('TOO_MUCH', 'the payments of the order have not so much left')
  const { remote_order_id: orderId, notify, reference: key } = refund
  const refundLineItems = refundedLines(order, refund, call.credentials.location_id)
  const input = { orderId, note: noteOf(refund), notify, refundLineItems, transactions }
  const outcome = await change(call, CREATE_REFUND.text, { input, key })
  return readDone(outcome, Made, ({ refund: made }) => ({ remote_refund_id: made.id }))
}
