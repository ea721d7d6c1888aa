/** A preview that follows what is being typed, and the run that does exactly what was previewed. */
import type { bulkEditCalls } from '@omni/contracts/bulk-edit.calls.ts'
import type { CallInput } from '@omni/contracts/kernel.ts'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import { usePreview } from '../../platform/preview.ts'
import { CallFailure } from '../../platform/query.ts'
import { messageOf } from '../../platform/reactions.ts'
import { undoToast } from '../../platform/toasts.tsx'
import { PRODUCT_ANSWERS } from '../../job-tracker/product-answers.ts'
import { useUndoRun } from '../../job-tracker/use-undo-run.ts'
import type { BulkReply } from './diff-table.tsx'

type BulkCall = typeof bulkEditCalls.bulkUpdate | typeof bulkEditCalls.setupSellingPrice

/** `input` null: the rule is not complete yet. */
export function useBulkPreview<C extends BulkCall>(
  call: C,
  input: Omit<CallInput<C>, 'preview'> | null,
  onDone: () => void,
) {
  const t = useT()
  const { undo } = useUndoRun()
  const [failed, setFailed] = useState<{ input: string; message: string } | null>(null)
  const withPreview = (preview: boolean) => ({ ...input, preview }) as CallInput<C> // the input with its last field
  const { data, error, waiting } = usePreview(call, input && withPreview(true))
  const act = useAct(call, { refresh: PRODUCT_ANSWERS, quiet: true })
  const written = JSON.stringify(input)
  const run = async () => {
    if (input === null) return
    const reply = await act.run(withPreview(false))
    if (!reply.success || !reply.data) {
      setFailed({ input: written, message: messageOf(reply) || t('bulk.run_failed') })
      return
    }
    const { run_id, will_change }: BulkReply = reply.data
    if (run_id) undoToast(t('bulk.started', { count: will_change }), () => void undo(run_id))
    onDone()
  }
  // A changed rule is a new attempt: what was said about the old one is over.
  const refused = failed?.input === written ? failed.message : null
  const unread = error ? (error instanceof CallFailure && messageOf(error.envelope)) || t('bulk.preview_failed') : null
  const preview: BulkReply | undefined = data
  return {
    preview,
    problem: refused ?? unread,
    asking: waiting,
    // A run that failed may be tried again as it is; what could not be previewed may not be run.
    ready: !waiting && unread === null && (preview?.will_change ?? 0) > 0,
    running: act.pending,
    run,
  }
}
