import { Card } from '@omni/ui/card.tsx'
import { Chip, ChipRow } from '@omni/ui/chip.tsx'
import { DayChart } from '@omni/ui/day-chart.tsx'
import { Money } from '@omni/ui/money.tsx'
import { useCallback, useMemo, useState } from 'react'
import { useMoney } from '../../platform/display.ts'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { type Analyses, FIGURE_TEXTS, MONEY_FIGURES, type MoneyFigure } from './analytics-texts.ts'
import classes from './analytics.module.css'

/** One figure day by day, over the period before; the same in a table beside it. */
export function DayCard({ data, onDay }: { data: Analyses; onDay: (day: string) => void }) {
  const t = useT()
  const money = useMoney()
  const format = useFormat()
  const [figure, setFigure] = useState<MoneyFigure>('profit')
  const { currency, days, days_before } = data
  const dayName = useCallback((day: string) => format.date(`${day}T12:00:00Z`, 'dayMonth'), [format])
  const lines = useMemo(
    () => ({
      days: days.map(({ day }) => dayName(day)),
      now: days.map((day) => day[figure]),
      before: days_before.map((day) => day[figure]),
    }),
    [days, days_before, figure, dayName],
  )
  const text = useCallback((amount: number) => money(Math.round(amount), currency).text, [money, currency])
  const newestFirst = days.map((day, at) => ({ day, before: days_before[at] })).toReversed()
  const name = t(FIGURE_TEXTS[figure])
  return (
    <Card title={t('analytics.day_by_day')}>
      <ChipRow label={t('analytics.figure')}>
        {MONEY_FIGURES.map((one) => (
          <Chip key={one} active={one === figure} onClick={() => setFigure(one)}>
            {t(FIGURE_TEXTS[one])}
          </Chip>
        ))}
      </ChipRow>
      <div className={classes.beside}>
        <DayChart
          lines={lines}
          label={t('analytics.chart', { figure: name })}
          names={{ now: t('analytics.this_period'), before: t('analytics.period_before') }}
          format={text}
          height={240}
        />
        <div className={classes.dayTable}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('analytics.by_day')}</th>
                <th scope="col">{name}</th>
                <th scope="col">{t('analytics.period_before')}</th>
              </tr>
            </thead>
            <tbody>
              {newestFirst.map(({ day, before }) => (
                <tr key={day.day}>
                  <th scope="row">
                    <button type="button" className={classes.day} onClick={() => onDay(day.day)}>
                      {dayName(day.day)}
                    </button>
                  </th>
                  <td>
                    <Money text={text(day[figure])} />
                  </td>
                  <td>
                    <Money text={text(before?.[figure] ?? 0)} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </Card>
  )
}
