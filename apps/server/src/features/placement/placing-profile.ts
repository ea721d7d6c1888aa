import { suppliers } from '@omni/connectors/suppliers/registry.ts'
import type { SupplierDefinition } from '@omni/connectors/suppliers/supplier.ts'
import type { Source } from '@omni/domain/catalog/sources.ts'
import type { AttemptProfile } from '@omni/domain/attempts/attempt.ts'
import { EXTENSION_PLACING, isExtensionSource } from '@omni/domain/placement/extension.ts'
import type { PlacementProfile } from '@omni/domain/placement/placement.ts'
import type { Config } from '../../platform/config.ts'

// each keeps its own types inside
const definitions = suppliers as unknown as Record<Source, SupplierDefinition>

/** What a supplier promises about buying. A rehearsal may say how long it takes; what has begun keeps its own times. */
export function profileOf({ PLACEMENT_LANDS_MS: ms }: Pick<Config, 'PLACEMENT_LANDS_MS'>, source: Source) {
  const placing = isExtensionSource(source) ? EXTENSION_PLACING : definitions[source].placing
  if (!placing) throw new Error(`${source} is not bought from here`)
  return ms === undefined ? placing : rehearsed(placing, ms)
}

function rehearsed(placing: PlacementProfile, ms: number): PlacementProfile {
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
