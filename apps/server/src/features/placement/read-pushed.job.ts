import { type SupplyOrder, UnknownState } from '@omni/connectors/suppliers/supply-order.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import { asSource } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import type { BaseCtx, JobCtx } from '../../platform/ctx.ts'
import { enqueue, work } from '../../platform/jobs.ts'
import { readPushed, type SupplierAccount } from './jobs.ts'
import { isOpen, type Placed, placedColumns, recordSeen } from './record-seen.ts'
import { openSource } from './open-source.ts'
import { recordUnknown } from './record-word.ts'
import { readPurchase } from './read-purchase.ts'

/** A supplier often tells a number before its own reads show it. After the last look the schedule finds it. */
const LOOK_AGAIN_MS = [10_000, 20_000, 60_000]

/** In which workplace the purchases with these numbers are, where they are known. */
export const workplacesOf = (
  ctx: Pick<BaseCtx, 'db'>,
  { vendor, account_key }: Omit<SupplierAccount, 'workplace_id'>,
  numbers: readonly string[],
): Promise<Map<string, string>> =>
  ctx.db.read(async (tx) => {
    const { rows } = await sql<{ order_no: string; workplace_id: string }>`
      select n.order_no, p.workplace_id from unnest(${numbers}::text[]) as n (order_no),
        purchase_of_number(${vendor}, ${account_key}, n.order_no) p`.execute(tx)
    return new Map(rows.map(({ order_no, workplace_id }) => [order_no, workplace_id]))
  })

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
  const seen = await source.orders.get({ order_no: named }).catch(unlessKnown)
  if (!seen) return pollAgain()
  const number = seen instanceof UnknownState ? named : seen.order_no
  const order = await purchaseOf(ctx, pushed, number)
  if (!order) {
    // Bought by somebody else, or not in our books yet: the schedule finds it. Or two workplaces use one account there.
    const other = (await workplacesOf(ctx, pushed, [number])).get(number)
    if (other === undefined || other === workplace_id) return
    return ctx.db.statement((tx) => enqueue(tx, readPushed, { ...pushed, workplace_id: other }))
  }
  if (order.is_over) return // it has arrived, or is not bought yet
  const whole = seen instanceof UnknownState ? seen : await readPurchase(source.orders, order, seen).catch(unlessKnown)
  if (!whole) return pollAgain()
  if (whole instanceof UnknownState) return recordUnknown(ctx, { workplace_id, ...order }, whole)
  await recordSeen(ctx, { workplace_id, vendor, account_key }, order, whole)
  if (tracking_number !== null && !shows(whole, tracking_number)) await pollAgain()
})

const shows = ({ shipments }: SupplyOrder, number: string) => shipments.some((one) => one.tracking_number === number)

/** Null: the account does not have it, or its reads do not show it yet. */
function unlessKnown(error: unknown): UnknownState | null {
  if (error instanceof UnknownState) return error
  if (error instanceof VendorError && error.kind === 'not_found') return null
  throw error
}

/** The purchase that has a supplier's number, in this workplace. */
const purchaseOf = (ctx: JobCtx, { workplace_id, vendor, account_key }: SupplierAccount, order_no: string) =>
  ctx.db.read(async (tx) => {
    const { rows } = await sql<Placed & { is_over: boolean }>`
      select ${placedColumns}, not (s.state = 'placed' and ${isOpen}) as is_over from supplier_order_numbers k
      join supplier_orders s using (workplace_id, supplier_order_id)
      where k.workplace_id = ${workplace_id} and k.vendor = ${vendor} and k.account_key = ${account_key}
        and k.order_no = ${order_no}`.execute(tx)
    return rows[0]
  })
