import type { In } from '@omni/contracts/kernel.ts'
import type { placementCalls } from '@omni/contracts/placement.calls.ts'
import type { Source } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { enqueue } from '../../platform/jobs.ts'
import { emit } from '../../platform/outbox.ts'
import { type SupplierAccount, syncPlaced } from './jobs.ts'

type Calls = typeof placementCalls

/** Orders spec §7 orders/v4/sync-status. */
export const syncStatus = (ctx: Ctx, { source }: In<Calls['syncStatus']>) => startSync(ctx, source, [])

/** Orders spec §7 orders/sync-status/{source_type}. */
export const syncSourceStatus = (ctx: Ctx, { source_type, source_orders }: In<Calls['syncSourceStatus']>) =>
  startSync(ctx, source_type, source_orders)

/** Orders spec §7 orders/v5/sync-status. */
export async function getSyncStatus(ctx: Ctx) {
  const { rows } = await ctx.db.read((tx) =>
    sql<{ open: number; unasked: number; oldest: string | null }>`
      select count(*)::int as open, count(*) filter (where synced_at is null)::int as unasked, min(synced_at) as oldest
      from (select synced_at from supplier_orders where workplace_id = ${ctx.workplace_id} and state = 'placed'
        and coalesce(supplier_status, '') not in ('delivered', 'cancelled', 'refunded') limit 10000) o`.execute(tx),
  )
  return rows[0] ?? { open: 0, unasked: 0, oldest: null }
}

/** Suppliers are asked about what was bought there, whenever that was last done. `numbers`: about these alone. */
async function startSync(ctx: Ctx, source: Source | undefined, numbers: readonly string[]) {
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
