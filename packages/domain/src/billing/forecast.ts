import { FEATURE_TYPES, type FeatureKey } from './features.ts'
import { isUnlimited } from './plan-rules.ts'

const DAY_MS = 86_400_000
/** A rate from less than this is chance. */
const SEEN_AT_LEAST_MS = DAY_MS

export interface CycleUse {
  limit: number
  usage: number
  /** The running cycle. */
  since: Date
  until: Date
}

/**
 * The day (UTC) on which a quota will be used up if it goes on like this. Null: not in this cycle, or not to be told.
 * Only what is counted by the cycle has a rate: of what exists now, nobody knows how fast it came.
 */
export function runsOutOn(feature: FeatureKey, { limit, usage, since, until }: CycleUse, now: Date): string | null {
  if (FEATURE_TYPES[feature] !== 'per_cycle' || isUnlimited(limit) || limit <= 0 || usage <= 0) return null
  if (usage >= limit) return now.toISOString().slice(0, 10)
  const passed = Math.max(now.getTime() - since.getTime(), SEEN_AT_LEAST_MS)
  const end = now.getTime() + ((limit - usage) * passed) / usage
  return end < until.getTime() ? new Date(end).toISOString().slice(0, 10) : null
}
