/** The one panel or dialog of the shell that is open: never two on top of each other (design/ui.md). */
import type { FeatureKey } from '@omni/domain/billing/features.ts'
import { track } from './track.ts'
import { observable, useObservable } from './observable.ts'

export type PanelName = 'workplaces' | 'create_workplace' | 'palette' | 'keys' | 'more' | 'real_account' | 'upgrade'

const open = observable<PanelName | null>(null)

export const openPanel = (name: PanelName) => open.set(name)
export const closePanel = () => open.set(null)
export const useOpenPanel = () => useObservable(open)

/** What the plan does not allow, or not any more. */
const lacking = observable<FeatureKey>('IMPORT_PRODUCT')
export const useLackingFeature = () => useObservable(lacking)

/** Sourcing spec §4, §8: the upgrade banner of a feature. */
export function openUpgrade(feature: FeatureKey) {
  lacking.set(feature)
  track('upgrade_shown', { feature })
  open.set('upgrade')
}
