/**
 * What a supplier's budget of a day is spent on, and how many days the catalogue takes with it. New products first, then
 * those that are due again, then shipping to more countries. spec: not shown.
 */

/** Of a day's budget; the rest is kept for what sellers ask for themselves. */
const INGEST_SHARE = 0.9
/** Of a day's budget for looking again at what is known; so that new products and countries are not starved. */
const REFRESH_SHARE = 0.5

/** Of the budget of a day. */
export interface IngestCosts {
  /** A page of a list. */
  list: number
  product: number
  quote: number
}
export const ONE_CALL_EACH: IngestCosts = { list: 1, product: 1, quote: 1 }

export interface DayBudget {
  /** null: the supplier sets none. */
  per_day: number | null
  spent: number
}

export interface IngestCounts {
  products: number
  /** Known from a list alone. */
  new_products: number
  /** To be looked at again now. */
  due_products: number
  /** How many looks a day all known products are meant to get. */
  looks_a_day: number
  /** Products without shipping to one of the main countries, each country counted. */
  quotes: number
}

export interface IngestPlan {
  /** What one product costs, shipping to the default country included. */
  per_product: number
  /** How many products the budget takes in a day; null: any number. */
  products_a_day: number | null
  /** Of the whole budget; null: it has no end. */
  left_today: number | null
  /** Until every product is whole; 0: they are. null: the budget takes none at all. */
  days: number | null
  /** Until shipping to all main countries is known too. */
  quote_days: number | null
  /** How much longer than meant it takes until a product is looked at again; 1: as meant. */
  stretch: number
}

const perProduct = ({ product, quote }: IngestCosts) => product + quote

/** What the ingest may still spend now; null: as much as it likes. */
export const ingestRoom = ({ per_day, spent }: DayBudget): number | null =>
  per_day === null ? null : Math.max(0, per_day * INGEST_SHARE - spent)

/** By how much looks are spread out so that they fit into their share of the budget. */
export function refreshStretch(budget: DayBudget, costs: IngestCosts, looks_a_day: number): number {
  if (budget.per_day === null || budget.per_day <= 0) return 1
  return Math.max(1, (looks_a_day * perProduct(costs)) / (budget.per_day * REFRESH_SHARE))
}

export function planIngest(counts: IngestCounts, budget: DayBudget, costs: IngestCosts): IngestPlan {
  const room = ingestRoom(budget)
  const a_day = budget.per_day === null ? null : budget.per_day * INGEST_SHARE
  const needed = counts.new_products * perProduct(costs)
  const stretch = refreshStretch(budget, costs, counts.looks_a_day)
  return {
    per_product: perProduct(costs),
    products_a_day: a_day === null || perProduct(costs) === 0 ? null : Math.floor(a_day / perProduct(costs)),
    left_today: budget.per_day === null ? null : Math.floor(Math.max(0, budget.per_day - budget.spent)),
    days: daysFor(needed, room, a_day),
    quote_days: daysFor(
      needed + counts.quotes * costs.quote,
      room,
      a_day && a_day - refreshing(counts, costs, stretch),
    ),
    stretch,
  }
}

/** What looking again takes of a day. */
const refreshing = ({ looks_a_day }: IngestCounts, costs: IngestCosts, stretch: number) =>
  (looks_a_day * perProduct(costs)) / stretch

/** Today counts by what is left of it. */
function daysFor(needed: number, room: number | null, a_day: number | null): number | null {
  if (needed === 0) return 0
  if (room === null || a_day === null) return 1
  if (needed <= room) return 1
  return a_day > 0 ? 1 + Math.ceil((needed - room) / a_day) : null
}
