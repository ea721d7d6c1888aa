import type { placementCalls } from '@omni/contracts/placement.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { readViews } from './supplier-order-view.ts'

type Purchase = Out<typeof placementCalls.getOrderInfo>['items'][number]

interface Said {
  supplier_order_id: string
  step: string
  source: string
  asked_at: string
  outcome: string
}

/** What was bought for an order, and what was said about it, newest first. */
export async function readPurchases(tx: Tx, workplace_id: string, order_id: string): Promise<Purchase[]> {
  const views = await readViews(tx, workplace_id, sql`s.order_id = ${order_id} order by s.created_at desc`)
  const { rows: dues } = await sql<{ supplier_order_id: string; due_at: string | null }>`
    select supplier_order_id, due_at from supplier_orders
    where workplace_id = ${workplace_id} and order_id = ${order_id}`.execute(tx)
  const { rows: said } = await sql<Said>`
    select s.supplier_order_id, split_part(a.subject_kind, '.', 2) as step, e.source, e.asked_at,
      case when e.says ? 'found' then jsonb_array_length(e.says -> 'found')::text || ' found'
        else coalesce(e.says ->> 'outcome', e.says ->> 'says', 'look_failed') end as outcome
    from supplier_orders s
    join attempts a on a.workplace_id = s.workplace_id and a.subject_kind like 'placement.%'
      and a.subject_id = s.supplier_order_id || '/' || s.n
    join attempt_evidence e on e.workplace_id = a.workplace_id and e.attempt_id = a.attempt_id
    where s.workplace_id = ${workplace_id} and s.order_id = ${order_id}
    order by e.asked_at desc limit 200`.execute(tx)
  const saidOf = Map.groupBy(said, ({ supplier_order_id }) => supplier_order_id)
  const dueOf = new Map(dues.map(({ supplier_order_id, due_at }) => [supplier_order_id, due_at]))
  return views.map((view) => ({
    ...view,
    due_at: dueOf.get(view.supplier_order_id) ?? null,
    evidence: (saidOf.get(view.supplier_order_id) ?? []).map(({ supplier_order_id: _, ...one }) => one),
  }))
}
