import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

export async function markDeleted(tx: Tx, workplace_id: string, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update products set deleted_at = ${now}, updated_at = ${now}
    where workplace_id = ${workplace_id} and product_id = any(${[...ids]}::uuid[]) and deleted_at is null`.execute(tx)
  await sql`
    delete from imported_sources
    where workplace_id = ${workplace_id} and product_id = any(${[...ids]}::uuid[])`.execute(tx)
}

/**
 * Brings deleted products back. One whose supplier product was imported again meanwhile stays what a duplicate is: a
 * product without the claim.
 */
export async function markRestored(tx: Tx, workplace_id: string, ids: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ product_id: string }>`
    update products set deleted_at = null, updated_at = ${now}
    where workplace_id = ${workplace_id} and product_id = any(${[...ids]}::uuid[]) and deleted_at is not null
    returning product_id`.execute(tx)
  const back = rows.map(({ product_id }) => product_id)
  // Only originals had a claim: a duplicate's first history entry says what it is.
  await sql`
    insert into imported_sources (workplace_id, source, source_product_id, product_id)
    select p.workplace_id, p.source, p.source_product_id, p.product_id from products p
    join product_changes c on c.workplace_id = p.workplace_id and c.product_id = p.product_id and c.kind = 'import'
    where p.workplace_id = ${workplace_id} and p.product_id = any(${back}::uuid[])
    order by p.source, p.source_product_id on conflict do nothing`.execute(tx)
  return back
}
