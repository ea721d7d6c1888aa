/**
 * "Cancel Order" from the vendor's page: which reasons a seller may give before and after the payment. Ours: the codes of
 * refusals, and that every cancellation is over at once.
 */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { refuse, success } from './envelope.ts'
import { shopOf } from './guard.ts'
import { orderId } from './ids.ts'
import { findOrder, setStatus } from './orders.ts'
import type { TikTokWorld } from './tables.ts'

const Input = z.object({ order_id: z.string(), cancel_reason: z.string() })

const UNPAID_REASONS: Readonly<Record<string, string>> = {
  seller_cancel_unpaid_reason_out_of_stock: 'Out of stock',
  seller_cancel_unpaid_reason_wrong_price: 'Pricing error',
  seller_cancel_unpaid_reason_buyer_hasnt_paid_within_time_allowed: 'Buyer did not pay on time',
  seller_cancel_unpaid_reason_buyer_requested_cancellation: 'Buyer requested cancellation',
}
const PAID_REASONS: Readonly<Record<string, string>> = {
  seller_cancel_reason_out_of_stock: 'Out of stock',
  seller_cancel_reason_wrong_price: 'Pricing error',
  seller_cancel_paid_reason_address_not_deliver: 'Unable to deliver to buyer address',
  seller_cancel_paid_reason_buyer_requested_cancellation: 'Buyer requested cancellation',
}

export function cancelRoutes(app: FastifyInstance, world: TikTokWorld) {
  app.post('/return_refund/202309/cancellations', { config: { endpoint: 'cancellations.create' } }, async (request) => {
    const shop = await shopOf(world, request)
    const input = Input.safeParse(request.body).data
    const row = input && (await findOrder(world, shop, input.order_id))
    if (!row) throw refuse(25011001, 'The order does not exist.')
    if (row.status !== 'UNPAID' && row.status !== 'AWAITING_SHIPMENT')
      throw refuse(25011002, `An order that is ${row.status} cannot be cancelled.`)
    const reasons = row.status === 'UNPAID' ? UNPAID_REASONS : PAID_REASONS
    const words = Object.hasOwn(reasons, input.cancel_reason) ? reasons[input.cancel_reason] : undefined
    if (words === undefined) throw refuse(25011003, 'The cancel reason is invalid.')
    await setStatus(world, shop, row, 'CANCELLED', words)
    return success({ cancel_id: `4${orderId(row.id)}`, cancel_status: 'CANCELLATION_REQUEST_COMPLETE' })
  })
}
