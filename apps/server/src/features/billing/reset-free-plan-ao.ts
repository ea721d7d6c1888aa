import { FREE_PLAN } from '@omni/domain/billing/plan-catalogue.ts'
import { isChangePlanShown } from '@omni/domain/billing/plan-rules.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { emit } from '../../platform/outbox.ts'
import { refuse } from '../../platform/refuse.ts'
import { publish } from '../../platform/realtime.ts'
import { type Acted, actOnPlan } from './act-on-plan.ts'
import { planOf } from './plan-of.ts'
import { mustBeFree, startEnd } from './start-charge.ts'
import { publishPlan } from './write-charge.ts'

/** Foundation spec §7 payments/reset-free-plan-ao. A plan that was given and not bought ends here too. */
export const resetFreePlanAo = (ctx: Ctx): Promise<Acted> =>
  actOnPlan(ctx, async ({ tx, payer, subscription }) => {
    if (subscription) {
      await mustBeFree(tx, payer, ctx.now)
      return startEnd(tx, ctx.config, payer, subscription)
    }
    const user = await tx
      .selectFrom('users')
      .select(['plan_id', 'is_demo'])
      .where('user_id', '=', ctx.user_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (user.is_demo || !isChangePlanShown(planOf(user.plan_id).key)) refuse('billing.marketplace')
    await tx.updateTable('users').set({ plan_id: FREE_PLAN.id }).where('user_id', '=', ctx.user_id).execute()
    await publish(tx, ctx.user_id, 'account.changed', {})
    await emit(tx, 'plan.chosen', { workplace_id: ctx.workplace_id, user_id: ctx.user_id })
    await publishPlan(tx, ctx.user_id)
    return null
  })
