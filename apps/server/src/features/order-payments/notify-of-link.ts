import type { EventData } from '@omni/contracts/events.ts'
import type { Tx } from '../../platform/db.ts'
import { createNotification } from '../notifications/create-notification.ts'

/** Whoever made the link is told that its orders are being bought. */
export async function notifyOfLink(
  tx: Tx,
  { workplace_id, payment_id, link_id, orders }: EventData<'link.paid'>,
): Promise<void> {
  const link = await tx
    .selectFrom('payment_links')
    .select('made_by')
    .where('workplace_id', '=', workplace_id)
    .where('link_id', '=', link_id)
    .executeTakeFirst()
  await createNotification(tx, {
    workplace_id,
    user_id: link?.made_by ?? null,
    message_key: 'link_paid',
    params: { orders },
    link: '/app/orders?group=payment',
    cause: `link paid ${payment_id}`,
  })
}
