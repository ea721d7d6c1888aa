import type { SupplyRefund } from '@omni/connectors/suppliers/supply-order.ts'
import type { EventData } from '@omni/contracts/events.ts'
import { asSource } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { enqueue, type Job, work } from '../../platform/jobs.ts'
import { openSource } from '../placement/open-source.ts'
import { handleRefund, lockRefund } from './handle-refund.ts'
import { readAllRefunds, readRefunds } from './jobs.ts'
import { readPurchases, type RefundRow } from './refund-rows.ts'

const AT_ONCE = 1000

interface Purchase {
  workplace_id: string
  supplier_order_id: string
}

/** What the supplier shows of one purchase: answers to our requests, and what it gave back without being asked. */
export const readRefundsJob: Job = work(readRefunds, async (ctx, id) => {
  const { workplace_id, supplier_order_id } = id
  const [purchase] = await ctx.db.read((tx) => readPurchases(tx, workplace_id, { supplier_order_id }, false))
  if (!purchase || purchase.order_no === null) return
  const source = await openSource(ctx, workplace_id, asSource(purchase.vendor))
  if (typeof source === 'string' || source.account_key !== purchase.account_key) return
  const shown = await source.orders.listRefunds?.({ order_no: purchase.order_no })
  if (!shown) return
  await ctx.db.tx(async (tx) => {
    const [now] = await readPurchases(tx, workplace_id, { supplier_order_id }, true)
    for (const said of shown) {
      const row = now && (await rowOf(tx, ctx, id, now.order_id, now.rows, said))
      if (row) await handleRefund(tx, row, said, ctx.clock())
    }
  })
})

/** Ours by its number, by our cancellation, or a new row for what the supplier began. */
async function rowOf(
  tx: Tx,
  ctx: JobCtx,
  { workplace_id, supplier_order_id }: Purchase,
  order_id: string,
  rows: readonly RefundRow[],
  said: SupplyRefund,
): Promise<RefundRow | undefined> {
  const known = rows.find(({ refund_no }) => refund_no === said.refund_no)
  if (known) return known
  // A request that is still on its way hears of itself through its attempt.
  if (said.reference !== null) return undefined
  if (said.is_dispute) {
    if (rows.some(({ type, state }) => type === 'dispute' && state === 'sending')) return undefined
    const ours = rows.find(
      ({ type, state, refund_no }) => type === 'dispute' && state === 'pending' && refund_no === null,
    )
    if (ours) return ours
  }
  const cancelled = rows.find(
    ({ type, state, refund_no }) => type === 'cancel' && state === 'pending' && refund_no === null,
  )
  if (cancelled) return cancelled
  const now = ctx.clock()
  const { rows: made } = await sql<{ refund_id: string }>`
    insert into refund_requests (workplace_id, supplier_order_id, order_id, type, asked, currency, state, refund_no,
      requested_at, updated_at)
    values (${workplace_id}, ${supplier_order_id}, ${order_id}, ${said.is_dispute ? 'dispute' : 'cancel'},
      ${Math.max(1, said.asked)}, ${said.currency}, 'sending',
      ${said.refund_no}, ${now}, ${now})
    on conflict do nothing returning refund_id`.execute(tx)
  const [row] = made
  return row && lockRefund(tx, { workplace_id, refund_id: row.refund_id })
}

export const readAllRefundsJob: Job = work(readAllRefunds, async (ctx) => {
  const { rows } = await ctx.db.read((tx) =>
    sql<Purchase>`select workplace_id, supplier_order_id from waiting_refunds(${AT_ONCE})`.execute(tx),
  )
  for (const id of rows) await ctx.as({ workplace_id: id.workplace_id }).tx((tx) => enqueue(tx, readRefunds, id))
})

/** What was cancelled or paid back without a request: the list says how much came back. */
export const handlePurchaseEnded = (ctx: JobCtx, id: EventData<'purchase.ended'>): Promise<void> =>
  ctx.db.tx((tx) => enqueue(tx, readRefunds, id))

/** Everything of one workplace that waits for an answer. */
export const readWaiting = (ctx: JobCtx, { workplace_id }: EventData<'purchases.sync_requested'>): Promise<void> =>
  ctx.db.tx(async (tx) => {
    const waiting = await tx
      .selectFrom('refund_requests')
      .select('supplier_order_id')
      .where('workplace_id', '=', workplace_id)
      .where('state', 'in', ['pending', 'accepted'])
      .distinct()
      .execute()
    for (const { supplier_order_id } of waiting) await enqueue(tx, readRefunds, { workplace_id, supplier_order_id })
  })
