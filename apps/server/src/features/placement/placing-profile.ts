import type { Source } from '@omni/domain/catalog/sources.ts'
import type { AttemptProfile } from '@omni/domain/attempts/attempt.ts'
import type { PlacementProfile } from '@omni/domain/placement/placement.ts'
import type { BaseCtx } from '../../platform/ctx.ts'

/** What a supplier promises about buying. A rehearsal may say how long it takes; what has begun keeps its own times. */
export function profileOf(
  { services, config }: Pick<BaseCtx, 'services' | 'config'>,
  source: Source,
): PlacementProfile {
  const { placing } = services.suppliers.definition(source)
  if (!placing) throw new Error(`${source} is not bought from here`)
  const ms = config.PLACEMENT_LANDS_MS
  if (ms === undefined) return placing
  const quick = (profile: AttemptProfile): AttemptProfile => ({
    ...profile,
    send_within_ms: Math.min(profile.send_within_ms, ms),
    answers_within_ms: ms,
    lands_within_ms: ms,
    shows_within_ms: ms,
  })
  return {
    ...placing,
    create: quick(placing.create),
    confirm: placing.confirm && quick(placing.confirm),
    pay: typeof placing.pay === 'string' ? placing.pay : quick(placing.pay),
  }
}
