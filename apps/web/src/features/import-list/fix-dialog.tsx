import { Button } from '@mantine/core'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { jobTrackerCalls } from '@omni/contracts/job-tracker.calls.ts'
import type { Source } from '@omni/domain/catalog/sources.ts'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import { useAct } from '../../platform/act.ts'
import { useCall } from '../../platform/query.ts'
import { messageOf } from '../../platform/reactions.ts'
import { toast } from '../../platform/toasts.tsx'
import { PRODUCT_ANSWERS } from '../../job-tracker/product-answers.ts'
import { RowsSkeleton } from '@omni/ui/rows-skeleton.tsx'
import { DialogFrame } from './dialog-frame.tsx'
import classes from './import-list.module.css'
import { Correction } from './preview-rows.tsx'

interface Fixed {
  source: Source
  product_id: string
  name: string
}

/**
 * The rows of a finished import that failed, opened again: corrected in place, then tried again; the others are left
 * alone.
 */
export function FixDialog({ run_id, onClose }: { run_id: string; onClose: () => void }) {
  const t = useT()
  const rows = useCall(jobTrackerCalls.listJobRows, { run_id }, { quiet: true, fresh: 0 })
  const [fixed, setFixed] = useState<ReadonlyMap<number, Fixed>>(new Map())
  const [problem, setProblem] = useState<string | null>(null)
  const check = useAct(importListCalls.previewImport, { refresh: [], quiet: true })
  const retry = useAct(jobTrackerCalls.retryRun, { refresh: PRODUCT_ANSWERS, quiet: true })
  const correct = async (row: number, text: string): Promise<string | null> => {
    const reply = await check.run({ text, kind: 'urls' })
    if (!reply.success || !reply.data) return messageOf(reply) || t('imports.check_failed')
    const answer = reply.data.rows[0]
    if (!answer?.source || !answer.product_id || answer.will === 'fail' || answer.will === 'skip')
      return answer?.reason ?? t('imports.nothing_in_it')
    const { source, product_id, name } = answer
    setFixed((before) => new Map(before).set(row, { source, product_id, name: name ?? text }))
    return null
  }
  const failed = rows.data?.rows ?? []
  // What was corrected, and what may well work the second time.
  const again = failed.filter(({ row, fix }) => fixed.has(row) || fix === 'retry')
  const run = async () => {
    const reply = await retry.run({
      run_id,
      rows: again.map(({ row }) => {
        const to = fixed.get(row)
        return { row, ...(to ? { source: to.source, product_id: to.product_id } : {}) }
      }),
    })
    if (!reply.success || !reply.data) {
      setProblem(messageOf(reply) || t('jobs.retry_failed'))
      return
    }
    toast('success', t('imports.started', { count: reply.data.total }))
    onClose()
  }
  return (
    <DialogFrame
      title={t('imports.fix_title')}
      text={t('imports.fix_text')}
      onClose={onClose}
      sum={rows.data ? t('imports.fix_sum', { ready: again.length, total: failed.length }) : ''}
      buttons={
        <>
          <Button variant="default" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button onClick={() => void run()} loading={retry.pending} disabled={again.length === 0}>
            {t('imports.fix_run', { count: again.length })}
          </Button>
        </>
      }
    >
      {(problem ?? (rows.isError ? rows.error.message : null)) ? (
        <p className={classes.problem} role="alert">
          {problem ?? rows.error?.message}
        </p>
      ) : null}
      {rows.isPending ? <RowsSkeleton rows={4} /> : null}
      {rows.data && failed.length === 0 ? <p className={classes.text}>{t('imports.fix_none')}</p> : null}
      <ul className={classes.rows} aria-label={t('jobs.failed_rows')}>
        {failed.map(({ row, title, error, fix, source_product_id }) => {
          const now = fixed.get(row)
          return (
            <li key={row} className={classes.row}>
              <span className={classes.line}>{row + 1}</span>
              <span className={classes.words}>
                <span className={classes.name} dir="auto">
                  {now?.name ?? title}
                </span>
                {now ? null : (
                  <span className={classes.note} data-bad>
                    {error}
                  </span>
                )}
                {now || fix === 'upgrade' ? null : (
                  <Correction
                    text={source_product_id ?? title}
                    label={t('imports.correct', { line: row + 1 })}
                    onCorrect={(text) => correct(row, text)}
                  />
                )}
              </span>
              <span className={classes.end}>
                <StatusDot tone={now ? 'green' : fix === 'retry' ? 'accent' : 'red'}>
                  {t(now ? 'imports.fixed' : fix === 'retry' ? 'imports.will_retry' : 'imports.will_fail')}
                </StatusDot>
              </span>
            </li>
          )
        })}
      </ul>
    </DialogFrame>
  )
}
