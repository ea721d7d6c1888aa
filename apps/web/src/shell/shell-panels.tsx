import { lazy, Suspense, useState } from 'react'
import { closePanel, type PanelName, useOpenPanel } from '../platform/panels.ts'

const CommandPalette = lazy(() =>
  import('./command-palette.tsx').then((module) => ({ default: module.CommandPalette })),
)
const KeyboardHelp = lazy(() => import('./keyboard-help.tsx').then((module) => ({ default: module.KeyboardHelp })))
const WorkplacePanel = lazy(() =>
  import('./workplace-panel.tsx').then((module) => ({ default: module.WorkplacePanel })),
)
const MoreSheet = lazy(() => import('./more-sheet.tsx').then((module) => ({ default: module.MoreSheet })))
const RealAccountPanel = lazy(() =>
  import('./real-account-panel.tsx').then((module) => ({ default: module.RealAccountPanel })),
)
const UpgradePrompt = lazy(() =>
  import('../product-cards/upgrade-prompt.tsx').then((module) => ({ default: module.UpgradePrompt })),
)

/** Each is downloaded when it is first opened and then kept, so that closing can play its transition. */
export function ShellPanels() {
  const open = useOpenPanel()
  const [used, setUsed] = useState<ReadonlySet<PanelName>>(new Set())
  if (open && !used.has(open)) setUsed(new Set(used).add(open))
  const has = (name: PanelName) => used.has(name)
  return (
    <Suspense fallback={null}>
      {has('palette') ? <CommandPalette opened={open === 'palette'} onClose={closePanel} /> : null}
      {has('keys') ? <KeyboardHelp opened={open === 'keys'} onClose={closePanel} /> : null}
      {has('workplaces') || has('create_workplace') ? (
        <WorkplacePanel
          opened={open === 'workplaces' || open === 'create_workplace'}
          creating={open === 'create_workplace'}
          onClose={closePanel}
        />
      ) : null}
      {has('more') ? <MoreSheet opened={open === 'more'} onClose={closePanel} /> : null}
      {has('upgrade') ? <UpgradePrompt opened={open === 'upgrade'} onClose={closePanel} /> : null}
      {has('real_account') ? <RealAccountPanel opened={open === 'real_account'} onClose={closePanel} /> : null}
    </Suspense>
  )
}
