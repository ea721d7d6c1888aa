import type { Store } from '@omni/contracts/stores.calls.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '../../platform/db.ts'

export type StoreRow = z.output<typeof Store>

/** A store that was taken off the list. */
export const UNLINKED = 'unlinked'

/** The stores of a workplace as screens see them, the default one first. Tokens stay where they are. */
export async function readStores(tx: Tx, workplace_id: string, store_id?: string): Promise<StoreRow[]> {
  const { rows } = await sql<StoreRow>`
    select s.store_id as id, s.workplace_id, s.platform, s.platform_domain, s.domain, s.status, s.is_default, s.currency,
      s.plan_name, s.owner_email, s.owner_name, s.owner_id, s.store_name, s.metadata, s.created_at,
      coalesce(c.health, 'disconnected') as health, c.checked_at,
      coalesce((select jsonb_agg(distinct f) from jsonb_each(c.findings) e cross join jsonb_array_elements(e.value) f),
        '[]') as findings
    from stores s left join store_connections c using (workplace_id, store_id)
    where s.workplace_id = ${workplace_id} and s.status <> ${UNLINKED}
      ${store_id === undefined ? sql`` : sql`and s.store_id = ${store_id}`}
    order by (s.status = 'active') desc, s.is_default desc, s.created_at`.execute(tx)
  return rows
}
