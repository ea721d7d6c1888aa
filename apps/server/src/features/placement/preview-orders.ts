import type { In } from '@omni/contracts/kernel.ts'
import type { placementCalls } from '@omni/contracts/placement.calls.ts'
import type { Way } from '@omni/domain/placement/ways.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { enqueue } from '../../platform/jobs.ts'
import { quotePlan } from './jobs.ts'
import type { Buyer } from './plan-purchases.ts'
import { readSummary } from './plan-view.ts'
import { fillSandboxWallet } from './sandbox-wallet.ts'

/** A plan that nobody placed is of no use the next day: prices are older than anybody would agree to. */
const KEPT = '1 day'

/** Orders spec §7 orders/v4/preview. */
export const previewOrders = (ctx: Ctx, input: In<typeof placementCalls.previewOrders>) =>
  ctx.db.tx(async (tx) => readSummary(tx, ctx, await makePlan(tx, ctx, input)))

interface PreviewRequest {
  orders: readonly string[]
  prefer?: Way | undefined
  /** Only how they are sent is chosen, not who sends them. */
  keeps_suppliers?: boolean
}

/** Writes down which orders are meant. A job asks the suppliers, and tells when all have answered. */
export async function makePlan(
  tx: Tx,
  buyer: Buyer,
  { orders, prefer, keeps_suppliers = false }: PreviewRequest,
): Promise<string> {
  const { workplace_id, user_id, now } = buyer
  const plan_id = randomUUID()
  await fillSandboxWallet(tx, buyer)
  await sql`delete from placement_plans p where workplace_id = ${workplace_id}
    and created_at < ${now}::timestamptz - ${KEPT}::interval and not exists (select from placement_clicks c
      where c.workplace_id = p.workplace_id and c.plan_id = p.plan_id)`.execute(tx)
  await tx
    .insertInto('placement_plans')
    .values({ workplace_id, plan_id, user_id, prefer: prefer ?? null, keeps_suppliers, created_at: now })
    .execute()
  await sql`
    insert into placement_plan_orders (workplace_id, plan_id, order_id, position)
    select ${workplace_id}, ${plan_id}, o.order_id, w.position
    from unnest(${orders}::uuid[]) with ordinality as w (order_id, position)
    join orders o on o.workplace_id = ${workplace_id} and o.order_id = w.order_id
    on conflict do nothing`.execute(tx)
  await enqueue(tx, quotePlan, { workplace_id, plan_id })
  return plan_id
}
