import type { billingCalls } from '@omni/contracts/billing.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { findPlan } from '@omni/domain/billing/plan-catalogue.ts'
import { isSold, planChange } from '@omni/domain/billing/subscription.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { refuseUnpaid } from '../stores/must-not-owe.ts'
import { type Acted, actOnPlan } from './act-on-plan.ts'
import { changesInPlace } from './plan-place.ts'
import { mustBeFree, startChange, startReplacement, startSubscribe } from './start-charge.ts'
import { latestSubscription, toSubscription } from './subscription-row.ts'
import { publishPlan } from './write-charge.ts'

/** Foundation spec §7 payments/charge-subscription. Reaches no provider: a job does. */
export async function chargeSubscription(
  ctx: Ctx,
  { package_id }: In<typeof billingCalls.chargeSubscription>,
): Promise<Acted> {
  const plan = findPlan(package_id) ?? refuse('not_found')
  return actOnPlan(ctx, async ({ tx, payer, subscription, place }) => {
    const user = await tx
      .selectFrom('users')
      .select(['is_demo', 'from_user_mkt'])
      .where('user_id', '=', ctx.user_id)
      .executeTakeFirstOrThrow()
    if (user.is_demo) refuse('billing.demo_mode')
    if (user.from_user_mkt) refuse('billing.marketplace')
    if (!subscription) {
      if (!isSold(plan)) refuse('billing.plan_not_sold', {}, { field: 'package_id' })
      const before = await latestSubscription(tx, payer)
      return startSubscribe(tx, ctx.config, payer, place, plan, before?.customer_ref ?? null)
    }
    const change = planChange(toSubscription(subscription), plan, ctx.now.getTime())
    if (!change.ok) {
      if (change.reason === 'plan_unpaid') refuseUnpaid(ctx)
      if (change.reason === 'first_cycle_downgrade') refuse('first_cycle_downgrade_failed')
      return refuse(`refusal.${change.reason}`, {}, { field: 'package_id' })
    }
    await mustBeFree(tx, payer, ctx.now)
    if (!changesInPlace(place)) {
      // The plan one has is kept by approving nothing else.
      if (change.value === 'keep') return null
      return startReplacement(tx, ctx.config, payer, subscription, plan, change.value)
    }
    const set = (next_plan_id: string | null) =>
      tx
        .updateTable('subscriptions')
        .set({ next_plan_id, next_sent: false, check_at: ctx.now })
        .where('workplace_id', '=', payer.workplace_id)
        .where('subscription_id', '=', subscription.subscription_id)
        .execute()
    if (change.value === 'upgrade') {
      // Paid at once, and what was planned for the next cycle is forgotten.
      await set(null)
      return startChange(tx, ctx.config, payer, subscription, { plan_id: plan.id, bills: 'now' })
    }
    // What the provider knows already is taken back there, before anything else is planned.
    if (subscription.next_sent) {
      await set(change.value === 'keep' ? null : plan.id)
      return startChange(tx, ctx.config, payer, subscription, { plan_id: plan.id, bills: 'nothing' })
    }
    await set(change.value === 'keep' ? null : plan.id)
    await publishPlan(tx, ctx.user_id)
    return null
  })
}
