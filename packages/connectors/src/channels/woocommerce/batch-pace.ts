/**
 * How many variations one batch holds. A shop saves them one after the other within one request, and hosts differ by a
 * hundred times: what the last batches took says how large the next one may be.
 */
import { PAGE } from './listing-reads.ts'

/** Of a shop that nobody has measured yet. */
const FIRST = 20
/** A batch aims at this, far below the minute after which nobody waits for its reply. */
const AIM_MS = 20_000
/** The newest batch counts as much as all before it. */
const NEWEST = 0.5

export interface BatchPace {
  /** How many the next batch holds. */
  size(): number
  /** How long the next batch will take, as far as is known. */
  expected_ms(items: number): number
  /** A batch was answered, or given up, after so long. */
  took(items: number, ms: number): void
}

export function batchPace(): BatchPace {
  let per_item: number | null = null
  return {
    size: () => (per_item === null ? FIRST : Math.min(PAGE, Math.max(1, Math.floor(AIM_MS / Math.max(per_item, 1))))),
    expected_ms: (items) => (per_item ?? 0) * items,
    took(items, ms) {
      const now = ms / items
      per_item = per_item === null ? now : per_item * (1 - NEWEST) + now * NEWEST
    },
  }
}

const paces = new Map<string, BatchPace>()

/** Of a shop, by its address. Measured anew in every process. */
export function paceOfShop(base: string): BatchPace {
  const pace = paces.get(base) ?? batchPace()
  paces.set(base, pace)
  return pace
}
