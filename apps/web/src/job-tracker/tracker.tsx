import { ActionIcon, CloseButton } from '@mantine/core'
import { jobTrackerCalls } from '@omni/contracts/job-tracker.calls.ts'
import type { JobEntry } from '@omni/contracts/products.fields.ts'
import { mayClose } from '@omni/domain/job-tracker/jobs.ts'
import { useMediaQuery } from '@mantine/hooks'
import { ICON_STROKE, MOBILE_QUERY } from '@omni/ui/measures.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../platform/i18n.ts'
import { useAct } from '../platform/act.ts'
import { patchAnswers } from '../platform/query.ts'
import { store, stored } from '../platform/storage.ts'
import classes from './dock.module.css'
import { failedFirst, summarise } from './job-order.ts'
import { JobRow } from './job-row.tsx'
import { titleOf } from './job-titles.ts'

const FOLDED_KEY = 'omni.jobs.folded'

/** The background-job tracker (sourcing spec §4, look 13). What it shows is the server's: a reload changes nothing. */
export function Tracker({ entries, wasThere = false }: { entries: readonly JobEntry[]; wasThere?: boolean }) {
  const t = useT()
  // What went well, or was there when this page was opened, needs a line, not a card over the work. On a phone nothing
  // needs more.
  const isPhone = useMediaQuery(MOBILE_QUERY, false, { getInitialValueInEffect: false })
  const [folded, setFolded] = useState(
    () => stored(FOLDED_KEY) === '1' || wasThere || isPhone || entries.every(({ status }) => status === 'success'),
  )
  const [refused, setRefused] = useState(false)
  const close = useAct(jobTrackerCalls.closeJobs, {
    refresh: [jobTrackerCalls.listJobs],
    quiet: true,
    optimistic: () => patchAnswers(jobTrackerCalls.listJobs, () => ({ entries: [] })),
  })
  const { total, good, bad, running, kind } = summarise(entries)
  const fold = (next: boolean) => {
    setFolded(next)
    store(FOLDED_KEY, next ? '1' : null)
  }
  const closable = mayClose(entries)
  // §4: closing clears the list only if nothing is still processing; otherwise it gets out of the way and says why.
  const onClose = () => {
    if (closable) void close.run({})
    else {
      fold(true)
      setRefused(true)
    }
  }
  const title = kind
    ? t(titleOf({ kind, status: running > 0 ? 'processing' : 'success' }), { count: total })
    : t(running > 0 ? 'jobs.running' : 'jobs.finished', { count: entries.length })
  return (
    <div className={classes.card}>
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        <span className={classes.progress}>{t('jobs.progress', { done: good + bad, total })}</span>
        <span className={classes.tools}>
          <ActionIcon
            size={28}
            className={classes.fold ?? ''}
            data-folded={folded || undefined}
            aria-expanded={!folded}
            aria-label={t(folded ? 'jobs.unfold' : 'jobs.fold')}
            onClick={() => fold(!folded)}
          >
            <IconChevronDown size={16} stroke={ICON_STROKE} />
          </ActionIcon>
          <CloseButton size={28} aria-label={t('jobs.close')} onClick={onClose} />
        </span>
      </div>
      <div
        className={classes.bar}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a progress element has one colour, this has three
        role="progressbar"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={good + bad}
      >
        <span data-part="good" style={{ flexGrow: good }} />
        <span data-part="bad" style={{ flexGrow: bad }} />
        <span style={{ flexGrow: Math.max(0, total - good - bad) }} />
      </div>
      {folded ? null : (
        <ul className={classes.list}>
          {failedFirst(entries).map((entry) => (
            <JobRow key={entry.key} entry={entry} />
          ))}
        </ul>
      )}
      <div className={classes.foot} aria-live="polite" hidden={folded && !refused}>
        <span>
          {refused && !closable
            ? t('jobs.still_running', { count: running })
            : t('jobs.counts', { good, bad, left: Math.max(0, total - good - bad) })}
        </span>
      </div>
    </div>
  )
}
