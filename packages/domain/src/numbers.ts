/** Foundation spec §9: number abbreviations, chart axes, badges and progress. */

const NUMBER_VIEW_LIMIT = 2 // §9; spec: not shown what it limits: the digits behind the point
const BADGE_MAX = 99 // §9
const PERCENT_MAX = 100 // §9: cap, and the point where progress is critical

type Step = { from: number; unit: number; suffix: string }

/** §9: K, M, B at 1e3, 1e6, 1e9. Largest first. */
const ABBREVIATIONS: readonly Step[] = [
  { from: 1e9, unit: 1e9, suffix: 'B' },
  { from: 1e6, unit: 1e6, suffix: 'M' },
  { from: 1e3, unit: 1e3, suffix: 'K' },
]

/** §9: chart axes use M above 1e5 and B above 1e8. spec: not shown below that; K above 1e3. Largest first. */
const AXIS_STEPS: readonly Step[] = [
  { from: 1e8, unit: 1e9, suffix: 'B' },
  { from: 1e5, unit: 1e6, suffix: 'M' },
  { from: 1e3, unit: 1e3, suffix: 'K' },
]

/** At most two digits behind the point, no trailing zeros: 1.5, 12, 0.25. */
const viewed = (n: number): string => String(Number(n.toFixed(NUMBER_VIEW_LIMIT)))

function shorten(n: number, step: Step | undefined): string {
  if (!step || !Number.isFinite(n)) return Number.isFinite(n) ? viewed(n) : '0'
  return viewed(n / step.unit) + step.suffix
}

/** 1500 -> '1.5K'. What would round up to '1000K' is written '1M'. */
export function abbreviate(n: number): string {
  const size = Math.abs(n)
  const step = ABBREVIATIONS.find((s) => size >= s.from)
  const next = ABBREVIATIONS.findLast((s) => s.from > size)
  const shown = Number((size / (step?.unit ?? 1)).toFixed(NUMBER_VIEW_LIMIT))
  return shorten(n, next && shown >= 1000 ? next : step)
}

/** A label on a chart axis: 'above' is strict, so 100000 itself is '100K'. */
export const axisLabel = (n: number): string =>
  shorten(
    n,
    AXIS_STEPS.find((s) => Math.abs(n) > s.from),
  )

/** '99+' above 99. Zero is '0'; whether a zero badge shows is the place's own rule. */
export function badgeCount(n: number): string {
  if (n > BADGE_MAX) return `${BADGE_MAX}+`
  return String(Math.max(0, Math.trunc(n) || 0))
}

/** Progress of a quota. Unlimited (-1, -2) never fills; a limit of 0 is full from the start. */
export function cappedPercent(usage: number, limit: number): number {
  if (limit < 0) return 0
  if (limit === 0) return PERCENT_MAX
  return Math.min(PERCENT_MAX, Math.max(0, (usage / limit) * PERCENT_MAX))
}

export const isCritical = (percent: number): boolean => percent >= PERCENT_MAX
