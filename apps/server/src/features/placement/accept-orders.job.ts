import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { enqueue, work } from '../../platform/jobs.ts'
import { createNotification } from '../notifications/create-notification.ts'
import { payingBy } from '../wallet/paying-by.ts'
import { type KeptClick, leaveOut, lockClick, type PlanId, unclaim } from './clicks.ts'
import { acceptOrders } from './jobs.ts'
import { accountKeys, chosenOrders, planPurchases, type Terms } from './plan-purchases.ts'
import { writePurchases } from './write-purchases.ts'

/** Orders whose purchases are written together. */
const SLICE = 100
/** A turn of one click, then others have theirs. */
const TURN_MS = 2_000
/** So often a slice that cannot be written is tried as it is. Then one order does not keep the others any more. */
const TRIED_WHOLE = 3

/**
 * Writes the purchases of a click that was accepted, as the click itself would have done. Each slice is one transaction with
 * the end of its claim: killed anywhere and run again, it goes on with what is still claimed.
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
    return await takeSlice(ctx, id, SLICE, accept)
  } catch (error) {
    if (ctx.attempt <= TRIED_WHOLE) throw error
    ctx.log.warn({ ...id, err: error }, 'orders of a click could not be accepted together')
  }
  try {
    return await takeSlice(ctx, id, 1, accept)
  } catch (error) {
    ctx.log.error({ ...id, err: error }, 'an order of a click could not be accepted')
    return takeSlice(ctx, id, 1, giveUp)
  }
}

type Act = (ctx: JobCtx, tx: Tx, click: KeptClick, orders: readonly string[]) => Promise<void>

/** The next orders of a click, in a transaction that ends their claim. */
const takeSlice = (ctx: JobCtx, id: PlanId, size: number, act: Act): Promise<boolean> =>
  ctx.db.tx(async (tx) => {
    const click = await lockClick(tx, id)
    if (!click) return false
    const orders = click.is_whole ? click.orders : click.orders.slice(0, size)
    await act(ctx, tx, click, orders)
    if (await unclaim(tx, click, orders)) await notifyLeftOut(tx, click)
    return true
  })

async function accept(ctx: JobCtx, tx: Tx, click: KeptClick, orders: readonly string[]): Promise<void> {
  const { workplace_id, plan_id, user_id } = click
  const buyer = { config: ctx.config, workplace_id, user_id, now: ctx.clock() }
  const chosen = await chosenOrders(tx, workplace_id, plan_id, sql`p.order_id = any(${orders}::uuid[])`)
  const agreed = new Map(click.accounts)
  const accounts = [...(await accountKeys(tx, workplace_id))].filter(([source, key]) => agreed.get(source) === key)
  const terms: Terms = {
    accounts: new Map(accounts),
    settings: new Map(click.settings),
    paying: await payingBy(tx, buyer, { use: click.use }),
    // A rule's alone, and those are written at once.
    pay_later: false,
  }
  const { purchases, left_out } = await planPurchases(tx, buyer, chosen, terms)
  await writePurchases(tx, buyer, click, purchases, terms.paying)
  await leaveOut(tx, click, { left_out, gone: orders.length - chosen.length, now: buyer.now })
}

/** Whatever keeps them from being written: a person is told, and can place them again. */
const giveUp: Act = async (ctx, tx, click, orders) => {
  const { rows } = await sql<{ order_id: string; number: string }>`
    select order_id, number from orders where workplace_id = ${click.workplace_id}
      and order_id = any(${orders}::uuid[])`.execute(tx)
  const left_out = rows.map((order) => ({ ...order, problem: 'not_started' as const }))
  await leaveOut(tx, click, { left_out, gone: orders.length - rows.length, now: ctx.clock() })
}

/** Once for a click, at its end: the seller heard that all of it was accepted. */
async function notifyLeftOut(
  tx: Tx,
  { workplace_id, plan_id, user_id, run_id, accepted: of }: KeptClick,
): Promise<void> {
  const { rows } = await sql<{ accepted: number }>`
    select (placed ->> 'accepted')::int as accepted from placement_plans
    where workplace_id = ${workplace_id} and plan_id = ${plan_id}`.execute(tx)
  const orders = of - (rows[0]?.accepted ?? of)
  if (orders === 0) return
  await createNotification(tx, {
    workplace_id,
    user_id,
    message_key: 'not_placed',
    params: { orders, of },
    link: '/app/orders',
    cause: `not placed ${run_id}`,
  })
}
