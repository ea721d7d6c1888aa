/** Takes a product out of this workplace's lists; undone for some seconds, and later in the list of hidden ones. */
import { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import { useCallback } from 'react'
import { useAct } from '../platform/act.ts'
import { useT } from '../platform/i18n.ts'
import { toast, undoToast } from '../platform/toasts.tsx'

export function useHideProduct(): (id: number) => Promise<void> {
  const t = useT()
  const { run } = useAct(catalogCalls.disableProduct, {
    refresh: [catalogCalls.listHiddenProducts, catalogCalls.findProducts],
    quiet: true,
    parallel: true,
  })
  return useCallback(
    async (id) => {
      const reply = await run({ id, disabled: true })
      if (!reply.success) return toast('error', reply.message)
      undoToast(t('hidden.done'), () => void run({ id, disabled: false }))
    },
    [run, t],
  )
}
