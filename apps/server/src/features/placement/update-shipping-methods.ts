import type { In } from '@omni/contracts/kernel.ts'
import type { placementCalls } from '@omni/contracts/placement.calls.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { methodBy, type Way } from '@omni/domain/placement/ways.ts'
import { type Basket, withMethod } from './basket.ts'
import { readRates } from '../rates/read-rates.ts'
import { judgeOrder, keepQuotes, readJudging } from './judge-baskets.ts'
import { readSummary } from './plan-view.ts'

const sendsBy = (prefer: Way | undefined) => (prefer ? methodBy(prefer) : 'cheapest')

/** Orders spec §7 orders/v5/update-multiple-shipping-method. A preference chooses anew for every order of the plan. */
export async function updateShippingMethods(
  ctx: Ctx,
  { plan_id, prefer, choices }: In<typeof placementCalls.updateShippingMethods>,
) {
  const { workplace_id } = ctx
  return ctx.db.tx(async (tx) => {
    const plan = await tx
      .selectFrom('placement_plans')
      .select(['prefer', 'placed'])
      .where('workplace_id', '=', workplace_id)
      .where('plan_id', '=', plan_id)
      .forUpdate()
      .executeTakeFirst()
    if (!plan) refuse('not_found')
    if (plan.placed !== null) refuse('placement.plan_placed')
    if (prefer)
      await tx
        .updateTable('placement_plans')
        .set({ prefer })
        .where('workplace_id', '=', workplace_id)
        .where('plan_id', '=', plan_id)
        .execute()
    const named = Map.groupBy(choices, ({ order_id }) => order_id)
    const { rows } = await sql<{ order_id: string; state: string; baskets: Basket[] }>`
      select order_id, state, coalesce(case when state <> 'blocked' then ways -> ${prefer ?? null}::text end, baskets) as baskets
      from placement_plan_orders
      where workplace_id = ${workplace_id} and plan_id = ${plan_id} and state <> 'quoting'
        and (${prefer !== undefined} or order_id = any(${[...named.keys()]}::uuid[])) for update`.execute(tx)
    const judging = await readJudging(
      tx,
      workplace_id,
      rows.map(({ order_id }) => order_id),
      await readRates(tx),
    )
    const changed = rows.map(({ order_id, state, baskets }) => {
      const own = named.get(order_id) ?? []
      const chosen = baskets.map((basket, at) => {
        const wanted = own.filter((choice) => choice.basket === at).map(({ method }) => method)
        if (wanted.some((method) => !basket.quote?.methods.some((one) => one.method === method)))
          refuse('placement.no_such_method', {}, { field: 'choices' })
        if (wanted.length > 0) return withMethod(basket, sendsBy(prefer), wanted)
        return prefer ? withMethod(basket, sendsBy(prefer)) : basket
      })
      const { stops, spare, quotes } = judgeOrder(judging, order_id, chosen)
      const mayBeBought = stops.length === 0 ? 'ready' : 'stopped'
      return { order_id, baskets: chosen, stops, spare, quotes, state: state === 'blocked' ? state : mayBeBought }
    })
    await sql`
      update placement_plan_orders p set baskets = r.baskets, state = r.state, spare = r.spare, accepted_by = null,
        stops = array(select jsonb_array_elements_text(r.stops))
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as r (order_id uuid, baskets jsonb, state text,
        spare bigint, stops jsonb)
      where p.workplace_id = ${workplace_id} and p.plan_id = ${plan_id} and p.order_id = r.order_id`.execute(tx)
    await keepQuotes(
      tx,
      workplace_id,
      changed.map(({ quotes }) => quotes),
    )
    return readSummary(tx, ctx, plan_id)
  })
}
