/** A run that did not come back for so long is worked by another process. */
const ELSEWHERE_MS = 60_000

export interface TurnQueue {
  /** A turn of this run begins. */
  begin: (run_id: string) => void
  /** It has ended, and the next one is asked for. */
  leave: (run_id: string) => void
  /** Somebody else waits for a place. */
  others: (run_id: string) => boolean
}

/** Of the runs that left their place in this process, those that have not come back. A hint: workers share runs. */
export function turnQueue(clock = () => performance.now()): TurnQueue {
  const left = new Map<string, number>()
  return {
    begin: (run_id) => left.delete(run_id),
    leave: (run_id) => left.set(run_id, clock()),
    others(run_id) {
      for (const [other, at] of left) if (clock() - at > ELSEWHERE_MS) left.delete(other)
      return [...left.keys()].some((other) => other !== run_id)
    },
  }
}
