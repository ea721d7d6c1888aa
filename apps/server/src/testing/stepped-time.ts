import type { PaceTime } from '../platform/vendor-pace.ts'

/** So long nothing new was waited for: everybody who has something to do has done it. */
const QUIET_MS = 25

/**
 * Time that goes on by steps: when everybody waits, on to the next moment that somebody waits for. Between the steps it
 * goes by as always. `went`: told of each step, before anybody wakes up.
 */
export function steppedTime(went: (ms: number) => Promise<void> = async () => undefined) {
  let ahead = 0
  let timer: NodeJS.Timeout | undefined
  let held = false
  const waiting = new Set<{ at: number; wake: () => void }>()
  const now = () => performance.now() + ahead

  async function skip(ms: number): Promise<void> {
    if (ms > 0) await went(ms)
    ahead += Math.max(0, ms)
    for (const one of waiting)
      if (one.at <= now()) {
        waiting.delete(one)
        one.wake()
      }
  }
  function later(): void {
    clearTimeout(timer)
    if (waiting.size === 0 || held) return
    timer = setTimeout(() => void skip(Math.min(...[...waiting].map(({ at }) => at)) - now()).finally(later), QUIET_MS)
  }
  const time: PaceTime = {
    now,
    ahead_ms: () => ahead,
    until: (at) =>
      new Promise((wake) => {
        waiting.add({ at, wake })
        later()
      }),
  }
  return {
    ...time,
    skip,
    /** Time stands until so many wait, and then goes on by a step of its own. */
    async stand(waiters: number, ms: number): Promise<void> {
      held = true
      clearTimeout(timer)
      while (waiting.size < waiters) await new Promise((next) => setImmediate(next))
      held = false
      await skip(ms)
      later()
    },
  }
}
