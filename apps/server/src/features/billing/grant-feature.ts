import { cycleStart } from '@omni/domain/billing/cycle.ts'
import { FEATURE_TYPES, type FeatureKey } from '@omni/domain/billing/features.ts'
import { isBlockedInDemo, isUnlimited, MONTHLY_CYCLE_DAYS } from '@omni/domain/billing/plan-rules.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { planState } from './usage.ts'

export interface Granted {
  granted: number
  limit: number
  usage: number
  demo: boolean
  /** What was granted is given back to this cycle. */
  cycle_start: string | null
}

/**
 * Uses up a feature as often as the plan still allows, at most `wanted` times, in the caller's transaction: what rolls
 * back was not used.
 */
export async function grantFeature(
  tx: Tx,
  who: { user_id: string; workplace_id: string },
  feature: FeatureKey,
  wanted: number,
  now: Date,
): Promise<Granted> {
  // The limit holds for the account over all its workplaces, so two of them must not read the same usage.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${who.user_id} ${feature}`}, 0))`.execute(tx)
  const { plan, usage: used, user } = await planState(tx, who.user_id, now)
  const [limit, usage] = [plan.features[feature]?.limit ?? 0, used[feature] ?? 0]
  if (isBlockedInDemo(user.is_demo, feature)) return { granted: 0, limit, usage, demo: true, cycle_start: null }
  const granted = isUnlimited(limit) ? wanted : Math.max(0, Math.min(wanted, limit - usage))
  let cycle_start: string | null = null
  if (granted > 0) {
    const { created_at } = await tx
      .selectFrom('users')
      .select('created_at')
      .where('user_id', '=', who.user_id)
      .executeTakeFirstOrThrow()
    cycle_start =
      FEATURE_TYPES[feature] === 'standing' ? '1970-01-01' : cycleStart(new Date(created_at), now, MONTHLY_CYCLE_DAYS)
    await sql`insert into feature_usage as f (workplace_id, feature, cycle_start, usage)
      values (${who.workplace_id}, ${feature}, ${cycle_start}::date, ${granted})
      on conflict (workplace_id, feature, cycle_start) do update set usage = f.usage + ${granted}`.execute(tx)
  }
  return { granted, limit, usage: usage + granted, demo: false, cycle_start }
}

/** What was granted and not used after all goes back to the cycle it came from. */
export async function returnFeature(
  tx: Tx,
  { workplace_id, feature, cycle_start }: { workplace_id: string; feature: FeatureKey; cycle_start: string },
  count: number,
): Promise<void> {
  await sql`update feature_usage set usage = greatest(0, usage - ${count})
    where workplace_id = ${workplace_id} and feature = ${feature} and cycle_start = ${cycle_start}::date`.execute(tx)
}

/** A feature that is on or off: never counted. */
export async function hasFeature(tx: Tx, user_id: string, feature: FeatureKey, now: Date): Promise<boolean> {
  const { plan } = await planState(tx, user_id, now)
  const { limit } = plan.features[feature]
  return limit > 0 || isUnlimited(limit)
}

/** How many may exist at one time, where the caller itself counts what exists, under a lock of its own. */
export async function limitOf(tx: Tx, user_id: string, feature: FeatureKey, now: Date): Promise<number> {
  const { plan } = await planState(tx, user_id, now)
  return plan.features[feature].limit
}
