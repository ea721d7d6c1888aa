import type { SupplyOrder } from '@omni/connectors/suppliers/supply-order.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import { asSource } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import type { BaseCtx, JobCtx } from '../../platform/ctx.ts'
import { enqueue, work } from '../../platform/jobs.ts'
import { readPushed, type SupplierAccount } from './jobs.ts'
import { recordSeen, type Placed } from './record-seen.ts'
import { openSource } from './open-source.ts'
import { readPurchase } from './read-purchase.ts'
import type { SupplierOrderId } from './supplier-order-row.ts'

/** A supplier often tells a number before its own reads show it. After the last look the schedule finds it. */
const LOOK_AGAIN_MS = [10_000, 20_000, 60_000]

/** Which purchase has a supplier's number, of whichever workplace. */
export const purchaseOf = (
  ctx: Pick<BaseCtx, 'db'>,
  { vendor, account_key }: Omit<SupplierAccount, 'workplace_id'>,
  order_no: string,
): Promise<SupplierOrderId | undefined> =>
  ctx.db.read(
    async (tx) =>
      (await sql<SupplierOrderId>`select * from purchase_of_number(${vendor}, ${account_key}, ${order_no})`.execute(tx))
        .rows[0],
  )

/** What a message says is not believed: the order is read through the account, and what the read shows is noted. */
export const readPushedJob = work(readPushed, async (ctx, pushed) => {
  const { workplace_id, vendor, account_key, named, tracking_number, looks } = pushed
  const source = await openSource(ctx, workplace_id, asSource(vendor))
  if (typeof source === 'string' || source.account_key !== account_key) return
  const pollAgain = async () => {
    const wait = LOOK_AGAIN_MS[looks]
    if (wait === undefined) return
    const at = new Date(ctx.clock().getTime() + wait)
    await ctx.db.tx((tx) => enqueue(tx, readPushed, { ...pushed, looks: looks + 1 }, at))
  }
  const seen = await source.orders.get({ order_no: named }).catch(notThere)
  if (!seen) return pollAgain()
  const purchase = await purchaseOf(ctx, pushed, seen.order_no)
  if (!purchase) return // bought by somebody else, or not in our books yet: the schedule finds it
  if (purchase.workplace_id !== workplace_id) {
    // Two workplaces use one account there.
    const other = ctx.as({ workplace_id: purchase.workplace_id })
    return other.tx((tx) => enqueue(tx, readPushed, { ...pushed, workplace_id: purchase.workplace_id }))
  }
  const order = await placed(ctx, purchase)
  if (!order) return // it has arrived, or is not bought yet
  const whole = await readPurchase(ctx, source.orders, { ...purchase, ...order }, order.order_no, seen)
  await recordSeen(ctx, { workplace_id, vendor, account_key }, order, whole)
  if (tracking_number !== null && !shows(whole, tracking_number)) await pollAgain()
})

const shows = ({ shipments }: SupplyOrder, number: string) => shipments.some((one) => one.tracking_number === number)

/** The account does not have it, or its reads do not show it yet. */
function notThere(error: unknown): null {
  if (error instanceof VendorError && error.kind === 'not_found') return null
  throw error
}

async function placed(ctx: JobCtx, { workplace_id, supplier_order_id }: SupplierOrderId): Promise<Placed | undefined> {
  const { rows } = await ctx.db.read((tx) =>
    sql<Placed>`
      select supplier_order_id, order_id, user_id, order_no, n, supplier_status from supplier_orders
      where workplace_id = ${workplace_id} and supplier_order_id = ${supplier_order_id} and state = 'placed'
        and coalesce(supplier_status, '') not in ('delivered', 'cancelled', 'refunded')`.execute(tx),
  )
  return rows[0]
}
