/** The one panel or dialog of the shell that is open: never two on top of each other (design/ui.md). */
import { observable, useObservable } from './observable.ts'

export type PanelName =
  | 'workplaces'
  | 'create_workplace'
  | 'palette'
  | 'keys'
  | 'more'
  | 'real_account'
  | 'upgrade'
  | 'upgrade_listings'

const open = observable<PanelName | null>(null)

export const openPanel = (name: PanelName) => open.set(name)
export const closePanel = () => open.set(null)
export const useOpenPanel = () => useObservable(open)
