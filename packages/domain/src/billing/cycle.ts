/** Foundation spec §9: a plan's cycle, 30 days by default. spec: not shown where it begins: with the account. */
const DAY_MS = 86_400_000

const cyclesPassed = (since: Date, now: Date, cycle_days: number): number =>
  Math.max(0, Math.floor((now.getTime() - since.getTime()) / DAY_MS / cycle_days))

/** The day (UTC, `YYYY-MM-DD`) on which the running cycle began; usage counters belong to that day. */
export function cycleStart(since: Date, now: Date, cycle_days: number): string {
  return new Date(since.getTime() + cyclesPassed(since, now, cycle_days) * cycle_days * DAY_MS)
    .toISOString()
    .slice(0, 10)
}

/** When the running cycle ends and its counters start again. */
export function cycleEnd(since: Date, now: Date, cycle_days: number): Date {
  return new Date(since.getTime() + (cyclesPassed(since, now, cycle_days) + 1) * cycle_days * DAY_MS)
}
