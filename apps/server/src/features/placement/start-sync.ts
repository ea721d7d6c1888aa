import type { Source } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { enqueue } from '../../platform/jobs.ts'
import { emit } from '../../platform/outbox.ts'
import { type SupplierAccount, syncPlaced } from './jobs.ts'

/** Suppliers are asked about what was bought there, whenever that was last done. `numbers`: about these alone. */
export async function startSync(ctx: Ctx, source: Source | undefined, numbers: readonly string[]) {
  const { workplace_id } = ctx
  return ctx.db.tx(async (tx) => {
    const { rows } = await sql<Omit<SupplierAccount, 'workplace_id'>>`
      with due as (
        update supplier_orders set synced_at = null
        where workplace_id = ${workplace_id} and state = 'placed'
          and coalesce(supplier_status, '') not in ('delivered', 'cancelled', 'refunded')
          and (${source ?? null}::text is null or vendor = ${source ?? null})
          and (${numbers.length === 0} or order_no = any(${numbers}::text[]))
        returning vendor, account_key)
      select distinct vendor, account_key from due order by 1, 2`.execute(tx)
    for (const account of rows) await enqueue(tx, syncPlaced, { workplace_id, ...account })
    await emit(tx, 'purchases.sync_requested', { workplace_id })
    return { accounts: rows.length }
  })
}
