import { z } from 'zod'

const DAY_MS = 86_400_000
const MOST_DAYS = 90

/** Sales are spread over so many days up to now; 0: all of them happen now. */
export const OverDays = z.coerce.number().min(0).max(MOST_DAYS).default(0)

/** When each of the sales happened, the first one first: numbers grow with time. */
export function saleTimes(world: { now(): Date; random(): number }, count: number, over_days: number): Date[] {
  const now = world.now().getTime()
  if (over_days === 0) return Array.from({ length: count }, () => new Date(now))
  const ages = Array.from({ length: count }, () => world.random() * over_days * DAY_MS)
  return ages.sort((a, b) => b - a).map((age) => new Date(now - age))
}
