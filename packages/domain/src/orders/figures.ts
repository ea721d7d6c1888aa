/** What a row of the order list costs, and how long it takes: the one rule behind its columns, its sums and its order. */
import type { Minor } from '../money.ts'

/** Sending something, in US cents and days. Null: not known. */
export interface Sending {
  shipping: Minor | null
  min_days: number | null
  max_days: number | null
}

/** Goods and sending them. */
export interface RowFigures extends Sending {
  cost: Minor | null
}

/** A purchase that is under way or was made. */
export interface BoughtFigures extends Sending {
  supplier_order_id: string
  /** All of it, shipping included: what was charged, else what was agreed to. */
  spent: Minor
}

export interface LineFigures extends RowFigures {
  bought: readonly BoughtFigures[]
}

const sum = (amounts: readonly (number | null)[]): number | null =>
  amounts.reduce((total, amount) => (total === null || amount === null ? null : total + amount), 0)

const longest = (days: readonly (number | null)[]): number | null =>
  days.reduce((most, day) => (most === null || day === null ? null : Math.max(most, day)), 0)

/** Several parcels: each is paid for, and the slowest says when all of it is there. */
export const sentTogether = (parts: readonly Sending[]): Sending => ({
  shipping: sum(parts.map(({ shipping }) => shipping)),
  min_days: longest(parts.map(({ min_days }) => min_days)),
  max_days: longest(parts.map(({ max_days }) => max_days)),
})

/** A purchase counts once, however many lines are in it; a line that is bought counts as its purchases do. */
export function figuresOf(lines: readonly LineFigures[]): RowFigures {
  const purchases = [
    ...new Map(lines.flatMap(({ bought }) => bought).map((one) => [one.supplier_order_id, one])).values(),
  ]
  const parts: RowFigures[] = [
    ...lines.filter(({ bought }) => bought.length === 0),
    // What was not told apart stands with the goods: the sum of both is what was paid.
    ...purchases.map(({ spent, shipping, ...days }) => ({ ...days, shipping, cost: spent - (shipping ?? 0) })),
  ]
  if (parts.length === 0) return { cost: null, shipping: null, min_days: null, max_days: null }
  return { cost: sum(parts.map(({ cost }) => cost)), ...sentTogether(parts) }
}
