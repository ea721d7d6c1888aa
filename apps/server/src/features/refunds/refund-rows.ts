import type { Refund } from '@omni/contracts/refunds.calls.ts'
import { isOverdue, type PurchaseFacts, REFUND_REASONS } from '@omni/domain/refunds/refunds.ts'
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { BaseCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import type { DB } from '../../platform/db-types.ts'
import { type EvidenceRow, toEvidence } from '../evidence/evidence-files.ts'
import { HOUSE_SUPPLIER } from '../placement/open-source.ts'

export type RefundRow = Selectable<DB['refund_requests']>
export type RefundView = z.output<typeof Refund>

export interface PurchaseRow extends PurchaseFacts {
  supplier_order_id: string
  order_id: string
  vendor: string
  account_key: string
  currency: string
  rows: RefundRow[]
}

/** What was bought for an order, with everything that was asked back. `lock`: nobody else asks meanwhile. */
export async function readPurchases(
  tx: Tx,
  workplace_id: string,
  by: { order_id: string } | { supplier_order_id: string },
  lock: boolean,
): Promise<PurchaseRow[]> {
  const which = 'order_id' in by ? sql`s.order_id = ${by.order_id}` : sql`s.supplier_order_id = ${by.supplier_order_id}`
  const { rows } = await sql<
    Omit<PurchaseRow, 'rows' | 'refunds' | 'is_house' | 'delivered_at'> & { delivered_at: string | null }
  >`
    select s.supplier_order_id, s.order_id, s.vendor, s.account_key, s.currency, s.order_no, s.state, s.supplier_status,
      s.total::float8 as total,
      case when s.supplier_status = 'delivered' then (select max(e.happened_at) from order_events e
        where e.workplace_id = s.workplace_id and e.order_id = s.order_id and e.kind = 'delivered') end as delivered_at
    from supplier_orders s where s.workplace_id = ${workplace_id} and ${which}
    order by s.created_at, s.supplier_order_id ${lock ? sql`for update of s` : sql``}`.execute(tx)
  const ids = rows.map(({ supplier_order_id }) => supplier_order_id)
  const refunds = await refundsOf(tx, workplace_id, ids)
  return rows.map((row) => {
    const own = refunds.filter(({ supplier_order_id }) => supplier_order_id === row.supplier_order_id)
    return {
      ...row,
      is_house: row.vendor === HOUSE_SUPPLIER,
      delivered_at: row.delivered_at === null ? null : new Date(row.delivered_at),
      rows: own,
      // The table's own check keeps the states.
      refunds: own.map(({ state, asked, granted }) => ({ state: state as RefundView['state'], asked, granted })),
    }
  })
}

async function refundsOf(tx: Tx, workplace_id: string, ids: readonly string[]): Promise<RefundRow[]> {
  if (ids.length === 0) return []
  return tx
    .selectFrom('refund_requests')
    .selectAll()
    .where('workplace_id', '=', workplace_id)
    .where('supplier_order_id', 'in', [...ids])
    .orderBy('requested_at', 'desc')
    .execute()
}

export function toView(
  ctx: Pick<BaseCtx, 'secrets' | 'now'>,
  row: RefundRow,
  pictures: readonly EvidenceRow[],
): RefundView {
  const state = row.state as RefundView['state'] // the table's own check
  return {
    refund_id: row.refund_id,
    supplier_order_id: row.supplier_order_id,
    type: row.type as RefundView['type'], // the table's own check
    reason: REFUND_REASONS.find((reason) => reason === row.reason) ?? null,
    cancel_reason: row.cancel_reason,
    reason_name: row.type === 'dispute' ? row.reason : '',
    text: row.text,
    pictures: pictures.map((picture) => toEvidence(ctx, picture)),
    asked: row.asked,
    granted: row.granted,
    currency: row.currency,
    state,
    refund_no: row.refund_no,
    note: row.note,
    is_ours: row.requested_by !== null,
    is_overdue: isOverdue(state, new Date(row.requested_at), ctx.now),
    requested_at: row.requested_at,
    answered_at: row.answered_at,
  }
}
