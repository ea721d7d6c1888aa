import { SegmentedControl } from '@mantine/core'
import type { ProductDetail } from '@omni/contracts/product-detail.calls.ts'
import { LineChart } from '@omni/ui/line-chart.tsx'
import { useId, useState } from 'react'
import { useCardShow } from '../../product-cards/card-show.ts'
import classes from './detail.module.css'

const SPANS = [30, 90, 180] as const
const DAY_MS = 86_400_000
/** Noon: the day stays the same in every time zone. */
const noon = (day: string) => new Date(`${day.slice(0, 10)}T12:00:00Z`)

/** Price and orders of the last 30, 90 or 180 days. */
export function HistoryCharts({ product }: { product: ProductDetail }) {
  const { t, money, format } = useCardShow()
  const label = useId()
  const [span, setSpan] = useState<(typeof SPANS)[number]>(90)
  const [now] = useState(Date.now)
  const history = product.history.filter(({ day }) => noon(day).getTime() > now - (span + 1) * DAY_MS)
  const points = (value: (entry: (typeof history)[number]) => number) =>
    history.map((entry) => ({ day: format.date(noon(entry.day), 'dayMonth'), value: value(entry) }))
  return (
    <section className={classes.block}>
      <div className={classes.blockHead}>
        <h2 className={classes.blockTitle} id={label}>
          {t('history.title')}
        </h2>
        <SegmentedControl
          aria-labelledby={label}
          value={String(span)}
          data={SPANS.map((days) => ({ value: String(days), label: t('history.days', { count: days }) }))}
          onChange={(value) => setSpan(SPANS.find((days) => String(days) === value) ?? 90)}
        />
      </div>
      {history.length < 2 ? (
        <p className={classes.quiet}>{t('history.short')}</p>
      ) : (
        <>
          <h3 className={classes.chartTitle}>{t('history.price')}</h3>
          <LineChart
            label={t('history.price')}
            dayLabel={t('history.day')}
            points={points(({ price }) => price)}
            format={(value) => money(Math.round(value)).text}
            stepped
          />
          <h3 className={classes.chartTitle}>{t('history.orders')}</h3>
          <LineChart
            label={t('history.orders')}
            dayLabel={t('history.day')}
            points={points(({ orders }) => orders)}
            format={(value) => format.number(Math.round(value))}
            height={80}
          />
        </>
      )}
    </section>
  )
}
