import type { Out } from '@omni/contracts/kernel.ts'
import type { placementCalls } from '@omni/contracts/placement.calls.ts'
import type { PaymentUse } from '@omni/domain/ledger/plan-payment.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Tx } from '../../platform/db.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { emit } from '../../platform/outbox.ts'
import { refuse } from '../../platform/refuse.ts'
import { grantFeature, hasFeature } from '../billing/grant-feature.ts'
import { payingBy, type PaymentRequest } from '../wallet/paying-by.ts'
import { claimOrders } from './clicks.ts'
import { accountKeys, type Buyer, chosenOrders, ordersOf, planPurchases, settingsOf } from './plan-purchases.ts'
import { writePurchases } from './write-purchases.ts'

type Placed = Out<typeof placementCalls.placeOrders>

interface PlacingRequest {
  plan_id: string
  exclude: readonly string[]
  use?: PaymentUse | undefined
  /** What pays the part that the wallet does not; left out: the default method. */
  by?: PaymentRequest['by']
  /** It is created at the supplier and paid when a person says so, where the supplier can do that. */
  pay_later?: boolean
  /** Of more orders the purchases are written by a job, and the orders are claimed for it. */
  at_once?: number
}

/**
 * A click, in the caller's transaction: what is bought of a plan, and what is not. Either the purchases are written, or
 * the orders are claimed and `accept-orders.job.ts` writes them by the same rules. Nothing is sent here.
 */
export async function placePlan(tx: Tx, buyer: Buyer, request: PlacingRequest): Promise<Placed> {
  const { plan_id, exclude, use, by, pay_later = false, at_once = Infinity } = request
  const { workplace_id } = buyer
  const plan = await tx
    .selectFrom('placement_plans')
    .select('placed')
    .where('workplace_id', '=', workplace_id)
    .where('plan_id', '=', plan_id)
    .forUpdate()
    .executeTakeFirst()
  if (!plan) refuse('not_found')
  if (plan.placed !== null) return plan.placed as unknown as Placed // as it was written below
  const orders = await chosenOrders(tx, workplace_id, plan_id, sql`p.order_id <> all(${exclude}::uuid[])`)
  const terms = {
    accounts: await accountKeys(tx, workplace_id),
    settings: await settingsOf(tx, workplace_id, orders),
    paying: await payingBy(tx, buyer, { use, by }),
    pay_later,
  }
  const { purchases, left_out } = await planPurchases(tx, buyer, orders, terms)
  const bought = ordersOf(purchases)
  const quota_cycle = await takeQuota(tx, buyer, bought.length)
  const placed: Placed = { run_id: randomUUID(), accepted: bought.length, left_out }
  const click = { plan_id, run_id: placed.run_id, quota_cycle, turn_no: 0 }
  if (bought.length > at_once) await claimOrders(tx, buyer, click, purchases, terms)
  else await writePurchases(tx, buyer, click, purchases, terms.paying)
  await tx
    .updateTable('placement_plans')
    .set({ placed: JSON.stringify(placed) })
    .where('workplace_id', '=', workplace_id)
    .where('plan_id', '=', plan_id)
    .execute()
  if (bought.length > 0) await emit(tx, 'orders.placed', { workplace_id, user_id: buyer.user_id })
  await publishToWorkplace(tx, workplace_id, ['orders.changed', 'placement.changed'], {})
  return placed
}

/** ORDER_FULFILLMENT counts orders; several at once need BULK_ORDER_FULFILLMENT. */
async function takeQuota(tx: Tx, buyer: Buyer, orders: number): Promise<string | null> {
  if (orders === 0) return null
  if (orders > 1 && !(await hasFeature(tx, buyer.user_id, 'BULK_ORDER_FULFILLMENT', buyer.now)))
    refuse('placement.bulk_disabled')
  const { granted, limit, demo, cycle_start } = await grantFeature(tx, buyer, 'ORDER_FULFILLMENT', orders, buyer.now)
  if (demo) refuse('placement.demo_mode')
  if (granted < orders) refuse('placement.quota', { limit, total: orders })
  return cycle_start
}
