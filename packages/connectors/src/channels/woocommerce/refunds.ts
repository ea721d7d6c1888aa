/**
 * Giving a buyer money back: `POST orders/<id>/refunds`. Fields, that `amount` wins over the lines, `api_refund` and
 * `api_restock` true where they are left out, 500 with `woocommerce_rest_cannot_create_order_refund` where core would not, and
 * `meta_data` kept only after the refund was made: core's source (REST controllers of order refunds v2 and v3), the JSON
 * schema of a running 10.0.2, and the types of several public clients. "Invalid refund amount.": wc_create_refund. So one
 * that was killed before its `meta_data` is found by its amount, reason and time.
 * From memory of core, to be confirmed with a live store: it writes the refund before it asks the payment's plugin, deletes
 * it where that says no (whether the plugin paid all the same core does not know either), and tells the buyer by the
 * shop's settings of mails; taxes of a line are in `taxes` of the order's line items, by their rate.
 */
import { allocate, type Minor, toDecimal, toMinor } from '@omni/domain/money.ts'
import { z } from 'zod'
import { paidFor } from '../../pace.ts'
import { VendorError } from '../../vendor-error.ts'
import type { WriteOutcome } from '../../write-outcome.ts'
import type { NewRefund } from '../channel.ts'
import { ask, send, type WooCall, type WooWriteCall } from './client.ts'
import { PAGE } from './listing-reads.ts'

/** Reading the order, and the write. */
export const REFUND_COST = { units: 2 }
const REFERENCE = 'omni_refund'
/** The shop's clock may be behind ours. */
const CLOCKS_DIFFER_MS = 5 * 60_000

const Sold = z.object({
  line_items: z.array(
    z.object({
      id: z.int(),
      quantity: z.number(),
      total: z.string(),
      taxes: z.array(z.object({ id: z.int(), total: z.string() })).default([]),
    }),
  ),
})
type SoldLine = z.output<typeof Sold>['line_items'][number]

const Refunds = z.array(
  z.object({
    id: z.int(),
    date_created_gmt: z.string(),
    amount: z.string(),
    reason: z.string().nullish(),
    refunded_payment: z.boolean().nullish(),
    meta_data: z.array(z.object({ key: z.string(), value: z.unknown() })).default([]),
  }),
)
type Refund = z.output<typeof Refunds>[number]

const pathOf = ({ remote_order_id }: NewRefund) => `/wc/v3/orders/${remote_order_id}/refunds`

function isOurs(refund: Refund, { reference, amount, currency, note, begun_at }: NewRefund): boolean {
  const name = refund.meta_data.find(({ key }) => key === REFERENCE)?.value
  if (name !== undefined) return name === reference
  const made = Date.parse(`${refund.date_created_gmt.replace(/Z$/, '')}Z`)
  const isLater = made >= Date.parse(begun_at) - CLOCKS_DIFFER_MS
  return isLater && (refund.reason ?? '') === note && Math.abs(toMinor(refund.amount || '0', currency)) === amount
}

export async function findRefunds(call: WooCall, refund: NewRefund): Promise<{ remote_refund_id: string }[]> {
  const query = { per_page: String(PAGE), _fields: Object.keys(Refunds.element.shape).join(',') }
  const found = await ask(call, call.credentials, { path: pathOf(refund), query }, Refunds)
  const own = found.filter((one) => isOurs(one, refund))
  // Written down and not paid: only a person can tell what became of it.
  if (!refund.by_hand && own.some(({ refunded_payment }) => refunded_payment === false))
    throw new VendorError('woocommerce', 'unknown', 'the refund is written down, and the payment was not given back')
  return own.map(({ id }) => ({ remote_refund_id: String(id) }))
}

/** What of the amount is of each line and of each of its taxes: as they were paid, never more than the amount. */
function linesOf(sold: readonly SoldLine[], { lines, amount, currency }: NewRefund) {
  const pieces = lines.flatMap(({ remote_line_id, quantity }) => {
    const line = sold.find(({ id }) => String(id) === remote_line_id)
    return line ? [{ line, quantity }] : []
  })
  const share = (paid: string, { line, quantity }: (typeof pieces)[number]): Minor =>
    line.quantity > 0 ? Math.round((toMinor(paid || '0', currency) * quantity) / line.quantity) : 0
  const weights = pieces.flatMap((piece) =>
    [piece.line.total, ...piece.line.taxes.map(({ total }) => total)].map((paid) => share(paid, piece)),
  )
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const parts = all > amount ? allocate(amount, weights) : weights
  const take = () => Number(toDecimal(parts.shift() ?? 0, currency))
  return pieces.map(({ line, quantity }) => ({
    id: line.id,
    quantity,
    refund_total: take(),
    refund_tax: line.taxes.map(({ id }) => ({ id, refund_total: take() })),
  }))
}

export async function createRefund(
  call: WooWriteCall,
  refund: NewRefund,
): Promise<WriteOutcome<{ remote_refund_id: string }>> {
  const { remote_order_id, amount, currency, note, restock, by_hand, reference } = refund
  const paid = { ...call, limits: paidFor(call.limits) }
  let sold: readonly SoldLine[] = []
  if (refund.lines.length > 0)
    try {
      const query = { _fields: Object.keys(Sold.shape).join(',') }
      const order = await ask(paid, call.credentials, { path: `/wc/v3/orders/${remote_order_id}`, query }, Sold)
      sold = order.line_items
    } catch (error) {
      return { outcome: 'not_sent', reason: error instanceof Error ? error.message : 'it could not be read' }
    }
  const body = {
    amount: toDecimal(amount, currency),
    reason: note,
    // Both are true where they are left out.
    api_refund: !by_hand,
    api_restock: restock,
    line_items: linesOf(sold, refund),
    meta_data: [{ key: REFERENCE, value: reference }],
  }
  const made = await send(paid, { method: 'POST', path: pathOf(refund), body }, z.object({ id: z.int() }))
  return made.outcome === 'done' ? { outcome: 'done', reply: { remote_refund_id: String(made.reply.id) } } : made
}
