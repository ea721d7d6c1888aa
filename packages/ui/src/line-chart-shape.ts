/** Geometry of a line chart in a square of 100 x 100, the origin at the top start. */
export interface ChartShape {
  line: string
  area: string
  /** Values of the grid lines, highest first, with how far down each is. */
  ticks: { value: number; y: number }[]
}

const AIR = 0.12 // of the span, above and below: a line on the frame cannot be seen

export const xOf = (index: number, count: number) => (count > 1 ? (index / (count - 1)) * 100 : 50)

/** `stepped`: a price holds until it changes, so it is drawn as stairs. */
export function chartShape(values: readonly number[], stepped = false): ChartShape {
  if (values.length === 0) return { line: '', area: '', ticks: [] }
  const least = Math.min(...values)
  const most = Math.max(...values)
  const air = (most - least) * AIR || Math.abs(most) * AIR || 1
  const low = least >= 0 ? Math.max(0, least - air) : least - air
  const high = most + air
  const y = (value: number) => 100 - ((value - low) / (high - low)) * 100
  const steps = values.map((value, index) => {
    const x = xOf(index, values.length)
    if (index === 0) return values.length === 1 ? `M0 ${y(value)}H100` : `M${x} ${y(value)}`
    return stepped ? `H${x}V${y(value)}` : `L${x} ${y(value)}`
  })
  const line = steps.join('')
  const ticks = [most, (most + least) / 2, least].filter((value, index, all) => all.indexOf(value) === index)
  return { line, area: `${line}V100H0Z`, ticks: ticks.map((value) => ({ value, y: y(value) })) }
}
