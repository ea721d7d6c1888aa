import { cancelOrder, findOrder } from './orders.ts'
import type { Shop, ShopifyWorld } from './tables.ts'
import { refuseUser } from './user-errors.ts'

/**
 * What `orderCancel` refuses: the words are ours, the cases are those of Shopify's page. The job is said to run later, and
 * has run when the reply arrives.
 */
export async function cancelByApp(world: ShopifyWorld, shop: Shop, id: number, reason: string): Promise<void> {
  const order = await findOrder(world, shop, id)
  if (!order) throw refuseUser(['orderId'], 'Order does not exist', 'NOT_FOUND')
  if (order.body.cancelled_at !== null) throw refuseUser(['orderId'], 'Order has already been cancelled', 'INVALID')
  if ((order.body.fulfillments ?? []).length > 0)
    throw refuseUser(['orderId'], 'Cannot cancel an order that has been fulfilled', 'INVALID')
  await cancelOrder(world, shop, id, reason)
}
