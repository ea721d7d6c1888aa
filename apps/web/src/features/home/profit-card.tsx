import { Anchor, Skeleton } from '@mantine/core'
import { analyticsCalls } from '@omni/contracts/analytics.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { changeOf, PERIODS, type Period } from '@omni/domain/analytics/periods.ts'
import { Card } from '@omni/ui/card.tsx'
import { DayChart } from '@omni/ui/day-chart.tsx'
import { ErrorState } from '@omni/ui/error-state.tsx'
import { Money } from '@omni/ui/money.tsx'
import { useCallback, useMemo, useState } from 'react'
import { AppLink } from '../../platform/app-link.tsx'
import { useMoney } from '../../platform/display.ts'
import { useFormat } from '../../platform/format.ts'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import classes from './home.module.css'

const PERIOD_TEXTS: Record<Period, TextKey> = {
  1: 'analytics.days_1',
  7: 'analytics.days_7',
  30: 'analytics.days_30',
  60: 'analytics.days_60',
  90: 'analytics.days_90',
}
const HEIGHT = 160

type Analyses = Out<typeof analyticsCalls.getAnalyses>

/** Orders spec §2: the dashboard's period, each compared with the one before. The same figures as the analytics page. */
export function ProfitCard() {
  const t = useT()
  const [days, setDays] = useState<Period>(7)
  const reading = useCall(analyticsCalls.getAnalyses, { days: `${days}` }, { quiet: true, keep: true })
  const { data } = reading
  const isEmpty = data && data.figures.orders === 0 && data.figures_before.orders === 0
  return (
    <Card
      title={t('analytics.home_title')}
      actions={
        <div className={classes.profitActions}>
          {/* The browser's own: the fields of the forms are a large part of what a first visit would have to read. */}
          <select
            className={classes.period}
            aria-label={t('analytics.period')}
            value={String(days)}
            onChange={({ currentTarget }) => setDays(PERIODS.find((one) => String(one) === currentTarget.value) ?? 7)}
          >
            {PERIODS.map((one) => (
              <option key={one} value={one}>
                {t(PERIOD_TEXTS[one])}
              </option>
            ))}
          </select>
          <Anchor component={AppLink} href="/app/store-analytics" size="sm">
            {t('analytics.home_link')}
          </Anchor>
        </div>
      }
    >
      {reading.isError && !data ? (
        <ErrorState
          title={t('analytics.failed')}
          onRetry={() => void reading.refetch()}
          retrying={reading.isFetching}
        />
      ) : null}
      {!data && !reading.isError ? <Skeleton height={HEIGHT + 96} /> : null}
      {isEmpty ? <p className={classes.profitEmpty}>{t('analytics.home_empty')}</p> : null}
      {data && !isEmpty ? <Figures data={data} /> : null}
    </Card>
  )
}

function Figures({ data }: { data: Analyses }) {
  const t = useT()
  const money = useMoney()
  const format = useFormat()
  const { figures, figures_before: before, currency, days, days_before } = data
  const text = useCallback((amount: number) => money(Math.round(amount), currency).text, [money, currency])
  const lines = useMemo(
    () => ({
      days: days.map(({ day }) => format.date(`${day}T12:00:00Z`, 'dayMonth')),
      now: days.map(({ profit }) => profit),
      before: days_before.map(({ profit }) => profit),
    }),
    [days, days_before, format],
  )
  const shown = [
    { text: t('analytics.profit'), value: text(figures.profit), change: changeOf(figures.profit, before.profit) },
    { text: t('analytics.revenue'), value: text(figures.revenue), change: changeOf(figures.revenue, before.revenue) },
    {
      text: t('analytics.orders'),
      value: format.number(figures.orders),
      change: changeOf(figures.orders, before.orders),
    },
    {
      text: t('analytics.margin'),
      value: figures.margin === null ? '–' : format.percent(figures.margin),
      change: null,
    },
  ]
  return (
    <>
      <dl className={classes.profitFigures}>
        {shown.map((one) => (
          <div key={one.text}>
            <dt>{one.text}</dt>
            <dd>
              <Money text={one.value} />
              <Change change={one.change} />
            </dd>
          </div>
        ))}
      </dl>
      <DayChart
        lines={lines}
        label={t('analytics.home_chart')}
        names={{ now: t('analytics.this_period'), before: t('analytics.period_before') }}
        format={text}
        height={HEIGHT}
      />
      {figures.unsure > 0 ? (
        <p className={classes.profitNote}>{t('analytics.home_estimated', { amount: text(figures.estimated) })}</p>
      ) : null}
    </>
  )
}

/** The arrow says what the colour says. */
function Change({ change }: { change: number | null }) {
  const format = useFormat()
  if (change === null || change === 0) return null
  return (
    <bdi dir="ltr" className={classes.change} data-tone={change > 0 ? 'better' : 'worse'}>
      {`${change > 0 ? '▲' : '▼'} ${format.percent(Math.abs(change))}`}
    </bdi>
  )
}
