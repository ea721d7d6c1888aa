import { asSource } from '@omni/domain/catalog/sources.ts'
import { isExtensionSource } from '@omni/domain/placement/extension.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import { enqueue, work } from '../../platform/jobs.ts'
import { togetherOrAlone } from '../../platform/together.ts'
import type { PlanId } from './clicks.ts'
import { acceptOrders, type SupplierAccount, sweepPlacement, workPlacement } from './jobs.ts'
import { openSource, type OpenSource } from './open-source.ts'
import { type Move, moveOrders } from './move-orders.ts'
import { type Loaded, loadSupplierOrders } from './supplier-order-row.ts'
import { putOff, turnOrder } from './turn-order.ts'

/** How many orders of one account are worked at once; the supplier's own limits decide how fast. */
const AT_ONCE = 64
const SLICE = 128
/** While one transaction is written, the next one is begun. */
const WRITERS = 2
/** Where many are under way, each waits a little for the others: a statement costs as much for one as for ten. */
const MANY = 8
const GATHER_MS = 60
/** So many of a slice start something new, even while there is something to finish. */
const NEW_AT_LEAST = 25
/** A turn of one account, then the others have theirs. */
const TURN_MS = 2_000
/** How long orders wait whose account is not connected any more. */
const NO_ACCOUNT_MS = 10 * 60_000
/** What waits for the seller's browser has no turn of its own; the table wants one. */
const WAITS_FOR_BROWSER_MS = 24 * 3_600_000
const OVERDUE_S = 60
const SWEPT_AT_ONCE = 500

/** Takes every turn that is due at one account: what is begun is finished first. */
export const workPlacementJob = work(workPlacement, async (ctx, account) => {
  if (isExtensionSource(account.vendor)) return turnExtension(ctx, account)
  const source = await openSource(ctx, account.workplace_id, asSource(account.vendor))
  if (typeof source === 'string' || source.account_key !== account.account_key) return waitForAccount(ctx, account)
  const until = performance.now() + TURN_MS
  for (;;) {
    const due = await dueOrders(ctx, account)
    if (due.length === 0) break
    await turnAll(ctx, source, account, due, until)
    if (performance.now() > until) break
  }
  await comeBack(ctx, account)
})

/**
 * What the seller's browser buys. Nothing is begun, read or sent from here: only a permission whose answer is overdue is
 * given up as unknown, and a person is asked.
 */
async function turnExtension(ctx: JobCtx, account: SupplierAccount) {
  for (const loaded of await dueOrders(ctx, account)) {
    const { supplier_order_id, state, workplace_id } = loaded.row
    const later = new Date(ctx.clock().getTime() + WAITS_FOR_BROWSER_MS)
    const isOpen = (state === 'sending' || state === 'checking') && loaded.placement.order_no === null
    if (!isOpen) await putOff(ctx, loaded, later, loaded.row.error_key)
    else
      await ctx.db.tx((tx) => moveOrders(tx, workplace_id, [{ supplier_order_id, event: { is: 'turn' } }], ctx.clock()))
  }
  await comeBack(ctx, account)
}

/** None is begun after `until`; what is under way then is finished. */
async function turnAll(
  ctx: JobCtx,
  source: OpenSource,
  { workplace_id }: SupplierAccount,
  due: readonly Loaded[],
  until: number,
) {
  const waiting = [...due]
  // What came in at the same time is written in one transaction.
  const move = togetherOrAlone((moves: Move[]) => ctx.db.tx((tx) => moveOrders(tx, workplace_id, moves, ctx.clock())), {
    at_once: WRITERS,
    gather_ms: due.length >= MANY ? GATHER_MS : 0,
  })
  const worker = async () => {
    for (let next = waiting.shift(); next && performance.now() < until; next = waiting.shift())
      await turnOrder(ctx, source, next, move)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, waiting.length) }, worker))
}

async function dueOrders(ctx: JobCtx, account: SupplierAccount): Promise<Loaded[]> {
  const { workplace_id, vendor, account_key } = account
  return ctx.db.read(async (tx) => {
    const { rows } = await sql<{ supplier_order_id: string; is_new: boolean }>`
      (select supplier_order_id, false as is_new from supplier_orders
       where workplace_id = ${workplace_id} and vendor = ${vendor} and account_key = ${account_key}
         and due_at <= ${ctx.clock()} and state <> 'queued' order by due_at limit ${SLICE})
      union all
      (select supplier_order_id, true from supplier_orders
       where workplace_id = ${workplace_id} and vendor = ${vendor} and account_key = ${account_key}
         and due_at <= ${ctx.clock()} and state = 'queued' order by turn_no, run_id limit ${SLICE})`.execute(tx)
    const begun = rows.filter(({ is_new }) => !is_new).slice(0, SLICE - NEW_AT_LEAST)
    const fresh = rows.filter(({ is_new }) => is_new).slice(0, SLICE - begun.length)
    const ids = [...begun, ...fresh].map(({ supplier_order_id }) => supplier_order_id)
    const loaded = await loadSupplierOrders(tx, workplace_id, ids, false)
    return ids.flatMap((id) => loaded.get(id) ?? [])
  })
}

/** The turn that is next, at whatever time that is. */
const comeBack = (ctx: JobCtx, account: SupplierAccount) =>
  ctx.db.tx(async (tx) => {
    const { workplace_id, vendor, account_key } = account
    const { rows } = await sql<{ due_at: string | null }>`
      select min(due_at) as due_at from supplier_orders
      where workplace_id = ${workplace_id} and vendor = ${vendor} and account_key = ${account_key}
        and due_at is not null`.execute(tx)
    const at = rows[0]?.due_at
    if (at) await enqueue(tx, workPlacement, account, new Date(at))
  })

/** Nothing is sent and nothing is given up: the seller connects the account again, or stops what waits. */
const waitForAccount = (ctx: JobCtx, account: SupplierAccount) =>
  ctx.db.tx(async (tx) => {
    const { workplace_id, vendor, account_key } = account
    const due_at = new Date(ctx.clock().getTime() + NO_ACCOUNT_MS)
    const { numUpdatedRows } = await tx
      .updateTable('supplier_orders')
      .set((eb) => ({ due_at, error_key: 'source_not_connected', version: eb('version', '+', 1) }))
      .where((eb) => eb.and({ workplace_id, vendor, account_key }))
      .where('due_at', '<=', sql<string>`${ctx.clock()}`)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await enqueue(tx, workPlacement, account, due_at)
  })

export const sweepPlacementJob = work(sweepPlacement, async (ctx) => {
  await ctx.db.tx(async (tx) => {
    const { rows } = await sql<SupplierAccount>`
      select workplace_id, vendor, account_key from overdue_supplier_accounts(${OVERDUE_S}, ${SWEPT_AT_ONCE})`.execute(
      tx,
    )
    for (const account of rows) await enqueue(tx, workPlacement, account)
    const { rows: clicks } = await sql<PlanId>`
      select workplace_id, plan_id from overdue_placement_clicks(${OVERDUE_S}, ${SWEPT_AT_ONCE})`.execute(tx)
    for (const click of clicks) await enqueue(tx, acceptOrders, click)
  })
})
