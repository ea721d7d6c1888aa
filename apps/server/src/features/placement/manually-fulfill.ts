import type { In } from '@omni/contracts/kernel.ts'
import type { placementCalls } from '@omni/contracts/placement.calls.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../platform/ctx.ts'
import { inputHash } from '../../platform/input-hash.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { refuse } from '../../platform/refuse.ts'
import { claimed } from '../orders/claimed.ts'
import { recordEvents } from '../orders/order-events.ts'
import { regroupOrders } from '../orders/regroup.ts'
import { BY_HAND } from './by-hand.ts'
import { recordByHand } from './update-tracking.ts'
import { readView } from './supplier-order-view.ts'

const CURRENCY = 'USD'

/** Orders spec §7 orders/v4/manually-fulfill: the seller bought it without us. Nothing is sent and nothing is paid. */
export async function manuallyFulfill(ctx: Ctx, input: In<typeof placementCalls.manuallyFulfill>) {
  const { order_id, line_ids, source, order_no, total } = input
  const { workplace_id, user_id, now } = ctx
  const ids = { supplier_order_id: randomUUID(), attempt_id: randomUUID() }
  const input_hash = await inputHash(input)
  return ctx.db.tx(async (tx) => {
    const { rows: lines } = await sql<{ line_id: string; quantity: number; is_taken: boolean }>`
      select l.line_id, l.quantity, exists (select from supplier_order_lines p where p.workplace_id = l.workplace_id
        and p.line_id = l.line_id and p.live) or ${claimed} as is_taken
      from order_lines l join orders o using (workplace_id, order_id)
      where l.workplace_id = ${workplace_id} and l.order_id = ${order_id} and l.line_id = any(${line_ids}::uuid[])
        and l.quantity > 0 order by l.line_id for update of o`.execute(tx)
    if (lines.length < new Set(line_ids).size) refuse('not_found')
    if (lines.some(({ is_taken }) => is_taken)) refuse('placement.line_taken')
    const account_key = `${BY_HAND} ${workplace_id}`
    await sql`
      insert into attempts (workplace_id, attempt_id, subject_kind, subject_id, n, vendor, account_key, reference, input,
        input_hash, profile, state, effect, settled_at)
      values (${workplace_id}, ${ids.attempt_id}, 'placement.by_hand', ${`${ids.supplier_order_id}/1`}, 1, ${source},
        ${account_key}, ${ids.attempt_id}, '{}', ${input_hash}, '{}', 'done', ${order_no}, ${now})`.execute(tx)
    const basket = { source, country_code: '', ship_from: '', lines: [], quote: null, method: null, problem: null }
    await sql`
      insert into supplier_orders (workplace_id, supplier_order_id, order_id, vendor, account_key, user_id, basket, approved,
        profile, state, n, attempt_no, attempt_id, order_no, currency, total, created_at, settled_at)
      values (${workplace_id}, ${ids.supplier_order_id}, ${order_id}, ${source}, ${account_key}, ${user_id},
        ${JSON.stringify(basket)}::jsonb, ${total}, '{}', 'placed', 1, 1, ${ids.attempt_id}, ${order_no}, ${CURRENCY},
        ${total}, ${now}, ${now})`.execute(tx)
    await sql`
      insert into supplier_order_lines (workplace_id, supplier_order_id, line_id, quantity)
      select ${workplace_id}, ${ids.supplier_order_id}, l.line_id, l.quantity
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (line_id uuid, quantity int)`.execute(tx)
    await recordEvents(tx, workplace_id, order_id, [
      {
        kind: 'bought_by_hand',
        params: { source, order_no, amount: total, currency: CURRENCY },
        who: 'person',
        user_id,
        happened_at: now,
      },
    ])
    const { tracking_number, carrier = '' } = input
    const id = { workplace_id, supplier_order_id: ids.supplier_order_id }
    if (tracking_number)
      await recordByHand(tx, { ...id, order_id, source, order_no }, { tracking_number, carrier }, ctx)
    await regroupOrders(tx, workplace_id, [order_id], { replan: false })
    await publishToWorkplace(tx, workplace_id, ['orders.changed', 'placement.changed'], {})
    return readView(tx, id)
  })
}
