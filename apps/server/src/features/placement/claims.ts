/**
 * A click on many orders is accepted first, and its purchases are written in slices by `accept-orders.job.ts`. The plan keeps
 * what the seller agreed to besides it, and each order is claimed until its purchases are written or it is left out. A
 * claim only tells others at once: what keeps an order from being bought twice is what keeps any two clicks apart.
 */
import type { Source } from '@omni/domain/catalog/sources.ts'
import type { PaymentUse } from '@omni/domain/ledger/plan-payment.ts'
import type { OrderSettings } from '@omni/domain/order-settings/order-settings.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { enqueue } from '../../platform/jobs.ts'
import { tellWorkplace } from '../../platform/realtime.ts'
import { returnFeature } from '../billing/grant-feature.ts'
import { noteEventsOfOrders } from '../orders/order-events.ts'
import { acceptOrders } from './jobs.ts'
import { type Buyer, cardPartOf, type LeftOut, ordersOf, type Purchase, type Terms } from './plan-purchases.ts'
import type { Click } from './write-purchases.ts'

export interface PlanId {
  workplace_id: string
  plan_id: string
}

/** `placement_plans.click`. */
export interface KeptClick {
  run_id: string
  user_id: string
  quota_cycle: string | null
  /** How many were claimed. */
  orders: number
  use: PaymentUse
  pay_later: boolean
  /** A card pays a part of it: there is one authorisation, so that all of it is written together. */
  is_whole: boolean
  accounts: [source: string, account_key: string][]
  settings: [source: string, OrderSettings][]
}

export async function claimOrders(
  tx: Tx,
  { workplace_id, user_id, now }: Buyer,
  { plan_id, run_id, quota_cycle }: Click,
  purchases: readonly Purchase[],
  { paying, pay_later, accounts, settings }: Terms,
): Promise<void> {
  const orders = ordersOf(purchases)
  const click: KeptClick = {
    run_id,
    user_id,
    quota_cycle,
    orders: orders.length,
    use: paying.use,
    pay_later,
    is_whole: purchases.some((purchase) => cardPartOf(purchase) > 0),
    accounts: [...accounts],
    settings: [...settings],
  }
  await tx
    .updateTable('placement_plans')
    .set({ click: JSON.stringify(click) })
    .where((eb) => eb.and({ workplace_id, plan_id }))
    .execute()
  await sql`
    insert into placement_claims (workplace_id, order_id, plan_id, position, claimed_at)
    select ${workplace_id}, o.order_id, ${plan_id}, o.n - 1, ${now}
    from unnest(${orders}::uuid[]) with ordinality as o (order_id, n)`.execute(tx)
  await enqueue(tx, acceptOrders, { workplace_id, plan_id })
}

/** Until the end of the transaction nobody else writes purchases of this click, or takes its claims back. */
export async function lockClick(tx: Tx, { workplace_id, plan_id }: PlanId): Promise<KeptClick | null> {
  const row = await tx
    .selectFrom('placement_plans')
    .select('click')
    .where((eb) => eb.and({ workplace_id, plan_id }))
    .forUpdate()
    .executeTakeFirst()
  return (row?.click ?? null) as unknown as KeptClick | null // as `claimOrders` wrote it
}

/** Orders that were accepted and are not bought after all: the plan, the timelines and the quota know of it. */
export async function leaveOut(
  tx: Tx,
  { workplace_id, plan_id }: PlanId,
  { quota_cycle }: KeptClick,
  left_out: LeftOut,
  now: Date,
): Promise<void> {
  if (left_out.length === 0) return
  await sql`
    update placement_plans set placed = placed || jsonb_build_object('accepted', (placed ->> 'accepted')::int - ${left_out.length},
      'left_out', (placed -> 'left_out') || ${JSON.stringify(left_out)}::jsonb)
    where workplace_id = ${workplace_id} and plan_id = ${plan_id}`.execute(tx)
  await noteEventsOfOrders(
    tx,
    workplace_id,
    left_out.map(({ order_id, problem: because }) => ({
      order_id,
      kind: 'not_placed',
      params: { because },
      who: 'omni',
      happened_at: now,
    })),
  )
  await giveQuotaBack(tx, workplace_id, quota_cycle, left_out.length)
}

const giveQuotaBack = async (tx: Tx, workplace_id: string, cycle_start: string | null, orders: number) =>
  cycle_start === null
    ? undefined
    : returnFeature(tx, { workplace_id, feature: 'ORDER_FULFILLMENT', cycle_start }, orders)

/** A person stops what is being placed, and of these nothing was begun: all, or those that need one source. */
export async function stopClaims(
  tx: Tx,
  { workplace_id, user_id, now }: Pick<Ctx, 'workplace_id' | 'user_id' | 'now'>,
  source: Source | undefined,
): Promise<number> {
  const { rows: plans } = await sql<{ plan_id: string }>`
    select plan_id from placement_plans p where workplace_id = ${workplace_id}
      and exists (select from placement_claims c where c.workplace_id = p.workplace_id and c.plan_id = p.plan_id)
    order by plan_id`.execute(tx)
  let stopped = 0
  for (const { plan_id } of plans) {
    const click = await lockClick(tx, { workplace_id, plan_id })
    const { rows } = await sql<{ order_id: string; sources: string[] }>`
      delete from placement_claims c using placement_plan_orders p
      where c.workplace_id = ${workplace_id} and c.plan_id = ${plan_id} and p.workplace_id = c.workplace_id
        and p.plan_id = c.plan_id and p.order_id = c.order_id
        and (${source ?? null}::text is null or p.baskets @> jsonb_build_array(jsonb_build_object('source', ${source ?? null}::text)))
      returning c.order_id, jsonb_path_query_array(p.baskets, '$[*].source') as sources`.execute(tx)
    const stop = { kind: 'buying_stopped' as const, who: 'person' as const, user_id, happened_at: now }
    await noteEventsOfOrders(
      tx,
      workplace_id,
      rows.flatMap(({ order_id, sources }) => sources.map((source) => ({ ...stop, order_id, params: { source } }))),
    )
    await giveQuotaBack(tx, workplace_id, click?.quota_cycle ?? null, rows.length)
    stopped += rows.length
  }
  if (stopped > 0) {
    await tellWorkplace(tx, workplace_id, 'orders.changed', {})
    await tellWorkplace(tx, workplace_id, 'placement.changed', {})
  }
  return stopped
}
