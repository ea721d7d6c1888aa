import type { JobEntry } from '@omni/contracts/products.fields.ts'
import { jobTrackerCalls } from '@omni/contracts/job-tracker.calls.ts'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useCall } from '../platform/query.ts'
import { store, stored } from '../platform/storage.ts'
import { useAddedProducts } from '../product-cards/added-products.ts'
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

const FIRST_KEY = 'omni.jobs-at-first'

/** What ran when this tab was opened: it did not begin that. A reload is the same tab. */
function useFirstKeys(entries: readonly JobEntry[] | undefined): readonly string[] | null {
  const [keys, setKeys] = useState(() => stored(FIRST_KEY, 'sessionStorage')?.split('\n') ?? null)
  const isFirst = keys === null && entries !== undefined
  const now = entries?.map(({ key }) => key) ?? []
  if (isFirst) setKeys(now)
  useEffect(() => {
    if (keys !== null) store(FIRST_KEY, keys.join('\n'), 'sessionStorage')
  }, [keys])
  return isFirst ? now : keys
}

/** Bottom end of every screen: products being added and background jobs. Downloaded when there is something to show. */
export function DockHost() {
  const idle = useIdle()
  const added = useAddedProducts()
  const conflicts = useConflicts()
  useUndoResults()
  const jobs = useCall(jobTrackerCalls.listJobs, {}, { quiet: true, keep: true, enabled: idle })
  const entries = jobs.data?.entries ?? []
  const firstKeys = useFirstKeys(jobs.data?.entries)
  const wasThere = firstKeys !== null && entries.every(({ key }) => firstKeys.includes(key))
  if (added.length + conflicts.length + entries.length === 0) return null
  return (
    <Suspense fallback={null}>
      <Dock added={added} entries={entries} conflicts={conflicts} wasThere={wasThere} />
    </Suspense>
  )
}
