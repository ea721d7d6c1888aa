import { Button, Loader } from '@mantine/core'
import { jobTrackerCalls } from '@omni/contracts/job-tracker.calls.ts'
import type { JobEntry } from '@omni/contracts/products.fields.ts'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import { IconAlertCircleFilled, IconCircleCheckFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { VendorBadge } from '../platform/vendor-badge.tsx'
import { type Translate, useT } from '../platform/i18n.ts'
import { useAct } from '../platform/act.ts'
import { toast } from '../platform/toasts.tsx'
import { isVendorName, VENDOR_NAMES } from '../platform/vendor-names.ts'
import classes from './dock.module.css'
import { FailedRows } from './failed-rows.tsx'
import { titleOf } from './job-titles.ts'
import { PRODUCT_ANSWERS } from './product-answers.ts'
import { useUndoRun } from './use-undo-run.ts'

function noteOf({ status, total, done, failed, error }: JobEntry, t: Translate): string {
  if (error) return error
  if (failed > 0) return t('jobs.some_failed', { count: failed, done, total })
  if (status === 'processing') return total > 1 ? t('jobs.progress', { done, total }) : t('jobs.working')
  return t('jobs.done', { count: total })
}

/** One job: what it is, how far, and the fix where something failed. */
export function JobRow({ entry }: { entry: JobEntry }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const { undo, pending: undoing } = useUndoRun()
  const retry = useAct(jobTrackerCalls.retryRun, { refresh: PRODUCT_ANSWERS, quiet: true })
  const { run_id, title, image, status, failed, can_undo, can_retry, channel } = entry
  const bad = status === 'error' || failed > 0
  const tryAgain = async () => {
    const reply = await retry.run({ run_id })
    if (!reply.success) toast('error', reply.message || t('jobs.retry_failed'))
  }
  return (
    <>
      <li className={classes.row}>
        <span className={classes.thumb}>
          <LazyImage src={image} alt="" size={36} />
        </span>
        <span className={classes.words}>
          <span className={classes.name} dir="auto">
            {title || t(titleOf(entry), { count: entry.total })}
          </span>
          <span className={classes.note} data-bad={bad || undefined}>
            {channel && isVendorName(channel) ? (
              <VendorBadge vendor={channel} label={VENDOR_NAMES[channel]} size={14} />
            ) : null}
            {noteOf(entry, t)}
          </span>
        </span>
        <span className={classes.end}>
          {failed > 0 ? (
            <button type="button" className={classes.link} aria-expanded={open} onClick={() => setOpen(!open)}>
              {t(open ? 'jobs.hide_rows' : 'jobs.show_rows')}
            </button>
          ) : null}
          {can_retry ? (
            <Button size="xs" variant="default" loading={retry.pending} onClick={() => void tryAgain()}>
              {t('jobs.retry')}
            </Button>
          ) : null}
          {can_undo && status !== 'processing' ? (
            <Button size="xs" variant="subtle" loading={undoing} onClick={() => void undo(run_id)}>
              {t('actions.undo')}
            </Button>
          ) : null}
          {status === 'processing' ? (
            <Loader size={18} aria-label={t('jobs.working')} />
          ) : bad ? (
            <IconAlertCircleFilled className={classes.bad} size={18} aria-label={t('jobs.failed')} />
          ) : (
            <IconCircleCheckFilled className={classes.ok} size={18} aria-label={t('jobs.succeeded')} />
          )}
        </span>
      </li>
      {open ? (
        <li>
          <FailedRows run_id={run_id} onOpened={() => setOpen(false)} />
        </li>
      ) : null}
    </>
  )
}
