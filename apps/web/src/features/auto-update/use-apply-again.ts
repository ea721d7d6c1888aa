import { autoUpdateCalls } from '@omni/contracts/auto-update.calls.ts'
import { bulkEditCalls } from '@omni/contracts/bulk-edit.calls.ts'
import { jobTrackerCalls } from '@omni/contracts/job-tracker.calls.ts'
import { useAct } from '../../platform/act.ts'

/** Prices by the rule again, in a run that can be taken back: what was pinned follows the supplier from then on. */
export function useApplyAgain() {
  const act = useAct(bulkEditCalls.setupSellingPrice, {
    refresh: [autoUpdateCalls.listWatched, autoUpdateCalls.getAutoUpdate, jobTrackerCalls.listJobs],
  })
  return async (ids: readonly string[]) => (await act.run({ selection: { ids: [...ids] }, preview: false })).success
}
