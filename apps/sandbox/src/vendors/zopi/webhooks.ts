import { createHmac } from 'node:crypto'
import type { OrderRow, OrderWorld } from '../../orders/tables.ts'
import { dressOrder } from './order-routes.ts'

export const OPERATOR = 'ZA-1'
/** Agreed on with the operator, as the address is. */
const SECRET = 'zopi-sandbox-webhook-secret'
const ADDRESS = '/hooks/suppliers/zopi'

function sign(body: string, at: Date) {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signature = createHmac('sha256', SECRET).update(`${timestamp}.${body}`).digest('hex')
  return { 'x-supplier-timestamp': timestamp, 'x-supplier-signature': signature }
}

/** `order.changed` of the protocol. Only the operator's account has an address. */
export async function sendOrderWebhook(world: OrderWorld, order: OrderRow): Promise<void> {
  if (order.account !== OPERATOR) return
  const data = dressOrder(order)
  const event_id = `${data.order_id} ${data.status} ${data.updated_at}`
  const event = { event_id, type: 'order.changed', created_at: world.now().toISOString(), data }
  await world.callback('order.changed', world.config.omni_url + ADDRESS, event, {}, sign)
}
