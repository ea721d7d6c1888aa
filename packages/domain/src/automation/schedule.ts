/** When a rule has its turn, in the time zone of whoever switched it on. */
import type { Rule } from './rules.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** What the clocks of a zone show at a moment, as if it were UTC. A zone that is none counts as UTC. */
function wallClock(at: number, timeZone: string): number {
  const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
  const options = { ...fields, second: 'numeric', hourCycle: 'h23' } as const
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-US', { ...options, timeZone })
  } catch {
    format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
  }
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const of = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
}

/** The moment at which the clocks of a zone show a time. One that is left out in spring is the moment after it. */
function momentOf(wall: number, timeZone: string): number {
  const offset = (at: number) => wallClock(at, timeZone) - Math.floor(at / 1000) * 1000
  // The offset before and after a change of the clocks differ: the second look is with the one that holds there.
  const first = wall - offset(wall)
  return wall - offset(first)
}

/** Midnight before a moment, in a zone. */
export function startOfDay(at: Date, timeZone: string): Date {
  const wall = wallClock(at.getTime(), timeZone)
  return new Date(momentOf(wall - (((wall % DAY_MS) + DAY_MS) % DAY_MS), timeZone))
}

/** The midnight after a moment: days with 23 and 25 hours are days too. */
export const nextDay = (at: Date, timeZone: string): Date =>
  startOfDay(new Date(startOfDay(at, timeZone).getTime() + DAY_MS + 2 * HOUR_MS), timeZone)

/** The moment at which a date begins on the calendars of a zone. */
export const midnightOf = (date: string, timeZone: string): Date => new Date(momentOf(Date.parse(date), timeZone))

/** The date on the calendars of a zone, as `2026-11-16`. */
export const dateIn = (at: Date, timeZone: string): string =>
  new Date(wallClock(at.getTime(), timeZone)).toISOString().slice(0, 10)

/** The hour on the clocks of a zone, 0 to 23. */
export const hourIn = (at: Date, timeZone: string): number => new Date(wallClock(at.getTime(), timeZone)).getUTCHours()

/** When an order that came in at `arrived` has its turn. */
export function turnOf({ schedule, time, time_zone }: Rule['time_schedule'], arrived: Date): Date {
  if (schedule === 'immediately') return arrived
  if (schedule === 'after') return new Date(arrived.getTime() + Number(time) * HOUR_MS)
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const clock = hours * HOUR_MS + minutes * 60_000
  const turnOn = (midnight: Date) => new Date(momentOf(wallClock(midnight.getTime(), time_zone) + clock, time_zone))
  const today = turnOn(startOfDay(arrived, time_zone))
  return today >= arrived ? today : turnOn(nextDay(arrived, time_zone))
}
