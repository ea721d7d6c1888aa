/** The figures of an order, a product, a day. They add up field by field, so that no two sums can disagree. */
import type { Minor } from '../money.ts'

/** Whether a profit is firm: its weakest part decides. */
export const CERTAINTIES = ['known', 'estimated', 'unknown'] as const
export type Certainty = (typeof CERTAINTIES)[number]

export interface ProfitFigures {
  pieces: number
  /** What the buyer paid for goods and shipping, less discounts, without tax. */
  revenue: Minor
  /** Tax that was collected and not given back. */
  tax: Minor
  /** What suppliers charged: goods, shipping, taxes and import charges. While nothing is bought, what it would cost. */
  cost: Minor
  /** What the channel and the payment keep. */
  fees: Minor
  /** What the buyer was given back, without its tax. */
  refunds: Minor
  /** What suppliers gave back. */
  recovered: Minor
  /** The profit of orders of which some part is an estimate. */
  estimated: Minor
  /** What orders with an unknown part would earn at most, and their revenue. Neither is in a profit or a margin. */
  unknown_profit: Minor
  unknown_revenue: Minor
}

export const NO_FIGURES: ProfitFigures = {
  pieces: 0,
  revenue: 0,
  tax: 0,
  cost: 0,
  fees: 0,
  refunds: 0,
  recovered: 0,
  estimated: 0,
  unknown_profit: 0,
  unknown_revenue: 0,
}
// The keys of the object above.
export const FIGURES = Object.keys(NO_FIGURES) as (keyof ProfitFigures)[]

export function addFigures(all: Iterable<ProfitFigures>): ProfitFigures {
  const sum = { ...NO_FIGURES }
  for (const one of all) for (const figure of FIGURES) sum[figure] += one[figure]
  return sum
}

type Money = Pick<ProfitFigures, 'revenue' | 'cost' | 'fees' | 'refunds' | 'recovered'>

/** What is left of an order at most: whatever is not known about it costs nothing here. */
export const leftOf = ({ revenue, cost, fees, refunds, recovered }: Money): Minor =>
  revenue - cost - fees - refunds + recovered

/** What a sum earned: of the orders of which every part is known or estimated. */
export const profitOf = (figures: ProfitFigures): Minor => leftOf(figures) - figures.unknown_profit

/** Per cent with one decimal, as it is shown and compared. Null: of nothing. */
export const percentOf = (profit: Minor, revenue: Minor): number | null =>
  revenue > 0 ? Math.round((profit / revenue) * 1000) / 10 || 0 : null

/** Per cent of the revenue. Null: nothing was sold of which the profit is known. */
export const marginOf = (figures: ProfitFigures): number | null =>
  percentOf(profitOf(figures), figures.revenue - figures.unknown_revenue)

/** The same figures where a part of the order is an estimate, or is not known. */
export function asCertain<F extends ProfitFigures>(figures: F, certainty: Certainty): F {
  const left = leftOf(figures)
  const isUnknown = certainty === 'unknown'
  return {
    ...figures,
    estimated: certainty === 'estimated' ? left : 0,
    unknown_profit: isUnknown ? left : 0,
    unknown_revenue: isUnknown ? figures.revenue : 0,
  }
}
