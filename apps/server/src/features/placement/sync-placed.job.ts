import { UnknownState } from '@omni/connectors/suppliers/supply-order.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import { asSource } from '@omni/domain/catalog/sources.ts'
import { isExtensionSource } from '@omni/domain/placement/extension.ts'
import type { SyncError } from '@omni/domain/placement/purchase-errors.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import { enqueue, work } from '../../platform/jobs.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { type SupplierAccount, syncAllPlaced, syncPlaced } from './jobs.ts'
import { isOpen, type Placed, placedColumns, recordSeen } from './record-seen.ts'
import { readPurchase } from './read-purchase.ts'
import { openSource, type OpenSource } from './open-source.ts'
import { recordUnknown } from './record-word.ts'

const AT_ONCE = 50
const ACCOUNTS_AT_ONCE = 1000
/** What was asked so recently is not asked again by itself. */
const EVERY = '10 minutes'
/** A person does not want it to be asked now. */
const STOPPED: SyncError = 'cancel_order'

/** What was bought and has not arrived, the longest unasked first. Comes back while there is more. */
export const syncPlacedJob = work(syncPlaced, async (ctx, account) => {
  const source = await openSource(ctx, account.workplace_id, asSource(account.vendor))
  if (typeof source === 'string' || source.account_key !== account.account_key)
    return isExtensionSource(account.vendor) ? undefined : recordFailure(ctx, account, null, 'sync_order_status_fail')
  const placed = await openOrders(ctx, account)
  try {
    for (const order of placed) await syncOrder(ctx, source, account, order)
  } catch (error) {
    // Asked again later: until then a person who wanted it now sees that it did not work.
    await recordFailure(ctx, account, null, 'sync_order_status_fail')
    throw error
  } finally {
    const { workplace_id } = account
    if (placed.length > 0) await ctx.db.tx((tx) => publishToWorkplace(tx, workplace_id, 'placement.changed', {}))
  }
  if (placed.length === AT_ONCE) await ctx.db.tx((tx) => enqueue(tx, syncPlaced, account))
})

/** One order that the supplier cannot show does not hold up the others; a supplier that is down is asked later. */
async function syncOrder(ctx: JobCtx, source: OpenSource, account: SupplierAccount, order: Placed): Promise<void> {
  try {
    await recordSeen(ctx, account, order, await readPurchase(source.orders, order))
  } catch (error) {
    if (error instanceof UnknownState) return recordUnknown(ctx, { ...account, ...order }, error)
    if (!(error instanceof VendorError) || error.down || error.kind === 'auth_expired') throw error
    const problem = error.kind === 'not_found' ? 'not_found_order_detail' : 'sync_order_status_fail'
    await recordFailure(ctx, account, order, problem)
  }
}

/** `order`: null, all of the account that a person waits for. It counts as asked, or it would be the first again. */
const recordFailure = (
  ctx: JobCtx,
  account: SupplierAccount,
  order: Placed | null,
  problem: SyncError,
): Promise<void> =>
  ctx.db.tx(async (tx) => {
    await sql`update supplier_orders set sync_error = ${problem},
        synced_at = case when ${order === null} then synced_at else ${ctx.clock()}::timestamptz end
      where workplace_id = ${account.workplace_id} and vendor = ${account.vendor}
        and account_key = ${account.account_key} and state = 'placed'
        and case when ${order === null} then synced_at is null and sync_requested_at is not null and sync_error is null
          else supplier_order_id = ${order?.supplier_order_id ?? null} end`.execute(tx)
  })

async function openOrders(ctx: JobCtx, { workplace_id, vendor, account_key }: SupplierAccount): Promise<Placed[]> {
  const { rows } = await ctx.db.read((tx) =>
    sql<Placed>`
      select ${placedColumns} from supplier_orders s
      where s.workplace_id = ${workplace_id} and s.vendor = ${vendor} and s.account_key = ${account_key}
        and s.state = 'placed' and ${isOpen}
        and (s.synced_at is null or s.synced_at < ${ctx.clock()}::timestamptz - ${EVERY}::interval)
        and (s.sync_error is distinct from ${STOPPED} or s.sync_requested_at < ${ctx.clock()}::timestamptz - ${EVERY}::interval)
      order by s.synced_at nulls first limit ${AT_ONCE}`.execute(tx),
  )
  return rows
}

export const syncAllPlacedJob = work(syncAllPlaced, async (ctx) => {
  await ctx.db.tx(async (tx) => {
    const { rows } = await sql<SupplierAccount>`
      select workplace_id, vendor, account_key from open_supplier_accounts(${ACCOUNTS_AT_ONCE})`.execute(tx)
    for (const account of rows) await enqueue(tx, syncPlaced, account)
  })
})
