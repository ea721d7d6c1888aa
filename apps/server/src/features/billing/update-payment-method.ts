import type { Ctx } from '../../platform/ctx.ts'
import { enqueue } from '../../platform/jobs.ts'
import { refuse } from '../../platform/refuse.ts'
import { type Acted, actOnPlan } from './act-on-plan.ts'
import { openMethodPage } from './jobs.ts'
import { changesInPlace } from './plan-place.ts'
import { insertMethod } from './start-charge.ts'

/** Foundation spec §7 payments/update-payment-method. The card is typed on the provider's page, which a job asks for. */
export const updatePaymentMethod = (ctx: Ctx): Promise<Acted> =>
  actOnPlan(ctx, async ({ tx, payer, subscription, place }) => {
    if (!subscription) refuse('billing.no_subscription')
    if (!changesInPlace(place)) refuse('billing.paid_in_store')
    const row = await insertMethod(tx, payer, subscription)
    await enqueue(tx, openMethodPage, { workplace_id: payer.workplace_id, charge_id: row.charge_id })
    return row
  })
