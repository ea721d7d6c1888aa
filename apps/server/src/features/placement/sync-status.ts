import type { In, Out } from '@omni/contracts/kernel.ts'
import type { placementCalls } from '@omni/contracts/placement.calls.ts'
import type { Source } from '@omni/domain/catalog/sources.ts'
import { syncStanding } from '@omni/domain/placement/purchase-errors.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { enqueue } from '../../platform/jobs.ts'
import { emit } from '../../platform/outbox.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { BY_HAND } from './by-hand.ts'
import { type SupplierAccount, syncPlaced } from './jobs.ts'

type Calls = typeof placementCalls

/** How long what was asked is still shown (spec: not shown). */
const SHOWN = '10 minutes'
const MOST = 200

/** Orders spec §7 orders/v4/sync-status. */
export const syncStatus = (ctx: Ctx, { source }: In<Calls['syncStatus']>) => startSync(ctx, source, [])

/** Orders spec §7 orders/sync-status/{source_type}. */
export const syncSourceStatus = (ctx: Ctx, { source_type, source_orders }: In<Calls['syncSourceStatus']>) =>
  startSync(ctx, source_type, source_orders)

/** Orders spec §7 orders/v5/sync-status. */
export async function getSyncStatus(ctx: Ctx) {
  return ctx.db.read(async (tx) => {
    const { rows } = await sql<Pick<SyncView, 'open' | 'unasked' | 'oldest'>>`
      select count(*)::int as open, count(*) filter (where synced_at is null)::int as unasked, min(synced_at) as oldest
      from (select synced_at from supplier_orders where workplace_id = ${ctx.workplace_id} and state = 'placed'
        and coalesce(supplier_status, '') not in ('delivered', 'cancelled', 'refunded') limit 10000) o`.execute(tx)
    const { open = 0, unasked = 0, oldest = null } = rows[0] ?? {}
    return { open, unasked, oldest, items: await readAsked(tx, ctx) }
  })
}

type SyncView = Out<Calls['getSyncStatus']>

/** What a person wanted to be asked about in the last minutes, what is under way first. */
async function readAsked(tx: Tx, { workplace_id, now }: Ctx): Promise<SyncView['items']> {
  const { rows } = await sql<Omit<SyncView['items'][number], 'status'> & { synced_at: string | null }>`
    select s.supplier_order_id, s.order_id, coalesce(o.number, '') as number, s.vendor as source,
      coalesce(s.order_no, '') as order_no, s.sync_error as error_key, s.sync_requested_at as requested_at, s.synced_at
    from supplier_orders s left join orders o using (workplace_id, order_id)
    where s.workplace_id = ${workplace_id} and s.sync_requested_at > ${now}::timestamptz - ${SHOWN}::interval
    order by s.synced_at is not null or s.sync_error is not null, s.vendor, s.created_at desc limit ${MOST}`.execute(tx)
  return rows.map(({ synced_at, ...item }) => ({
    ...item,
    status: syncStanding({ synced_at, sync_error: item.error_key }),
  }))
}

/** Orders spec §4, "stop sync": what was not asked yet is not asked now. The suppliers are asked by themselves later. */
export async function stopSync(ctx: Ctx, { source }: In<Calls['stopSync']>) {
  const { workplace_id } = ctx
  return ctx.db.tx(async (tx) => {
    const { rows } = await sql`
      update supplier_orders set sync_error = 'cancel_order'
      where workplace_id = ${workplace_id} and state = 'placed' and synced_at is null and sync_error is null
        and sync_requested_at is not null and (${source ?? null}::text is null or vendor = ${source ?? null})
      returning 1`.execute(tx)
    if (rows.length > 0) await publishToWorkplace(tx, workplace_id, 'placement.changed', {})
    return { stopped: rows.length }
  })
}

/** Suppliers are asked about what was bought there, whenever that was last done. `numbers`: about these alone. */
async function startSync(ctx: Ctx, source: Source | undefined, numbers: readonly string[]) {
  const { workplace_id } = ctx
  return ctx.db.tx(async (tx) => {
    const { rows } = await sql<Omit<SupplierAccount, 'workplace_id'>>`
      with due as (
        update supplier_orders set synced_at = null, sync_error = null, sync_requested_at = ${ctx.now}
        where workplace_id = ${workplace_id} and state = 'placed' and not starts_with(account_key, ${BY_HAND})
          and coalesce(supplier_status, '') not in ('delivered', 'cancelled', 'refunded')
          and (${source ?? null}::text is null or vendor = ${source ?? null})
          and (${numbers.length === 0} or order_no = any(${numbers}::text[]))
        returning vendor, account_key)
      select distinct vendor, account_key from due order by 1, 2`.execute(tx)
    for (const account of rows) await enqueue(tx, syncPlaced, { workplace_id, ...account })
    await emit(tx, 'purchases.sync_requested', { workplace_id })
    await publishToWorkplace(tx, workplace_id, 'placement.changed', {})
    return { accounts: rows.length }
  })
}
