import type { In } from '@omni/contracts/kernel.ts'
import type { placementCalls } from '@omni/contracts/placement.calls.ts'
import type { Stop } from '@omni/domain/placement/stops.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { refuse } from '../../platform/refuse.ts'
import { readRates } from '../rates/read-rates.ts'
import type { Basket } from './basket.ts'
import { quotesOf } from './judge-baskets.ts'
import { readSummary } from './plan-view.ts'
import { recordAccepted } from './record-accepted.ts'

/** A yes of its own for one order of a plan that was stopped, for the figures of that plan. The timeline keeps it. */
export async function acceptOrder(ctx: Ctx, { plan_id, order_id }: In<typeof placementCalls.acceptOrder>) {
  const { workplace_id, user_id } = ctx
  return ctx.db.tx(async (tx) => {
    const { rows } = await sql<{ stops: Stop[]; baskets: Basket[] }>`
      update placement_plan_orders o set state = 'ready', accepted_by = ${user_id}
      from placement_plans p
      where p.workplace_id = ${workplace_id} and p.plan_id = ${plan_id} and p.placed is null
        and (o.workplace_id, o.plan_id, o.order_id) = (p.workplace_id, p.plan_id, ${order_id}::uuid)
        and o.state = 'stopped'
      returning o.stops, o.baskets`.execute(tx)
    const [accepted] = rows
    if (accepted) {
      const quotes = quotesOf(accepted.baskets, await readRates(tx))
      await recordAccepted(tx, ctx, order_id, { stops: accepted.stops, quotes })
      await publishToWorkplace(tx, workplace_id, ['placement.changed', 'orders.changed'], {})
    }
    const summary = await readSummary(tx, ctx, plan_id)
    if (!accepted && summary.placed) refuse('placement.plan_placed')
    return summary
  })
}
