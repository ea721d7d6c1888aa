import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import type { ListingRecord } from './listing-row.ts'

/** A listing that was refused before it ever stood in the store is not one: the plan's quota gets it back, once. */
export async function returnQuota(tx: Tx, { workplace_id, listing_id }: ListingRecord): Promise<void> {
  const returned = await tx
    .updateTable('listings')
    .set({ counted: false })
    .where('workplace_id', '=', workplace_id)
    .where('listing_id', '=', listing_id)
    .where('counted', '=', true)
    .returning('listing_id')
    .executeTakeFirst()
  if (!returned) return
  await sql`update feature_usage set usage = greatest(0, usage - 1)
    where workplace_id = ${workplace_id} and feature = 'LISTING_PRODUCTS'`.execute(tx)
}
