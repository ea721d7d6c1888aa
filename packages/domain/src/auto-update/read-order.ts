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
/** What is not hot is looked at no sooner than this after the last look. */
const SPARE_MS = 60 * MINUTE
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
const changesADay = ({ changes, days }: Pick<Readable, 'changes' | 'days'>): number => (changes + 0.5) / (days + 10)

/**
 * What a look is worth now: what hangs on it, times how likely the figure is old, for what the look costs. A cent hangs
 * on everything, or what never sold would wait for its deadline while there is budget left.
 */
export function indexOf(one: Readable, now: number): number {
  const age = Math.max(0, now - one.read_at) / DAY
  return ((one.worth + 1) * (1 - Math.exp(-changesADay(one) * age))) / Math.max(1, one.cost)
}

const deadlineOf = ({ hot, read_at }: Readable): number => read_at + (hot ? HOT_MS : FLOOR_MS)

export interface ReadBudget {
  /** For what is overdue. */
  room: number
  /** For what is not: a little at a time, so that the morning does not use up the day. */
  spare: number
}

/** Those to look at, in order, as far as the budget goes. What was looked at within the hour is not worth another one. */
export function readNext<R extends Readable>(all: readonly R[], { room, spare }: ReadBudget, now: number): R[] {
  const overdue = all
    .filter((one) => deadlineOf(one) <= now)
    .toSorted((a, b) => Number(b.hot) - Number(a.hot) || deadlineOf(a) - deadlineOf(b))
  const others = all
    .filter((one) => deadlineOf(one) > now && now - one.read_at >= SPARE_MS)
    .toSorted((a, b) => indexOf(b, now) - indexOf(a, now))
  const picked = within(overdue, room)
  const left = room - picked.reduce((sum, { cost }) => sum + cost, 0)
  return picked.length < overdue.length ? picked : [...picked, ...within(others, Math.min(spare, left))]
}

function within<R extends Readable>(list: readonly R[], budget: number): R[] {
  let left = budget
  const end = list.findIndex(({ cost }) => (left -= cost) < 0)
  return list.slice(0, end < 0 ? list.length : end)
}
