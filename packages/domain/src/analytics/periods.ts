/** Orders spec §2, §9: the dashboard's periods, each compared with the one before it. */
export const PERIODS = [1, 7, 30, 60, 90] as const
export type Period = (typeof PERIODS)[number]

export interface DayRange {
  from: string
  /** Itself in it. */
  to: string
}

const DAY_MS = 86_400_000

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
export const addDays = (day: string, days: number): string => dayOf(new Date(Date.parse(day) + days * DAY_MS))

/** The last `days` days, today among them, and as many before those. `today`: in the workplace's time zone. */
export function periodOf(days: Period, today: string): { now: DayRange; before: DayRange } {
  const from = addDays(today, 1 - days)
  return { now: { from, to: today }, before: { from: addDays(from, -days), to: addDays(from, -1) } }
}

export function daysOf({ from, to }: DayRange): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** Sums of many keys are also kept for blocks of so many days, counted from the first day of 1970 (schema/analytics.sql). */
const SPANS = [30, 5, 1] as const

export interface Block {
  span: number
  /** Its first. */
  day: string
}

/** The fewest blocks that a range is made of. */
export function blocksOf({ from, to }: DayRange): Block[] {
  const blocks: Block[] = []
  for (let day = from; day <= to;) {
    const at = Math.floor(Date.parse(day) / DAY_MS)
    const start = day
    const span = SPANS.find((days) => at % days === 0 && addDays(start, days - 1) <= to) ?? 1
    blocks.push({ span, day })
    day = addDays(day, span)
  }
  return blocks
}

/** Per cent with one decimal. Null: there was nothing before to compare with. */
export const changeOf = (now: number, before: number): number | null =>
  before === 0 ? null : Math.round(((now - before) / Math.abs(before)) * 1000) / 10 || 0
