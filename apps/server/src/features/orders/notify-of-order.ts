import type { Tx } from '../../platform/db.ts'
import { createNotification, type NewNotification } from '../notifications/create-notification.ts'

interface NewOrderNotification extends NewNotification {
  order_id: string
}

/** A notification about one order; its text may use the order's `number`. */
export async function notifyOfOrder(tx: Tx, { order_id, params, ...rest }: NewOrderNotification): Promise<void> {
  const order = await tx
    .selectFrom('orders')
    .select('number')
    .where('workplace_id', '=', rest.workplace_id)
    .where('order_id', '=', order_id)
    .executeTakeFirst()
  await createNotification(tx, { ...rest, params: { ...params, number: order?.number ?? '' } })
}
