import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { enqueue, work } from '../../platform/jobs.ts'
import { tellWorkplace } from '../../platform/realtime.ts'
import { createNotification } from '../notifications/create-notification.ts'
import { payingBy } from '../wallet/paying-by.ts'
import { type KeptClick, leaveOut, lockClick, type PlanId } from './claims.ts'
import { acceptOrders } from './jobs.ts'
import { accountKeys, chosenOrders, planPurchases, type Terms } from './plan-purchases.ts'
import { writePurchases } from './write-purchases.ts'

/** Orders whose purchases are written together. */
const SLICE = 100
/** A turn of one click, then others have theirs. */
const TURN_MS = 2_000
/** So often a click that cannot be written is tried as it is. Then one order is not allowed to keep the others. */
const TRIED_WHOLE = 3

/**
 * Writes the purchases of a click that was accepted, as the click itself would have done. Each slice is one transaction with
 * the end of its claims: killed anywhere and run again, it goes on with what is still claimed.
 */
export const acceptOrdersJob = work(acceptOrders, async (ctx, id) => {
  const until = performance.now() + TURN_MS
  while (await acceptSlice(ctx, id))
    if (performance.now() > until) {
      await ctx.db.tx((tx) => enqueue(tx, acceptOrders, id))
      return
    }
})

/** Whether there was anything to write. */
async function acceptSlice(ctx: JobCtx, id: PlanId): Promise<boolean> {
  try {
    return await withClaims(ctx, id, SLICE, (...slice) => acceptClaims(ctx, ...slice))
  } catch (error) {
    if (ctx.attempt <= TRIED_WHOLE) throw error
    ctx.log.warn({ ...id, err: error }, 'orders of a click could not be accepted together')
  }
  try {
    return await withClaims(ctx, id, 1, (...slice) => acceptClaims(ctx, ...slice))
  } catch (error) {
    ctx.log.error({ ...id, err: error }, 'an order of a click could not be accepted')
    return withClaims(ctx, id, 1, (...slice) => giveUp(ctx, ...slice))
  }
}

interface Slice {
  click: KeptClick
  /** In the order of the list. */
  orders: string[]
  /** The place of the first one. */
  first_turn: number
}

/** The next orders of a click, in a transaction that ends their claims. */
const withClaims = (ctx: JobCtx, id: PlanId, size: number, act: (tx: Tx, id: PlanId, slice: Slice) => Promise<void>) =>
  ctx.db.tx(async (tx) => {
    const { workplace_id, plan_id } = id
    const click = await lockClick(tx, id)
    const { rows } = await sql<{ order_id: string; position: number }>`
      select order_id, position from placement_claims where workplace_id = ${workplace_id} and plan_id = ${plan_id}
      order by position limit ${click?.is_whole ? null : size}`.execute(tx)
    const [first] = rows
    if (!click || !first) return false
    const orders = rows.map(({ order_id }) => order_id)
    await act(tx, id, { click, orders, first_turn: first.position })
    await sql`delete from placement_claims where workplace_id = ${workplace_id} and order_id = any(${orders}::uuid[])
      and plan_id = ${plan_id}`.execute(tx)
    await tellWhenDone(tx, id, click)
    await tellWorkplace(tx, workplace_id, 'orders.changed', {})
    await tellWorkplace(tx, workplace_id, 'placement.changed', {})
    return true
  })

async function acceptClaims(ctx: JobCtx, tx: Tx, id: PlanId, { click, orders, first_turn }: Slice): Promise<void> {
  const { workplace_id, plan_id } = id
  const { run_id, quota_cycle } = click
  const buyer = { config: ctx.config, workplace_id, user_id: click.user_id, now: ctx.clock() }
  const chosen = await chosenOrders(tx, workplace_id, plan_id, sql`p.order_id = any(${orders}::uuid[])`)
  const agreed = new Map(click.accounts)
  const accounts = [...(await accountKeys(tx, workplace_id))].filter(([source, key]) => agreed.get(source) === key)
  const terms: Terms = {
    accounts: new Map(accounts),
    settings: new Map(click.settings),
    paying: await payingBy(tx, buyer, { use: click.use }),
    pay_later: click.pay_later,
  }
  const { purchases, left_out } = await planPurchases(tx, buyer, chosen, terms)
  await writePurchases(tx, buyer, { plan_id, run_id, quota_cycle, first_turn }, purchases, terms.paying)
  await leaveOut(tx, id, click, left_out, buyer.now)
}

/** Whatever keeps them from being written: a person is told, and can place them again. */
async function giveUp(ctx: JobCtx, tx: Tx, id: PlanId, { click, orders }: Slice): Promise<void> {
  const { rows } = await sql<{ order_id: string; number: string }>`
    select order_id, number from orders where workplace_id = ${id.workplace_id}
      and order_id = any(${orders}::uuid[])`.execute(tx)
  const left_out = rows.map((order) => ({ ...order, problem: 'not_started' as const }))
  await leaveOut(tx, id, click, left_out, ctx.clock())
}

/** Once for a click: the seller heard that all of it was accepted. */
async function tellWhenDone(tx: Tx, { workplace_id, plan_id }: PlanId, { user_id, orders, run_id }: KeptClick) {
  const { rows } = await sql<{ accepted: number }>`
    select (placed ->> 'accepted')::int as accepted from placement_plans p
    where workplace_id = ${workplace_id} and plan_id = ${plan_id} and not exists (select from placement_claims c
      where c.workplace_id = p.workplace_id and c.plan_id = p.plan_id)`.execute(tx)
  const [done] = rows
  if (!done || done.accepted === orders) return
  await createNotification(tx, {
    workplace_id,
    user_id,
    kind: 'order',
    message_key: 'not_placed',
    params: { orders: orders - done.accepted, of: orders },
    link: '/app/orders',
    cause: `not placed ${run_id}`,
  })
}
