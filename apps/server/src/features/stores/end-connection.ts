import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import type { StoreId } from './open-store.ts'

/**
 * The tokens are gone, what was begun is dropped by its epoch, and nothing more is sent. Listings stay on record. False:
 * it was not connected.
 */
export async function endConnection(tx: Tx, { workplace_id, store_id }: StoreId, now: Date): Promise<boolean> {
  const ended = await tx
    .updateTable('store_connections')
    .set((eb) => ({
      credentials: null,
      health: 'disconnected',
      checked_at: now,
      epoch: eb('epoch', '+', 1),
      version: eb('version', '+', 1),
      renewing_by: null,
      renewing_until: null,
      swept_at: null,
    }))
    .where('workplace_id', '=', workplace_id)
    .where('store_id', '=', store_id)
    .where('credentials', 'is not', null)
    .returning('store_id')
    .executeTakeFirst()
  if (!ended) return false
  await tx
    .updateTable('stores')
    .set({ status: 'disconnected', is_default: false })
    .where('workplace_id', '=', workplace_id)
    .where('store_id', '=', store_id)
    .execute()
  await sql`
    update stores set is_default = true where workplace_id = ${workplace_id} and store_id = (
      select s.store_id from stores s where s.workplace_id = ${workplace_id} and s.status = 'active'
      order by s.created_at limit 1)
    and not exists (select from stores d where d.workplace_id = ${workplace_id} and d.is_default)`.execute(tx)
  await tx
    .updateTable('listings')
    .set({ due_at: null })
    .where('workplace_id', '=', workplace_id)
    .where('store_id', '=', store_id)
    .where('due_at', 'is not', null)
    .execute()
  await publishToWorkplace(tx, workplace_id, 'store.uninstalled', { store_id, success: true })
  await publishToWorkplace(tx, workplace_id, 'stores.changed', {})
  return true
}
