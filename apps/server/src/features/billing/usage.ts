import { cycleEnd, cycleStart } from '@omni/domain/billing/cycle.ts'
import { isFeatureKey, type FeatureKey } from '@omni/domain/billing/features.ts'
import type { Plan } from '@omni/domain/billing/plan-catalogue.ts'
import { isUnlimited, MONTHLY_CYCLE_DAYS } from '@omni/domain/billing/plan-rules.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { planOf } from './plan-of.ts'

export interface PlanState {
  /** Its limits are with what was bought on top. */
  plan: Plan
  usage: Partial<Record<FeatureKey, number>>
  user: { is_demo: boolean; is_ab: boolean; payment_mode: string }
  /** The running cycle of the counters. They run by the month, also for a plan that is paid by the year. */
  cycle: { since: Date; until: Date }
}

/** The account's plan and what of it is used in the running cycle, over all its workplaces. */
export async function planState(tx: Tx, user_id: string, now: Date): Promise<PlanState> {
  const user = await tx
    .selectFrom('users')
    .select(['plan_id', 'created_at', 'is_demo', 'is_ab', 'payment_mode'])
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  const began = new Date(user.created_at)
  const since = cycleStart(began, now, MONTHLY_CYCLE_DAYS)
  // A standing feature (how many there are now) is kept under the first day of all.
  const { rows } = await sql<{ feature: string; usage: number; extra: number }>`
    select f.feature, sum(f.usage)::bigint as usage, 0::bigint as extra
      from workplace_members m join feature_usage f using (workplace_id)
      where m.user_id = ${user_id} and f.cycle_start in (${since}::date, '1970-01-01') group by f.feature
    union all select 'WORKPLACE_LIMIT', count(*), 0 from workplace_members m where m.user_id = ${user_id}
    union all select feature, 0, amount from extra_quotas_of(${user_id}, ${since}::date)`.execute(tx)
  const usage: PlanState['usage'] = {}
  const extra: PlanState['usage'] = {}
  for (const row of rows) {
    if (!isFeatureKey(row.feature)) continue
    usage[row.feature] = (usage[row.feature] ?? 0) + row.usage
    extra[row.feature] = (extra[row.feature] ?? 0) + row.extra
  }
  const cycle = { since: new Date(since), until: cycleEnd(began, now, MONTHLY_CYCLE_DAYS) }
  return { plan: withExtras(planOf(user.plan_id), extra), usage, user, cycle }
}

function withExtras(plan: Plan, extra: PlanState['usage']): Plan {
  const features = { ...plan.features }
  for (const key of Object.keys(extra).filter(isFeatureKey)) {
    const { limit } = features[key]
    if (!isUnlimited(limit)) features[key] = { ...features[key], limit: limit + (extra[key] ?? 0) }
  }
  return { ...plan, features }
}
