import { UnknownState } from '@omni/connectors/suppliers/supply-order.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import { asSource } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import { enqueue, work } from '../../platform/jobs.ts'
import { type SupplierAccount, syncAllPlaced, syncPlaced } from './jobs.ts'
import { isOpen, type Placed, placedColumns, recordSeen } from './record-seen.ts'
import { readPurchase } from './read-purchase.ts'
import { openSource } from './open-source.ts'
import { recordUnknown } from './record-word.ts'

const AT_ONCE = 50
const ACCOUNTS_AT_ONCE = 1000
/** What was asked so recently is not asked again by itself. */
const EVERY = '10 minutes'

/** What was bought and has not arrived, the longest unasked first. Comes back while there is more. */
export const syncPlacedJob = work(syncPlaced, async (ctx, account) => {
  const source = await openSource(ctx, account.workplace_id, asSource(account.vendor))
  if (typeof source === 'string' || source.account_key !== account.account_key) return
  const placed = await openOrders(ctx, account)
  for (const order of placed) {
    const seen = await readPurchase(source.orders, order).catch((error: unknown) => {
      if (error instanceof UnknownState) return error
      // One order that it cannot show does not hold up the others; a supplier that is down is asked later.
      if (error instanceof VendorError && !error.down && error.kind !== 'auth_expired') return null
      throw error
    })
    if (seen instanceof UnknownState) await recordUnknown(ctx, { ...account, ...order }, seen)
    else await recordSeen(ctx, account, order, seen)
  }
  if (placed.length === AT_ONCE) await ctx.db.tx((tx) => enqueue(tx, syncPlaced, account))
})

async function openOrders(ctx: JobCtx, { workplace_id, vendor, account_key }: SupplierAccount): Promise<Placed[]> {
  const { rows } = await ctx.db.read((tx) =>
    sql<Placed>`
      select ${placedColumns} from supplier_orders s
      where s.workplace_id = ${workplace_id} and s.vendor = ${vendor} and s.account_key = ${account_key}
        and s.state = 'placed' and ${isOpen}
        and (s.synced_at is null or s.synced_at < ${ctx.clock()}::timestamptz - ${EVERY}::interval)
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
