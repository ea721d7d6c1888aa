import { useComputedColorScheme, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { DayLines } from './day-chart-canvas.ts'
import classes from './day-chart.module.css'

interface DayChartProps {
  lines: DayLines
  /** What is drawn, for whoever does not see it. A table beside the chart holds the figures. */
  label: string
  /** What the two lines are called. */
  names: { now: string; before: string }
  format: (value: number) => string
  height?: number
}

/** Days of a period over those of the one before it. The drawing library is loaded with the first chart. */
export function DayChart({ lines, label, names, format, height = 200 }: DayChartProps) {
  const [at, setAt] = useState<number | null>(null)
  const scheme = useComputedColorScheme('light')
  const now = at === null ? undefined : lines.now[at]
  const said =
    at === null || now === undefined
      ? ''
      : `${lines.days[at]}: ${format(now)} · ${names.before}: ${format(lines.before[at] ?? 0)}`
  return (
    <figure className={classes.chart}>
      <figcaption>
        <VisuallyHidden>{label}</VisuallyHidden>
        <ul className={classes.legend} aria-hidden="true">
          <li>{names.now}</li>
          <li data-line="before">{names.before}</li>
        </ul>
      </figcaption>
      {/* Colours are read when it is drawn: another scheme is another drawing. */}
      <DayCanvas key={scheme} lines={lines} format={format} height={height} onDay={setAt} />
      <p className={classes.said} aria-hidden="true">
        {said}
      </p>
    </figure>
  )
}

interface DayCanvasProps extends Pick<DayChartProps, 'lines' | 'format'> {
  height: number
  onDay: (index: number | null) => void
}

function DayCanvas({ lines, format, height, onDay }: DayCanvasProps) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const place = frame.current
    if (!place) return
    const is_rtl = getComputedStyle(place).getPropertyValue('--chart-dir').trim() === 'rtl'
    let end: (() => void) | null = null
    let isOver = false
    // A chart that cannot be drawn leaves its table.
    void import('./day-chart-canvas.ts').then(({ drawDays }) => {
      if (!isOver) end = drawDays(place, { lines, format, height, is_rtl, onDay })
    })
    return () => {
      isOver = true
      end?.()
    }
  }, [lines, format, height, onDay])
  return <div ref={frame} className={classes.frame} aria-hidden="true" style={{ blockSize: height }} />
}
