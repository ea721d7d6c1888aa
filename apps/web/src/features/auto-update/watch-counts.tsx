import type { autoUpdateCalls } from '@omni/contracts/auto-update.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { isUnlimited } from '@omni/domain/billing/plan-rules.ts'
import { AppLink } from '../../platform/app-link.tsx'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import classes from './auto-update.module.css'

type Overview = Out<typeof autoUpdateCalls.getAutoUpdate>

/** How many are followed, and what the plan leaves out. */
export function WatchCounts({ overview }: { overview: Overview | undefined }) {
  const t = useT()
  const format = useFormat()
  const shown = (value: number | undefined) => (value === undefined ? '–' : format.number(value))
  const limit = overview === undefined || isUnlimited(overview.limit) ? '' : ` / ${format.number(overview.limit)}`
  const figures = [
    [t('auto_update.watched'), `${shown(overview?.watched)}${limit}`, null],
    [t('auto_update.state_paused'), shown(overview?.paused), null],
    [t('auto_update.state_pinned'), shown(overview?.pinned), null],
    [
      t('auto_update.hot'),
      shown(overview?.hot),
      overview?.hot_read_at ? t('auto_update.read_ago', { ago: format.ago(overview.hot_read_at) }) : null,
    ],
  ] as const
  return (
    <>
      <dl className={classes.counts}>
        {figures.map(([label, value, note]) => (
          <div key={label} className={classes.count}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
              {note ? <span className={classes.meta}>{note}</span> : null}
            </dd>
          </div>
        ))}
      </dl>
      {overview && overview.paused > 0 ? (
        <p className={classes.notice}>
          {t('auto_update.paused_text', {
            limit: format.number(overview.limit),
            paused: format.number(overview.paused),
          })}{' '}
          <AppLink href="/public/pricing">{t('imports.upgrade')}</AppLink>
        </p>
      ) : null}
    </>
  )
}
