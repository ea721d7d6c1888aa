import { realTime } from './real-time.ts'

export interface SlidingWindow {
  /** Counts one call of this caller. `left`: how many more fit into the running window; -1 = refused. */
  take(caller: string): { left: number; wait_ms: number }
}

/**
 * "So many calls in so many milliseconds", by real time: it protects a machine, and a rehearsal at a hundred times the
 * speed must not get a hundred times the calls.
 */
export function slidingWindow(most: number, ms = 1000): SlidingWindow {
  const calls = new Map<string, number[]>()
  return {
    take(caller) {
      const now = realTime()
      const recent = (calls.get(caller) ?? []).filter((at) => at > now - ms)
      calls.set(caller, recent)
      const [oldest = now] = recent
      if (recent.length >= most) return { left: -1, wait_ms: Math.ceil(oldest + ms - now) }
      recent.push(now)
      return { left: most - recent.length, wait_ms: 0 }
    },
  }
}
