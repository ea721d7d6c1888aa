/** A preview that follows what is being typed, and the run that does exactly what was previewed. */
import type { Ask, Envelope } from '@omni/contracts/kernel.ts'
import type { bulkEditCalls } from '@omni/contracts/bulk-edit.calls.ts'
import { useEffect, useState } from 'react'
import { CANCELLED, send } from '../../platform/client.ts'
import { useT } from '../../platform/i18n.ts'
import { messageOf } from '../../platform/reactions.ts'
import { refreshCalls } from '../../platform/query.ts'
import { undoToast } from '../../platform/toasts.tsx'
import { PRODUCT_ANSWERS } from '../../shell/job-tracker/product-answers.ts'
import { useUndoRun } from '../../shell/job-tracker/use-undo-run.ts'
import type { BulkReply } from './diff-dialog.tsx'

const TYPING_MS = 400

type BulkCall = typeof bulkEditCalls.bulkUpdate | typeof bulkEditCalls.setupSellingPrice

/** `input` null: the rule is not complete yet. What was previewed last stays on screen until the next answer. */
export function useBulkPreview<C extends BulkCall>(call: C, input: Omit<Ask<C>, 'preview'> | null, onDone: () => void) {
  const t = useT()
  const { undo } = useUndoRun()
  const [preview, setPreview] = useState<BulkReply>()
  const [problem, setProblem] = useState<string | null>(null)
  const [answered, setAnswered] = useState<string | null>(null)
  const [running, setRunning] = useState(false)
  const written = input === null ? null : JSON.stringify(input)
  useEffect(() => {
    if (written === null) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const reply: Envelope<BulkReply> = await send(call, { ...JSON.parse(written), preview: true } as Ask<C>, {
        signal: stop.signal,
      }) // written from the input above
      if (stop.signal.aborted || reply.status === CANCELLED) return
      setAnswered(written)
      setProblem(reply.success ? null : messageOf(reply) || t('bulk.preview_failed'))
      if (reply.success && reply.data) setPreview(reply.data)
    }, TYPING_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [call, written, t])
  const run = async () => {
    if (input === null) return
    setRunning(true)
    // the input with its last field
    const reply: Envelope<BulkReply> = await send(call, { ...input, preview: false } as Ask<C>)
    setRunning(false)
    if (!reply.success || !reply.data) {
      setProblem(messageOf(reply) || t('bulk.run_failed'))
      return
    }
    const { run_id, will_change } = reply.data
    void refreshCalls(PRODUCT_ANSWERS)
    if (run_id) undoToast(t('bulk.started', { count: will_change }), () => void undo(run_id))
    onDone()
  }
  const asking = written !== null && answered !== written
  return {
    preview: written === null ? undefined : preview,
    problem: written === null || asking ? null : problem,
    asking,
    running,
    run,
  }
}
