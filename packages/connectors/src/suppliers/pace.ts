import { VendorError } from '../vendor-error.ts'
import type { Limits } from './supplier.ts'

// a call takes longer to arrive than the next one may: some room, or the vendor counts one too many
const SECOND_MS = 1050
const DAY_MS = 86_400_000

export interface Clock {
  now: () => number
  sleep: (ms: number) => Promise<void>
}

const wallClock: Clock = { now: Date.now, sleep: (ms) => new Promise((done) => setTimeout(done, ms)) }

/**
 * A supplier's limits for one process (tests, tools): at most `per_second` calls within any second, and a budget per
 * UTC
 * day of which a call takes its cost. A spent budget is refused, not waited for: that would be hours.
 */
export function inMemoryPace(
  vendor: string,
  limits: Limits,
  clock: Clock = wallClock,
): (cost?: number) => Promise<void> {
  const starts: number[] = [] // of the calls in the running second, oldest first, some of them still to come
  let day = -1
  let spent = 0

  function spend(cost: number): void {
    const now = clock.now()
    const today = Math.floor(now / DAY_MS)
    if (today !== day) [day, spent] = [today, 0]
    if (limits.per_day !== undefined && spent + cost > limits.per_day) {
      throw new VendorError(
        vendor,
        'rate_limited',
        'the budget of the day is used up',
        Math.ceil(((today + 1) * DAY_MS - now) / 1000),
      )
    }
    spent += cost
  }

  return async (cost = 1) => {
    spend(cost)
    const now = clock.now()
    while (starts.length > 0 && (starts[0] ?? 0) <= now - SECOND_MS) starts.shift()
    // The place is taken before waiting, so that callers who come meanwhile queue behind it.
    const earlier = starts.at(-limits.per_second)
    const start = earlier === undefined ? now : Math.max(now, earlier + SECOND_MS)
    starts.push(start)
    if (start > now) await clock.sleep(start - now)
  }
}
