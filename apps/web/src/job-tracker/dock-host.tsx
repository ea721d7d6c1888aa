import { jobTrackerCalls } from '@omni/contracts/job-tracker.calls.ts'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useCall } from '../platform/query.ts'
import { useAddedProducts } from '../product-cards/added-products.ts'
// With the frame: styles that come later make the browser look at the whole page once more.
import './dock.module.css'
import { useJobsAtFirst } from './jobs-at-first.ts'
import { useConflicts, useUndoResults } from './use-undo-run.ts'

const Dock = lazy(() => import('./dock.tsx').then((module) => ({ default: module.Dock })))

/** The first screen comes first; what ran before the reload is read afterwards. */
const ASK_AFTER_MS = 2000

function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIdle(true), ASK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return idle
}

/** Bottom end of every screen: products being added and background jobs. Downloaded when there is something to show. */
export function DockHost() {
  const idle = useIdle()
  const added = useAddedProducts()
  const conflicts = useConflicts()
  useUndoResults()
  const jobs = useCall(jobTrackerCalls.listJobs, {}, { quiet: true, keep: true, enabled: idle })
  const { shown: entries, wasThere } = useJobsAtFirst(jobs.data?.entries)
  if (added.length + conflicts.length + entries.length === 0) return null
  return (
    <Suspense fallback={null}>
      <Dock added={added} entries={entries} conflicts={conflicts} wasThere={wasThere} />
    </Suspense>
  )
}
