/**
 * A click on many orders is accepted first, and its purchases are written in slices by `accept-orders.job.ts`. Until then its
 * orders are claimed by one row. The claim only tells others at once: what keeps an order from being bought twice is what
 * keeps any two clicks apart.
 */
import type { Source } from '@omni/domain/catalog/sources.ts'
import type { PaymentUse } from '@omni/domain/ledger/plan-payment.ts'
import type { OrderSettings } from '@omni/domain/order-settings/order-settings.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { enqueue } from '../../platform/jobs.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { returnFeature } from '../billing/grant-feature.ts'
import { recordEventsOfOrders } from '../orders/order-events.ts'
import { acceptOrders } from './jobs.ts'
import { type Buyer, cardPartOf, type LeftOut, ordersOf, type Purchase, type Terms } from './plan-purchases.ts'
import type { Click } from './write-purchases.ts'

export interface PlanId {
  workplace_id: string
  plan_id: string
}

/** A row of `placement_clicks`. */
export interface KeptClick extends PlanId {
  user_id: string
  run_id: string
  accepted: number
  /** In the order of the list. */
  orders: string[]
  turn_no: number
  is_whole: boolean
  quota_cycle: string | null
  use: PaymentUse
  accounts: [source: string, account_key: string][]
  settings: [source: string, OrderSettings][]
}

export async function claimOrders(
  tx: Tx,
  { workplace_id, user_id, now }: Buyer,
  { plan_id, run_id, quota_cycle, turn_no }: Click,
  purchases: readonly Purchase[],
  { paying, accounts, settings }: Terms,
): Promise<void> {
  const orders = ordersOf(purchases)
  await tx
    .insertInto('placement_clicks')
    .values({
      workplace_id,
      plan_id,
      user_id,
      run_id,
      clicked_at: now,
      accepted: orders.length,
      orders,
      turn_no,
      is_whole: purchases.some((purchase) => cardPartOf(purchase) > 0),
      quota_cycle,
      use: paying.use,
      accounts: JSON.stringify([...accounts]),
      settings: JSON.stringify([...settings]),
    })
    .execute()
  await enqueue(tx, acceptOrders, { workplace_id, plan_id })
}

/** Until the end of the transaction nobody else writes purchases of this click, or takes its claim back. */
export async function lockClick(tx: Tx, { workplace_id, plan_id }: PlanId): Promise<KeptClick | undefined> {
  const row = await tx
    .selectFrom('placement_clicks')
    .selectAll()
    .where((eb) => eb.and({ workplace_id, plan_id }))
    .forUpdate()
    .executeTakeFirst()
  return row as unknown as KeptClick | undefined // as `claimOrders` wrote it
}

/** They are claimed no more. True: none of the click is. */
export async function unclaim(tx: Tx, { workplace_id, plan_id, orders, turn_no }: KeptClick, done: readonly string[]) {
  const gone = new Set(done)
  const left = orders.filter((order_id) => !gone.has(order_id))
  const isOver = left.length === 0
  const row = { workplace_id, plan_id }
  if (isOver)
    await tx
      .deleteFrom('placement_clicks')
      .where((eb) => eb.and(row))
      .execute()
  else
    await tx
      .updateTable('placement_clicks')
      .set({ orders: left, turn_no: turn_no + done.length })
      .where((eb) => eb.and(row))
      .execute()
  await publishToWorkplace(tx, workplace_id, ['orders.changed', 'placement.changed'], {})
  return isOver
}

/** Orders that were accepted and are not bought after all: the plan, the timelines and the quota know of it. */
export async function leaveOut(
  tx: Tx,
  click: KeptClick,
  { left_out, gone = 0, now }: { left_out: LeftOut; /** How many are no orders any more. */ gone?: number; now: Date },
): Promise<void> {
  const fewer = left_out.length + gone
  if (fewer === 0) return
  const { workplace_id, plan_id } = click
  await sql`
    update placement_plans set placed = placed || jsonb_build_object('accepted', (placed ->> 'accepted')::int - ${fewer}::int,
      'left_out', (placed -> 'left_out') || ${JSON.stringify(left_out)}::jsonb)
    where workplace_id = ${workplace_id} and plan_id = ${plan_id}`.execute(tx)
  await recordEventsOfOrders(
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
  await giveQuotaBack(tx, click, fewer)
}

async function giveQuotaBack(tx: Tx, { workplace_id, quota_cycle }: KeptClick, orders: number): Promise<void> {
  if (quota_cycle === null) return
  await returnFeature(tx, { workplace_id, feature: 'ORDER_FULFILLMENT', cycle_start: quota_cycle }, orders)
}

/** A person stops what is being placed, and of these nothing was begun: all, or those that need one source. */
export async function stopClaims(
  tx: Tx,
  { workplace_id, user_id, now }: Pick<Ctx, 'workplace_id' | 'user_id' | 'now'>,
  source: Source | undefined,
): Promise<number> {
  const clicks = await tx
    .selectFrom('placement_clicks')
    .select('plan_id')
    .where('workplace_id', '=', workplace_id)
    .orderBy('plan_id')
    .execute()
  let stopped = 0
  for (const { plan_id } of clicks) {
    const click = await lockClick(tx, { workplace_id, plan_id })
    if (!click) continue
    const { rows } = await sql<{ order_id: string; sources: string[] }>`
      select order_id, jsonb_path_query_array(baskets, '$[*].source') as sources from placement_plan_orders
      where workplace_id = ${workplace_id} and plan_id = ${plan_id} and order_id = any(${click.orders}::uuid[])`.execute(
      tx,
    )
    const meant = rows.filter(({ sources }) => source === undefined || sources.includes(source))
    if (meant.length === 0) continue
    const stop = { kind: 'buying_stopped' as const, who: 'person' as const, user_id, happened_at: now }
    await recordEventsOfOrders(
      tx,
      workplace_id,
      meant.flatMap(({ order_id, sources }) => sources.map((of) => ({ ...stop, order_id, params: { source: of } }))),
    )
    await giveQuotaBack(tx, click, meant.length)
    await unclaim(
      tx,
      click,
      meant.map(({ order_id }) => order_id),
    )
    stopped += meant.length
  }
  return stopped
}
