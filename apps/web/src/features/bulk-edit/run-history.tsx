import { Button } from '@mantine/core'
import type { Out } from '@omni/contracts/kernel.ts'
import { jobTrackerCalls } from '@omni/contracts/job-tracker.calls.ts'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { SidePanel } from '@omni/ui/side-panel.tsx'
import { StatusDot, type Tone } from '@omni/ui/status-dot.tsx'
import { useState } from 'react'
import { useFormat } from '../../platform/format.ts'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { useList } from '../../platform/list.ts'
import { ListRows } from '../../platform/list-screen.tsx'
import { useUndoRun } from '../../job-tracker/use-undo-run.ts'
import { RowsSkeleton } from '@omni/ui/rows-skeleton.tsx'
import classes from './dialog.module.css'

type Run = Out<typeof jobTrackerCalls.listRuns>['items'][number]

const KINDS: Record<string, TextKey> = {
  bulk_edit: 'bulk.run_bulk_edit',
  price_rule: 'bulk.run_price_rule',
  delete: 'bulk.run_delete',
  split: 'bulk.run_split',
  duplicate: 'bulk.run_duplicate',
  import: 'bulk.run_import',
}
const STATES: Record<Run['status'], { tone: Tone; text: TextKey }> = {
  processing: { tone: 'accent', text: 'bulk.state_processing' },
  success: { tone: 'green', text: 'bulk.state_success' },
  error: { tone: 'red', text: 'bulk.state_error' },
  undone: { tone: 'grey', text: 'bulk.state_undone' },
}

/** What was done to many products at once, newest first; each can be taken back for 30 days. */
export function RunHistory({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useT()
  return (
    <SidePanel
      opened={opened}
      onClose={onClose}
      width={520}
      title={t('bulk.history')}
      description={t('bulk.history_text')}
    >
      {opened ? <Runs /> : null}
    </SidePanel>
  )
}

function Runs() {
  const t = useT()
  const list = useList(jobTrackerCalls.listRuns, { page_size: 30 }, { quiet: true })
  return (
    <ListRows
      list={list}
      failed="bulk.history_failed"
      loading={<RowsSkeleton rows={5} />}
      moreClass={classes.more}
      nothingYet={<EmptyState compact title={t('bulk.history_empty')} text={t('bulk.history_empty_text')} />}
    >
      {(runs) => (
        <ul className={classes.runs}>
          {runs.map((run) => (
            <RunRow key={run.run_id} run={run} />
          ))}
        </ul>
      )}
    </ListRows>
  )
}

function RunRow({ run }: { run: Run }) {
  const t = useT()
  const format = useFormat()
  const { undo, pending } = useUndoRun()
  const [now] = useState(Date.now)
  const { run_id, kind, total, failed, status, by, created_at, undo_until } = run
  const undoable =
    undo_until !== null && new Date(undo_until).getTime() > now && (status === 'success' || status === 'error')
  return (
    <li className={classes.run}>
      <span className={classes.runWords}>
        <span className={classes.runTitle}>{t(KINDS[kind] ?? 'bulk.run_something', { count: total })}</span>
        <span className={classes.label}>
          {[format.date(created_at), by, failed > 0 ? t('bulk.run_failed_rows', { count: failed }) : '']
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <StatusDot tone={STATES[status].tone}>{t(STATES[status].text)}</StatusDot>
      {undoable ? (
        <Button
          size="xs"
          variant="default"
          loading={pending}
          title={t('bulk.undo_until', { date: format.date(undo_until, 'day') })}
          onClick={() => void undo(run_id)}
        >
          {t('actions.undo')}
        </Button>
      ) : null}
    </li>
  )
}
