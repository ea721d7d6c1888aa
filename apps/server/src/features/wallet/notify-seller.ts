import type { Tx } from '../../platform/db.ts'
import { createNotification } from '../notifications/create-notification.ts'

/** A seller hears of an amount that is being checked, once. The operator answers: `npm run operate -- payments`. */
export const notifySeller = (tx: Tx, { workplace_id, cause }: { workplace_id: string; cause: string }): Promise<void> =>
  createNotification(tx, {
    workplace_id,
    user_id: null,
    message_key: 'payment_checked',
    params: {},
    link: '/app/setting/wallet',
    cause,
  })
