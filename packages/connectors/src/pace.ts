/**
 * How fast an account may be asked. The rule is pure; `inMemoryPace` runs it for one process, and the server runs it
 * over all processes (apps/server/src/platform/vendor-pace.ts).
 */
import { VendorError } from './vendor-error.ts'

/** What the definition of a vendor knows beforehand. The vendor's replies know better (`LimitsSaid`). */
export interface Limits {
  /** Units that come back each second. For most vendors a call is one unit. */
  per_second: number
  /** How many units may be used at once, where the vendor keeps a bucket; left out: one, calls are spread evenly. */
  burst?: number
  /** What may be spent in a day (calls, or the vendor's points), reset at midnight UTC. */
  per_day?: number
  /** What was spent of the day also comes back evenly, a day's budget in a day: nobody waits until midnight. */
  refills?: boolean
  /** The operator's own choice for a day: it holds whatever the vendor says. */
  own_per_day?: number
  /** Whose the limits are; left out: each account has its own. `app`: all accounts of this installation share them. */
  of?: 'account' | 'app'
}

export interface Cost {
  /** Of the bucket; left out: 1. */
  units?: number
  /** Of the day; left out: as many as units. */
  day?: number
}

/** What a vendor's reply said about the limits of the account that asked. */
export interface LimitsSaid {
  per_second?: number
  /** No more than this, and perhaps less: believed only while nothing better is known. */
  per_second_up_to?: number
  burst?: number
  per_day?: number
  spent_today?: number
  /** Units left in the bucket when the vendor answered. */
  remaining?: number
  /** Units that this call had taken and the vendor did not charge: it reserves the most a call can cost. */
  given_back?: number
  /** Nothing is answered before this many seconds have passed (Retry-After). */
  closed_for_s?: number
}

/** The limits of one account. */
export interface Pace {
  /** Waits until the account may make a call of this cost. A spent day is refused, not waited for: that is hours. */
  take(cost?: Cost): Promise<void>
  report(said: LimitsSaid): Promise<void>
  /** A pause before something is tried again; absent: by the machine's clock. */
  pause?(ms: number): Promise<void>
}

/** For a read that a write's own cost has paid for: waiting for a place here would use up the time to send. */
export const paidFor = (limits: Pace): Pace => ({
  ...limits,
  take: async () => undefined,
  report: (said) => limits.report(said),
})

/** What is kept of one account. Times in milliseconds since 1970, by the clock of whoever keeps it. */
export interface PaceState {
  /** When the bucket is full again. */
  full_at: number
  /** Nothing leaves before this moment. */
  closed_until: number
  day: number
  /** Of the day's budget, at `spent_at`. Where the budget refills, less of it counts with every minute since. */
  spent: number
  spent_at: number
  /** As the vendor said; null: as the definition says. */
  per_second: number | null
  burst: number | null
  per_day: number | null
}

export const freshPace: Readonly<PaceState> = {
  full_at: 0,
  closed_until: 0,
  day: 0,
  spent: 0,
  spent_at: 0,
  per_second: null,
  burst: null,
  per_day: null,
}

/** Calls do not arrive as evenly as they leave. A little slower than the limit, no second holds one too many. */
const ROOM = 1.25
/**
 * A vendor that tells how much its bucket holds counts by the bucket, not by the second, and what is late finds more in
 * it: nearly all that comes back can be used.
 */
const ROOM_TOLD = 1.01
const DAY_MS = 86_400_000

function bucketOf(state: PaceState, limits: Limits) {
  const burst = Math.max(1, state.burst ?? limits.burst ?? 1)
  const room = state.burst === null ? ROOM : ROOM_TOLD
  return { burst, unit_ms: (room * 1000) / (state.per_second ?? limits.per_second) }
}

/** The day's budget of an account; undefined: the vendor has none. */
export const budgetOf = (state: Pick<PaceState, 'per_day'>, limits: Limits): number | undefined =>
  limits.own_per_day ?? state.per_day ?? limits.per_day

/** What counts as spent of the day's budget now. */
export function spentAt(state: PaceState, limits: Limits, now: number): number {
  if (state.day !== Math.floor(now / DAY_MS)) return 0
  const per_day = budgetOf(state, limits)
  if (!limits.refills || per_day === undefined) return state.spent
  return Math.max(0, state.spent - (Math.max(0, now - state.spent_at) / DAY_MS) * per_day)
}

/** Kept as a whole number: the fraction that is back already is kept as time that has passed since. */
function keepSpent(spent: number, state: PaceState, limits: Limits, now: number) {
  const whole = Math.ceil(spent)
  const per_day = budgetOf(state, limits)
  const back_ms = limits.refills && per_day ? ((whole - spent) / per_day) * DAY_MS : 0
  return { spent: whole, spent_at: now - back_ms }
}

/** Seconds until so much of the budget is free again. */
function secondsUntilFree(over: number, per_day: number, limits: Limits, now: number): number {
  const midnight = (Math.floor(now / DAY_MS) + 1) * DAY_MS - now
  const refilled = limits.refills ? (over / per_day) * DAY_MS : midnight
  return Math.ceil(Math.min(midnight, refilled) / 1000)
}

/** Told to stay away for longer than this, nobody waits: whoever planned the call plans the next one. */
const LONGEST_CLOSED_MS = 20_000

export type Taken = { state: PaceState; wait_ms: number } | { refused: 'day_spent' | 'closed'; left_s: number }

/** The next free moment for a call, and the account's state once it is taken. */
export function takeMoment(
  state: PaceState,
  limits: Limits,
  now: number,
  { units = 1, day: cost = units }: Cost,
): Taken {
  const day = Math.floor(now / DAY_MS)
  const spent = spentAt(state, limits, now) + cost
  const per_day = budgetOf(state, limits)
  if (cost > 0 && per_day !== undefined && spent > per_day)
    return { refused: 'day_spent', left_s: secondsUntilFree(spent - per_day, per_day, limits, now) }
  if (state.closed_until - now > LONGEST_CLOSED_MS)
    return { refused: 'closed', left_s: Math.ceil((state.closed_until - now) / 1000) }
  const { burst, unit_ms } = bucketOf(state, limits)
  // More than the bucket holds waits for a full one.
  const needed = Math.min(units, burst)
  const start = Math.max(now, state.closed_until, state.full_at + (needed - burst) * unit_ms)
  const full_at = Math.max(state.full_at, start) + units * unit_ms
  return { state: { ...state, full_at, day, ...keepSpent(spent, state, limits, now) }, wait_ms: start - now }
}

const bounded = ({ per_second }: PaceState, { per_second_up_to }: LimitsSaid): number | null =>
  per_second_up_to === undefined ? per_second : Math.min(per_second ?? per_second_up_to, per_second_up_to)

/**
 * What the vendor said, taken over. It gives back what the vendor returned, and nothing that other calls under way have
 * taken and the vendor has not seen.
 */
export function applyReport(state: PaceState, limits: Limits, now: number, said: LimitsSaid): PaceState {
  const day = Math.floor(now / DAY_MS)
  const next: PaceState = {
    ...state,
    per_second: said.per_second !== undefined && said.per_second > 0 ? said.per_second : bounded(state, said),
    burst: said.burst ?? state.burst,
    per_day: said.per_day ?? state.per_day,
    closed_until: Math.max(state.closed_until, now + (said.closed_for_s ?? 0) * 1000),
    day,
    ...keepSpent(Math.max(spentAt(state, limits, now), said.spent_today ?? 0), state, limits, now),
  }
  const { burst, unit_ms } = bucketOf(next, limits)
  const full_at = next.full_at - (said.given_back ?? 0) * unit_ms
  if (said.remaining === undefined) return { ...next, full_at }
  return { ...next, full_at: Math.max(full_at, now + (burst - Math.min(burst, said.remaining)) * unit_ms) }
}

export const paceRefusal = (vendor: string, { refused, left_s }: { refused: 'day_spent' | 'closed'; left_s: number }) =>
  new VendorError(
    vendor,
    'rate_limited',
    refused === 'day_spent' ? 'the budget of the day is used up' : 'the vendor asked to wait',
    left_s,
  )

export interface Clock {
  now: () => number
  sleep: (ms: number) => Promise<void>
}

const steadyClock: Clock = { now: () => performance.now(), sleep: (ms) => new Promise((done) => setTimeout(done, ms)) }

/** The limits of one account in one process: for tests and tools. */
export function inMemoryPace(vendor: string, limits: Limits, clock: Clock = steadyClock): Pace {
  let state: PaceState = freshPace
  return {
    async take(cost = {}) {
      const taken = takeMoment(state, limits, clock.now(), cost)
      if ('refused' in taken) throw paceRefusal(vendor, taken)
      // The moment is taken before waiting, so that callers who come meanwhile queue behind it.
      state = taken.state
      if (taken.wait_ms > 0) await clock.sleep(taken.wait_ms)
    },
    async report(said) {
      state = applyReport(state, limits, clock.now(), said)
    },
  }
}
