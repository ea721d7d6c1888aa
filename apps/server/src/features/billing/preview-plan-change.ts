import type { billingCalls } from '@omni/contracts/billing.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import { FEATURES } from '@omni/domain/billing/features.ts'
import { findPlan, type Plan } from '@omni/domain/billing/plan-catalogue.ts'
import { isUnlimited } from '@omni/domain/billing/plan-rules.ts'
import { isSold, planChange } from '@omni/domain/billing/subscription.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { refuseUnpaid } from '../stores/must-not-owe.ts'
import { homePlace, isSetUp, openProvider, placeOf, priceOf } from './plan-place.ts'
import { livingSubscription, payerOf, paying, toSubscription } from './subscription-row.ts'
import { type PlanState, planState } from './usage.ts'

type Preview = Out<typeof billingCalls.previewPlanChange>

/** spec: not shown. The provider prorates, by the minute; we never do. No connection is held while it is asked. */
export async function previewPlanChange(
  ctx: Ctx,
  { package_id }: In<typeof billingCalls.previewPlanChange>,
): Promise<Preview> {
  const plan = findPlan(package_id) ?? refuse('not_found')
  const payer = await payerOf(ctx)
  const { row, place } = await paying(ctx, payer).read(async (tx) => {
    const living = await livingSubscription(tx, payer)
    return { row: living, place: living ? placeOf(living) : await homePlace(tx, ctx.config, ctx.user_id) }
  })
  if (!isSetUp(ctx.config, place)) refuse('billing.not_set_up')
  const state = await ctx.db.read((tx) => planState(tx, ctx.user_id, ctx.now))
  const shared = {
    package_id: plan.id,
    currency: 'USD',
    tax: 0,
    credit: 0,
    charge: 0,
    exceeded: exceededBy(plan, state),
  }
  const none = { ...shared, recurring: plan.price, next_billed_at: null }
  const price_ref = priceOf(ctx.config, place, plan.id)
  if (!isSold(plan) || price_ref === null) refuse('billing.plan_not_sold', {}, { field: 'package_id' })
  if (!row) return { ...none, kind: 'subscribe', due_now: plan.price, charge: plan.price }
  const change = planChange(toSubscription(row), plan, ctx.now.getTime())
  if (!change.ok) {
    if (change.reason === 'plan_unpaid') refuseUnpaid(ctx)
    if (change.reason === 'first_cycle_downgrade') refuse('first_cycle_downgrade_failed')
    return refuse(`refusal.${change.reason}`, {}, { field: 'package_id' })
  }
  if (change.value !== 'upgrade') return { ...none, kind: change.value, due_now: 0, next_billed_at: row.next_billed_at }
  try {
    const { in_place } = await openProvider(ctx, place)
    // It prorates too, and says so on its own page before anything is approved.
    if (!in_place) return { ...none, kind: 'upgrade', due_now: null, next_billed_at: row.next_billed_at }
    const { next_billed_at, ...figures } = await in_place.previewChange({
      subscription_ref: row.provider_ref,
      price_ref,
      bills: 'now',
    })
    return { ...shared, ...figures, kind: 'upgrade', next_billed_at: next_billed_at?.toISOString() ?? null }
  } catch (error) {
    if (error instanceof VendorError) refuse('billing.provider_down')
    throw error
  }
}

/** What would be above its limit. */
const exceededBy = (plan: Plan, { usage }: PlanState): Preview['exceeded'] =>
  FEATURES.flatMap((feature) => {
    const { limit } = plan.features[feature]
    const used = usage[feature] ?? 0
    return !isUnlimited(limit) && used > limit ? [{ feature, usage: used, limit }] : []
  })
