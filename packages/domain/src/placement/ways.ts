/** Which suppliers an order's lines are bought from, where there is a choice: the ways to compare, and which one is taken. */
import type { Minor } from '../money.ts'

export const WAYS = ['cheapest', 'fastest', 'fewest'] as const
export type Way = (typeof WAYS)[number]

/** Which suppliers a way is limited to, and which of several is taken for a line. */
export interface Limits {
  sources: ReadonlySet<string>
  by: 'rank' | 'cost'
}

/** More suppliers than these are not combined: each way has to be priced by the suppliers themselves. */
const MOST_SOURCES = 4

/** Every choice of suppliers, few before many; in each the seller's order of suppliers, and the cheaper goods. */
export function waysToTry(sources: readonly string[]): Limits[] {
  const some = [...new Set(sources)].slice(0, MOST_SOURCES)
  if (some.length < 2) return []
  const sets = Array.from({ length: 2 ** some.length - 1 }, (_, n) => some.filter((_source, at) => (n + 1) & (1 << at)))
  return sets
    .toSorted((a, b) => a.length - b.length)
    .flatMap((set) => (['rank', 'cost'] as const).map((by) => ({ sources: new Set(set), by })))
}

/** What a way would be: in US cents, and days at most; null: not told. */
export interface WayOffer {
  cost: Minor
  parcels: number
  days: number | null
}

/** A time that nobody tells counts as the longest. */
const daysOf = ({ days }: WayOffer) => days ?? Number.MAX_SAFE_INTEGER

const ORDERS: Record<Way, (a: WayOffer, b: WayOffer) => number> = {
  cheapest: (a, b) => a.cost - b.cost || a.parcels - b.parcels || daysOf(a) - daysOf(b),
  fastest: (a, b) => daysOf(a) - daysOf(b) || a.cost - b.cost || a.parcels - b.parcels,
  fewest: (a, b) => a.parcels - b.parcels || a.cost - b.cost || daysOf(a) - daysOf(b),
}

/** Of equal ones the first, which is nearer to what the seller has set. Undefined: none can be taken. */
export const bestWay = <T extends { offer: WayOffer }>(way: Way, found: readonly T[]): T | undefined =>
  found.toSorted((a, b) => ORDERS[way](a.offer, b.offer))[0]

/** How a basket is sent where one way is taken. */
export const methodBy = (way: Way): 'cheapest' | 'fastest' => (way === 'fastest' ? 'fastest' : 'cheapest')
