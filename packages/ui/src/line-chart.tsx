import { type PointerEvent, useState } from 'react'
import { chartShape, xOf } from './line-chart-shape.ts'
import classes from './line-chart.module.css'
import { useUiText } from './ui-text.tsx'

interface ChartPoint {
  /** Written for the reader: '20 Aug'. */
  day: string
  value: number
}

interface LineChartProps {
  points: readonly ChartPoint[]
  /** What is drawn; names the chart and the table's column. */
  label: string
  dayLabel: string
  format: (value: number) => string
  stepped?: boolean
  height?: number
}

/** One value over time. Pointer or arrow keys read single days, and the same figures stand in a table below. */
export function LineChart({ points, label, dayLabel, format, stepped = false, height = 120 }: LineChartProps) {
  const words = useUiText()
  const [chosen, setChosen] = useState<number | null>(null)
  const last = points.length - 1
  const shape = chartShape(
    points.map((point) => point.value),
    stepped,
  )
  const at = Math.min(chosen ?? last, last)
  const point = points[at]
  if (!point) return null
  const follow = (event: PointerEvent<HTMLInputElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const part = (event.clientX - box.left) / box.width
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    setChosen(Math.min(last, Math.max(0, Math.round((rtl ? 1 - part : part) * last))))
  }
  const shownDays = [0, Math.floor(last / 2), last].filter((index, place, all) => all.indexOf(index) === place)
  return (
    <figure className={classes.chart}>
      <div className={classes.plot} style={{ blockSize: height }}>
        <svg className={classes.lines} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {shape.ticks.map(({ value, y }) => (
            <path key={value} className={classes.grid} d={`M0 ${y}H100`} />
          ))}
          <path className={classes.area} d={shape.area} />
          <path className={classes.line} d={shape.line} />
          {chosen === null ? null : <path className={classes.cursor} d={`M${xOf(at, points.length)} 0V100`} />}
        </svg>
        {shape.ticks.map(({ value, y }) => (
          <span key={value} className={classes.tick} style={{ insetBlockStart: `${y}%` }} aria-hidden="true">
            {format(value)}
          </span>
        ))}
        {last > 0 ? (
          <input
            type="range"
            className={classes.reader}
            min={0}
            max={last}
            value={at}
            aria-label={label}
            aria-valuetext={`${point.day}: ${format(point.value)}`}
            onPointerMove={follow}
            onPointerLeave={() => setChosen(null)}
            onChange={(event) => setChosen(Number(event.currentTarget.value))}
          />
        ) : null}
      </div>
      <div className={classes.days} aria-hidden="true">
        {shownDays.map((index) => (
          <span key={index}>{points[index]?.day}</span>
        ))}
      </div>
      <figcaption className={classes.caption}>
        <span aria-hidden="true">{`${point.day}: ${format(point.value)}`}</span>
        <details className={classes.details}>
          <summary>{words.asTable}</summary>
          <div className={classes.scroll}>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">{dayLabel}</th>
                  <th scope="col">{label}</th>
                </tr>
              </thead>
              <tbody>
                {points.map(({ day, value }, index) => (
                  <tr key={index}>
                    <th scope="row">{day}</th>
                    <td>{format(value)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      </figcaption>
    </figure>
  )
}
