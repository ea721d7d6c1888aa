/** Taking a run back, from a toast, the tracker or the history; what was edited since is kept and named. */
import type { Out } from '@omni/contracts/kernel.ts'
import { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import { useCallback } from 'react'
import { useT } from '../../platform/i18n.ts'
import { observable, useObservable } from '../../platform/observable.ts'
import { useAct } from '../../platform/act.ts'
import { toast } from '../../platform/toasts.tsx'
import { PRODUCT_ANSWERS } from './product-answers.ts'

export type Conflict = Out<typeof productCenterCalls.undoRun>['conflicts'][number]

const conflicts = observable<readonly Conflict[]>([])
export const useConflicts = () => useObservable(conflicts)
export const closeConflicts = () => conflicts.set([])

export function useUndoRun() {
  const t = useT()
  const { run, pending } = useAct(productCenterCalls.undoRun, { refresh: PRODUCT_ANSWERS, quiet: true })
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
      conflicts.set(reply.data.conflicts)
      toast('success', t('jobs.undone', { count: reply.data.restored }))
      return true
    },
    [run, t],
  )
  return { undo, pending }
}
