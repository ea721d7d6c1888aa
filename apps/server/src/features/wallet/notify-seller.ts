import type { Tx } from '../../platform/db.ts'
import { createNotification } from '../notifications/create-notification.ts'

/** A seller hears of an amount that is being checked, once. The operator answers: `npm run operate -- payments`. */
export async function notifySeller(
  tx: Tx,
  { workplace_id, cause }: { workplace_id: string; cause: string },
): Promise<void> {
  const members = await tx
    .selectFrom('workplace_members')
    .select('user_id')
    .where('workplace_id', '=', workplace_id)
    .execute()
  for (const { user_id } of members)
    await createNotification(tx, {
      workplace_id,
      user_id,
      kind: 'system',
      message_key: 'payment_checked',
      params: {},
      link: '/app/setting/wallet',
      cause: cause.slice(0, 200),
    })
}
