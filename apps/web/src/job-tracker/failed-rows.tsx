import { Button } from '@mantine/core'
import { jobTrackerCalls } from '@omni/contracts/job-tracker.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { useT } from '../platform/i18n.ts'
import { go } from '../platform/navigation.ts'
import { useAct } from '../platform/act.ts'
import { useCall } from '../platform/query.ts'
import { toast } from '../platform/toasts.tsx'
import { openUpgrade } from '../platform/panels.ts'
import { editorHref } from '../product-cards/editor-address.ts'
import { RowsSkeleton } from '@omni/ui/rows-skeleton.tsx'
import classes from './dock.module.css'
import { PRODUCT_ANSWERS } from './product-answers.ts'

type FailedRow = Out<typeof jobTrackerCalls.listJobRows>['rows'][number]

/** Where the rows of an import are corrected and tried again. */
const fixHref = (run_id: string) => `/app/products-import?fix=${run_id}`

/** The rows of a run that failed, each with why and its fix. */
export function FailedRows({ run_id, onOpened }: { run_id: string; onOpened: () => void }) {
  const t = useT()
  const rows = useCall(jobTrackerCalls.listJobRows, { run_id }, { quiet: true, fresh: 0 })
  const retry = useAct(jobTrackerCalls.retryRun, {
    refresh: [...PRODUCT_ANSWERS, jobTrackerCalls.listJobRows],
    quiet: true,
  })
  const again = async ({ row }: FailedRow) => {
    const reply = await retry.run({ run_id, rows: [{ row }] })
    if (!reply.success) toast('error', reply.message || t('jobs.retry_failed'))
  }
  const edit = ({ product_id }: FailedRow) => {
    onOpened()
    go(product_id ? editorHref('import', product_id) : fixHref(run_id))
  }
  if (rows.isPending)
    return (
      <div className={classes.rows}>
        <RowsSkeleton rows={2} />
      </div>
    )
  if (rows.isError)
    return (
      <p className={classes.rows} role="alert">
        <span className={classes.row}>
          {rows.error.message}
          <Button size="xs" variant="default" onClick={() => void rows.refetch()}>
            {t('actions.retry')}
          </Button>
        </span>
      </p>
    )
  return (
    <ul className={classes.rows} aria-label={t('jobs.failed_rows')}>
      {rows.data.rows.map((row) => (
        <li key={row.row} className={classes.row}>
          <span className={classes.words}>
            <span className={classes.name} dir="auto">
              {row.title}
            </span>
            <span className={classes.note} data-bad>
              {row.error}
            </span>
          </span>
          {row.fix === 'retry' ? (
            <Button size="xs" variant="default" loading={retry.pending} onClick={() => void again(row)}>
              {t('jobs.retry')}
            </Button>
          ) : null}
          {row.fix === 'edit' ? (
            <Button size="xs" variant="default" onClick={() => edit(row)}>
              {t('jobs.edit')}
            </Button>
          ) : null}
          {row.fix === 'upgrade' ? (
            <Button size="xs" variant="default" onClick={() => openUpgrade('IMPORT_PRODUCT')}>
              {t('imports.upgrade')}
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
