import type { JobEntry } from '@omni/contracts/products.fields.ts'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { loadWorkTexts, useT } from '../platform/i18n.ts'
import type { AddedProduct } from '../product-cards/added-products.ts'
import { AddedStack } from './added-stack.tsx'
import classes from './dock.module.css'
import type { Asked } from './placing-trackers.tsx'
import type { Placing } from './purchase-texts.ts'
import { Tracker } from './tracker.tsx'
import type { Following, Tracked } from './use-tracked.ts'
import type { Conflict } from './use-undo-run.ts'

const GAP = 10
/** With the words of the work screens, which may not have come yet where it opens. */
const ConflictsDialog = lazy(async () => {
  const [{ ConflictsDialog: component }] = await Promise.all([import('./conflicts-dialog.tsx'), loadWorkTexts()])
  return { default: component }
})

const PlacingTracker = lazy(async () => {
  const [{ PlacingTracker: component }] = await Promise.all([import('./placing-trackers.tsx'), loadWorkTexts()])
  return { default: component }
})
const SyncTracker = lazy(async () => {
  const [{ SyncTracker: component }] = await Promise.all([import('./placing-trackers.tsx'), loadWorkTexts()])
  return { default: component }
})

interface DockProps {
  added: readonly AddedProduct[]
  entries: readonly JobEntry[]
  conflicts: readonly Conflict[]
  /** The jobs ran before this page was opened. */
  wasThere: boolean
  placing: Following<Placing & Tracked>
  sync: Following<Asked & Tracked>
}

/** Look 13: toasts stand on top of it, so they have to know how high it is. */
export function Dock({ added, entries, conflicts, wasThere, placing, sync }: DockProps) {
  const t = useT()
  const frame = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const root = document.documentElement.style
    const observer = new ResizeObserver(() => {
      const height = element.offsetHeight
      root.setProperty('--dock-block', height > 0 ? `${height + GAP}px` : '0px')
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      root.removeProperty('--dock-block')
    }
  }, [])
  return (
    <>
      <section ref={frame} className={classes.dock} aria-label={t('jobs.region')}>
        <AddedStack entries={added} />
        {entries.length > 0 ? <Tracker entries={entries} wasThere={wasThere} /> : null}
        <Suspense fallback={null}>
          {placing.shown.length > 0 ? <PlacingTracker {...placing} /> : null}
          {sync.shown.length > 0 ? <SyncTracker {...sync} /> : null}
        </Suspense>
      </section>
      {conflicts.length > 0 ? (
        <Suspense fallback={null}>
          <ConflictsDialog conflicts={conflicts} />
        </Suspense>
      ) : null}
    </>
  )
}
