/** The part of a day chart that draws, in a file of its own: it comes with the first chart and not before. */
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

export interface DayLines {
  /** Written for the reader, one for each day. */
  days: readonly string[]
  now: readonly number[]
  before: readonly number[]
}

interface Drawing {
  lines: DayLines
  /** Of the values on the axis. */
  format: (value: number) => string
  height: number
  is_rtl: boolean
  onDay: (index: number | null) => void
}

const AXIS_FONT = '12px sans-serif'
const AXIS_WIDTH = 80
const AXIS_HEIGHT = 28
const AXIS_GAP = 8
const DAY_GAP = 72
const [LEFT, RIGHT] = [3, 1] as const

/** Draws into `frame` until the answer is called. */
export function drawDays(frame: HTMLElement, { lines, format, height, is_rtl, onDay }: Drawing): () => void {
  const style = getComputedStyle(frame)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  const grid = { stroke: colour('--border'), width: 1 }
  const axis = { stroke: colour('--text-3'), font: AXIS_FONT, grid, ticks: { show: false } }
  const places = lines.days.map((_, index) => index)
  const chart = new uPlot(
    {
      width: Math.max(1, frame.clientWidth),
      height,
      legend: { show: false },
      cursor: { y: false, drag: { setScale: false } },
      hooks: { setCursor: [({ cursor }) => onDay(cursor.idx ?? null)] },
      scales: { x: { time: false, dir: is_rtl ? -1 : 1 }, y: { range: (_, low, high) => withZero(low, high) } },
      axes: [
        {
          ...axis,
          grid: { show: false },
          size: AXIS_HEIGHT,
          gap: AXIS_GAP,
          space: DAY_GAP,
          incrs: [1, 2, 7, 14, 30],
          values: (_, splits) => splits.map((split) => lines.days[split] ?? ''),
        },
        { ...axis, side: is_rtl ? RIGHT : LEFT, size: AXIS_WIDTH, values: (_, splits) => splits.map(format) },
      ],
      series: [
        {},
        {
          stroke: colour('--accent'),
          width: 2,
          fill: colour('--accent-soft'),
          points: { show: lines.days.length < 32 },
        },
        // After the other: its area must not cover this line.
        { stroke: colour('--chart-prev'), width: 2, dash: [4, 4], points: { show: false } },
      ],
    },
    [places, [...lines.now], [...lines.before]],
    frame,
  )
  const watch = new ResizeObserver(() => chart.setSize({ width: Math.max(1, frame.clientWidth), height }))
  watch.observe(frame)
  return () => {
    watch.disconnect()
    chart.destroy()
  }
}

const AIR = 0.08

/** Nothing is a place on the axis: a loss is seen as one. */
function withZero(low: number, high: number): [number, number] {
  const [least, most] = [Math.min(0, low), Math.max(0, high)]
  const air = (most - least || 1) * AIR
  return [least < 0 ? least - air : 0, most + air]
}
