import type { SupplyRefund } from '@omni/connectors/suppliers/supply-order.ts'
import { supplierRefunded } from '@omni/domain/ledger/placing.ts'
import { splitRefund } from '@omni/domain/refunds/refunds.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { post } from '../../platform/ledger.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { notifyOfOrder } from '../orders/notify-of-order.ts'
import { recordEvents, type OrderEventKind } from '../orders/order-events.ts'
import { regroupOrders } from '../orders/regroup.ts'
import { HOUSE_SUPPLIER } from '../placement/open-source.ts'
import type { RefundRow } from './refund-rows.ts'

export const lockRefund = (
  tx: Tx,
  { workplace_id, refund_id }: { workplace_id: string; refund_id: string },
): Promise<RefundRow | undefined> =>
  tx
    .selectFrom('refund_requests')
    .selectAll()
    .where('workplace_id', '=', workplace_id)
    .where('refund_id', '=', refund_id)
    .forUpdate()
    .executeTakeFirst()

/** Once ended it stays so, whatever an older answer of the supplier says. */
const RANKS = { sending: 0, failed: 0, pending: 1, accepted: 2, rejected: 3, completed: 3, withdrawn: 3 } as const
const rankOf = (state: string): number => Object.entries(RANKS).find(([name]) => name === state)?.[1] ?? 0

/** What the supplier says about a request. Heard again, late or in another order, it changes nothing. */
export async function handleRefund(tx: Tx, row: RefundRow, said: SupplyRefund, now: Date): Promise<void> {
  await recordAnswer(tx, row, said, now)
  // Money last, as everywhere: the counters of orders are locked before it.
  if (said.state === 'completed') await payBack(tx, row, said, now)
}

async function recordAnswer(tx: Tx, row: RefundRow, said: SupplyRefund, now: Date): Promise<void> {
  // A dispute has no number in the reply that made it.
  if (row.refund_no === null && rankOf(said.state) === rankOf(row.state))
    return writeRefund(tx, row, { refund_no: said.refund_no }, now)
  if (rankOf(said.state) <= rankOf(row.state)) return
  const { refund_no, granted, note } = said
  const answered_at = said.answered_at ?? (said.is_dispute && said.state !== 'pending' ? now.toISOString() : null)
  await writeRefund(tx, row, { state: said.state, refund_no, granted, note, answered_at }, now)
}

/**
 * The money of the house supplier goes back to the wallet, real money before bonus. The key names the supplier's refund:
 * whoever hears of it, and however often, it is posted once. At other suppliers the money is in the seller's account.
 */
async function payBack(tx: Tx, row: RefundRow, { refund_no, granted }: SupplyRefund, now: Date): Promise<void> {
  const { workplace_id, supplier_order_id, currency } = row
  const { rows } = await sql<{ vendor: string; real: number; bonus: number }>`
    select s.vendor, coalesce(m.real, 0)::float8 as real, coalesce(m.bonus, 0)::float8 as bonus
    from supplier_orders s left join lateral (
      select sum(case when p.debit_kind in ('wallet_topup', 'hold_topup', 'order_receivable') then p.amount else 0 end)
          - sum(case when p.credit_kind in ('wallet_topup', 'hold_topup', 'order_receivable') then p.amount else 0 end)
          as real,
        sum(case when p.debit_kind in ('wallet_bonus', 'hold_bonus') then p.amount else 0 end)
          - sum(case when p.credit_kind in ('wallet_bonus', 'hold_bonus') then p.amount else 0 end) as bonus
      from ledger_txns t join ledger_postings p using (workplace_id, txn_id)
      where t.workplace_id = s.workplace_id and t.subject = s.supplier_order_id::text) m on true
    where s.workplace_id = ${workplace_id} and s.supplier_order_id = ${supplier_order_id} for update of s`.execute(tx)
  const [paid] = rows
  if (paid?.vendor !== HOUSE_SUPPLIER || !granted) return
  const scope = paid.vendor
  const key = `${refund_no}:completed`
  const known = await tx
    .selectFrom('ledger_txns')
    .select('txn_id')
    .where('workplace_id', '=', workplace_id)
    .where('scope', '=', scope)
    .where('idem_key', '=', key)
    .executeTakeFirst()
  // What is left to give back was counted without this refund, and would be another amount now.
  if (known) return
  const postings = supplierRefunded(paid.vendor, currency, splitRefund(paid, granted))
  const shared = { scope, effective_at: now, subject: supplier_order_id, external_ref: refund_no }
  await post(tx, [{ ...shared, key, kind: 'supplier_refund', postings }])
  await publishToWorkplace(tx, workplace_id, 'wallet.changed', {})
}

type RefundEvent = Exclude<Extract<OrderEventKind, `refund_${string}`>, 'refund_requested'>
const EVENTS: Partial<Record<string, RefundEvent>> = {
  accepted: 'refund_accepted',
  rejected: 'refund_rejected',
  completed: 'refund_completed',
  failed: 'refund_failed',
  withdrawn: 'refund_withdrawn',
}

type Change = Partial<Pick<RefundRow, 'state' | 'refund_no' | 'granted' | 'note' | 'answered_at'>>

/** Writes a change with what belongs to it: the timeline, the groups, and a word to whoever asked. */
export async function writeRefund(tx: Tx, row: RefundRow, change: Change, now: Date): Promise<void> {
  const { workplace_id, refund_id, order_id, supplier_order_id } = row
  const next = { ...row, ...change }
  await tx
    .updateTable('refund_requests')
    .set({ ...change, updated_at: now })
    .where('workplace_id', '=', workplace_id)
    .where('refund_id', '=', refund_id)
    .execute()
  const kind = next.state === row.state ? undefined : EVENTS[next.state]
  if (kind) {
    const params = { amount: next.granted ?? next.asked, currency: next.currency, note: next.note }
    const event = { kind, params, who: 'supplier', happened_at: now, once: refund_id } as const
    await recordEvents(tx, workplace_id, order_id, [event])
  }
  await regroupOrders(tx, workplace_id, [order_id], { replan: false })
  await publishToWorkplace(tx, workplace_id, 'orders.changed', {})
  // Who took it back knows it.
  if (kind === undefined || kind === 'refund_withdrawn') return
  await notifyOfOrder(tx, {
    workplace_id,
    order_id,
    user_id: row.requested_by,
    message_key: row.type === 'dispute' && kind === 'refund_completed' ? 'dispute_completed' : kind,
    params: { note: next.note },
    link: `/app/orders/cancel-refund?orders=${encodeURIComponent(JSON.stringify([order_id]))}`,
    cause: `${kind} ${refund_id} ${supplier_order_id}`,
  })
}
