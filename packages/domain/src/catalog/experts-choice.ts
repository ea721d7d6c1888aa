/** What an experienced seller would look at before listing something, as a score with its reasons. spec: not shown. */
export interface PickFacts {
  rating: number | null
  reviews_count: number
  orders: number
  orders_week: number
  /** null: shipping is not known. */
  profit: number | null
  profit_margin: number | null
  shipping_time_max: number | null
  listings: number | null
}
const PICK_REASONS = ['rating', 'growth', 'profit', 'delivery', 'few_sellers'] as const
export type PickReason = (typeof PICK_REASONS)[number]

const WEIGHTS: Record<PickReason, number> = { rating: 25, growth: 25, profit: 25, delivery: 15, few_sellers: 10 }
const clamp = (value: number) => Math.max(0, Math.min(1, value))

/** 0 to 100; a reason is named when it earns at least two thirds of what it can. */
export function judgePick(facts: PickFacts): { score: number; reasons: PickReason[] } {
  const trust = facts.reviews_count / (facts.reviews_count + 30)
  const parts: Record<PickReason, number> = {
    rating: facts.rating === null ? 0 : clamp((facts.rating - 3.8) / 1) * trust,
    growth: clamp((facts.orders_week / Math.max(50, facts.orders)) * 20),
    profit: clamp((facts.profit ?? 0) / 3000) * clamp((facts.profit_margin ?? 0) / 50),
    delivery: facts.shipping_time_max === null ? 0 : clamp((20 - facts.shipping_time_max) / 14),
    few_sellers: facts.listings === null ? 0.3 : clamp(1 - facts.listings / 500),
  }
  const score = PICK_REASONS.reduce((sum, reason) => sum + WEIGHTS[reason] * parts[reason], 0)
  return { score: Math.round(score), reasons: PICK_REASONS.filter((reason) => parts[reason] >= 2 / 3) }
}
