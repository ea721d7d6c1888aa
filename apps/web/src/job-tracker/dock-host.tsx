import { jobTrackerCalls } from '@omni/contracts/job-tracker.calls.ts'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useCall } from '../platform/query.ts'
import { useAddedProducts } from '../product-cards/added-products.ts'
// With the frame: styles that come later make the browser look at the whole page once more.
import './dock.module.css'
import { useJobsAtFirst } from './jobs-at-first.ts'
import { useTracked } from './use-tracked.ts'
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

/** What is being placed, and which purchases suppliers are being asked about (orders spec §4). */
function useOrders(enabled: boolean) {
  const reading = { quiet: true, keep: true, enabled } as const
  const placing = useCall(placementCalls.listPlacing, {}, reading)
  const sync = useCall(placementCalls.getSyncStatus, {}, reading)
  return {
    placing: useTracked(
      'placing',
      (placing.data?.items ?? []).map((item) => ({ ...item, key: item.supplier_order_id, began_at: item.created_at })),
    ),
    sync: useTracked(
      'sync',
      // Asked about once more, it is a line of its own.
      (sync.data?.items ?? []).map((item) => ({
        ...item,
        key: `${item.supplier_order_id} ${item.requested_at}`,
        began_at: item.requested_at,
      })),
    ),
  }
}

/** Bottom end of every screen: products being added, background jobs and orders on their way to suppliers. Downloaded when there is something to show. */
export function DockHost() {
  const idle = useIdle()
  const added = useAddedProducts()
  const conflicts = useConflicts()
  useUndoResults()
  const jobs = useCall(jobTrackerCalls.listJobs, {}, { quiet: true, keep: true, enabled: idle })
  const { shown: entries, wasThere } = useJobsAtFirst(jobs.data?.entries)
  const { placing, sync } = useOrders(idle)
  const orders = placing.shown.length + sync.shown.length
  if (added.length + conflicts.length + entries.length + orders === 0) return null
  return (
    <Suspense fallback={null}>
      <Dock added={added} entries={entries} conflicts={conflicts} wasThere={wasThere} placing={placing} sync={sync} />
    </Suspense>
  )
}
