/**
 * Which supplier products are looked at next. One look serves every shop that sells it. First what is overdue, then what
 * a look is worth most for.
 */
const MINUTE = 60_000
const DAY = 1440 * MINUTE

/** Sold within a week, or in an open order. */
export const HOT_MS = 15 * MINUTE
/** Everything that is sold by anybody is looked at this often. */
export const FLOOR_MS = DAY
/** Of a supplier's budget of a day; the rest is for buying and for people. */
export const WATCH_SHARE = 0.8

export interface Readable {
  /** Profit a day that hangs on it, over all shops: sales a day times margin, US cents. */
  worth: number
  hot: boolean
  /** Changes seen, and for how many days it was watched. */
  changes: number
  days: number
  /** When it was last looked at. */
  read_at: number
  /** What a look costs of the budget. */
  cost: number
}

/** Changes a day that are to be expected. Little history pulls towards one in twenty days. */
export const changesADay = ({ changes, days }: Pick<Readable, 'changes' | 'days'>): number =>
  (changes + 0.5) / (days + 10)

/** What a look is worth now: what hangs on it, times how likely the figure is old, for what the look costs. */
export function indexOf(one: Readable, now: number): number {
  const age = Math.max(0, now - one.read_at) / DAY
  return (one.worth * (1 - Math.exp(-changesADay(one) * age))) / Math.max(1, one.cost)
}

const deadlineOf = ({ hot, read_at }: Readable): number => read_at + (hot ? HOT_MS : FLOOR_MS)

/** Those to look at, in order, as far as the budget goes. What is not overdue and worth nothing waits. */
export function readNext<R extends Readable>(all: readonly R[], budget: number, now: number): R[] {
  const overdue = all.filter((one) => deadlineOf(one) <= now)
  const others = all.filter((one) => deadlineOf(one) > now && indexOf(one, now) > 0)
  const byDeadline = overdue.toSorted((a, b) => Number(b.hot) - Number(a.hot) || deadlineOf(a) - deadlineOf(b))
  const byIndex = others.toSorted((a, b) => indexOf(b, now) - indexOf(a, now))
  const picked: R[] = []
  let left = budget
  for (const one of [...byDeadline, ...byIndex]) {
    if (one.cost > left) break
    left -= one.cost
    picked.push(one)
  }
  return picked
}
