/** Taking a run back, from a toast, the tracker or the history; what was edited since is kept and named. */
import { jobTrackerCalls } from '@omni/contracts/job-tracker.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { useCallback, useEffect } from 'react'
import { useT } from '../platform/i18n.ts'
import { observable, useObservable } from '../platform/observable.ts'
import { useAct } from '../platform/act.ts'
import { refreshCalls, useCall } from '../platform/query.ts'
import { toast } from '../platform/toasts.tsx'
import { PRODUCT_ANSWERS } from './product-answers.ts'

export type Conflict = Out<typeof jobTrackerCalls.getUndoResult>['conflicts'][number]

const conflicts = observable<readonly Conflict[]>([])
export const useConflicts = () => useObservable(conflicts)
export const closeConflicts = () => conflicts.set([])

/** Undos that were started here and whose end was not shown yet, oldest first. */
const started = observable<readonly string[]>([])

export function useUndoRun() {
  const t = useT()
  const { run, pending } = useAct(jobTrackerCalls.undoRun, { refresh: PRODUCT_ANSWERS, quiet: true })
  const undo = useCallback(
    async function again(run_id: string): Promise<boolean> {
      const reply = await run({ run_id })
      if (!reply.success || !reply.data) {
        toast('error', reply.message || t('jobs.undo_failed'), {
          label: t('actions.retry'),
          run: () => void again(run_id),
        })
        return false
      }
      const undo_id = reply.data.run_id
      if (!started.get().includes(undo_id)) started.set([...started.get(), undo_id])
      return true
    },
    [run, t],
  )
  return { undo, pending }
}

/** Tells the end of an undo, wherever on screen it was started; mounted once, by the dock. */
export function useUndoResults(): void {
  const t = useT()
  const [run_id = ''] = useObservable(started)
  const { data } = useCall(jobTrackerCalls.getUndoResult, { run_id }, { quiet: true, fresh: 0, enabled: run_id !== '' })
  useEffect(() => {
    if (run_id === '' || !data?.finished) return
    started.set(started.get().filter((id) => id !== run_id))
    conflicts.set(data.conflicts)
    toast('success', t('jobs.undone', { count: data.restored }))
    void refreshCalls(PRODUCT_ANSWERS)
  }, [data, run_id, t])
}
