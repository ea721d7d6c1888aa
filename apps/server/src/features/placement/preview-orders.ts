import type { In } from '@omni/contracts/kernel.ts'
import type { placementCalls } from '@omni/contracts/placement.calls.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../platform/ctx.ts'
import { enqueue } from '../../platform/jobs.ts'
import { quotePlan } from './jobs.ts'
import { readSummary } from './plan-view.ts'
import { fillSandboxWallet } from './sandbox-wallet.ts'

/** A plan that nobody placed is of no use the next day: prices are older than anybody would agree to. */
const KEPT = '1 day'

/** Orders spec §7 orders/v4/preview: writes down which orders are meant. A job asks the suppliers. */
export async function previewOrders(ctx: Ctx, { orders, prefer }: In<typeof placementCalls.previewOrders>) {
  const { workplace_id, user_id } = ctx
  const plan_id = randomUUID()
  return ctx.db.tx(async (tx) => {
    await fillSandboxWallet(tx, ctx)
    await sql`delete from placement_plans where workplace_id = ${workplace_id}
      and created_at < ${ctx.now}::timestamptz - ${KEPT}::interval`.execute(tx)
    await tx
      .insertInto('placement_plans')
      .values({ workplace_id, plan_id, user_id, prefer: prefer ?? null, created_at: ctx.now })
      .execute()
    await sql`
      insert into placement_plan_orders (workplace_id, plan_id, order_id, position)
      select ${workplace_id}, ${plan_id}, o.order_id, w.position
      from unnest(${orders}::uuid[]) with ordinality as w (order_id, position)
      join orders o on o.workplace_id = ${workplace_id} and o.order_id = w.order_id
      on conflict do nothing`.execute(tx)
    await enqueue(tx, quotePlan, { workplace_id, plan_id })
    return readSummary(tx, ctx, plan_id)
  })
}
