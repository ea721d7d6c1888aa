import { cycleStart } from '@omni/domain/billing/cycle.ts'
import { isFeatureKey, type FeatureKey } from '@omni/domain/billing/features.ts'
import type { Plan } from '@omni/domain/billing/plan-catalogue.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { planOf } from './plan-of.ts'

export interface PlanState {
  plan: Plan
  usage: Partial<Record<FeatureKey, number>>
  user: { is_demo: boolean; is_ab: boolean; payment_mode: string }
}

/** The account's plan and what of it is used in the running cycle, over all its workplaces. */
export async function planState(tx: Tx, user_id: string, now: Date): Promise<PlanState> {
  const user = await tx
    .selectFrom('users')
    .select(['plan_id', 'created_at', 'is_demo', 'is_ab', 'payment_mode'])
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  const plan = planOf(user.plan_id)
  const since = cycleStart(new Date(user.created_at), now, plan.cycle)
  // A standing feature (how many there are now) is kept under the first day of all.
  const { rows } = await sql<{ feature: string; usage: number }>`
    select f.feature, sum(f.usage)::bigint as usage from workplace_members m join feature_usage f using (workplace_id)
      where m.user_id = ${user_id} and f.cycle_start in (${since}::date, '1970-01-01') group by f.feature
    union all select 'WORKPLACE_LIMIT', count(*) from workplace_members m where m.user_id = ${user_id}`.execute(tx)
  const usage: PlanState['usage'] = {}
  for (const row of rows) if (isFeatureKey(row.feature)) usage[row.feature] = row.usage
  return { plan, usage, user }
}
