import type { PlannedCost } from '@omni/domain/analytics/order-costs.ts'
import { type OrderProfit, orderProfit, type SoldOrder } from '@omni/domain/analytics/order-profit.ts'
import { addFigures, type Certainty, leftOf, percentOf } from '@omni/domain/analytics/profit-figures.ts'
import type { Minor, Rates } from '@omni/domain/money.ts'
import type { Tx } from '../../platform/db.ts'
import { feesFor } from './fees-for.ts'
import { readRatesOfDays } from './rates-of-days.ts'
import { readSold } from './read-sold.ts'

/** Everything that the rule asks about an order. */
export interface ProfitFacts {
  sold: SoldOrder
  /** Of the order's day. */
  rates: Rates
}

/** What suppliers ask for lines now, by line; US cents for the pieces that are wanted. */
export type Quotes = ReadonlyMap<string, Pick<PlannedCost, 'goods' | 'shipping' | 'charges' | 'supplier'>>

export async function readProfitFacts(
  tx: Tx,
  workplace_id: string,
  order_ids: readonly string[],
): Promise<Map<string, ProfitFacts>> {
  if (order_ids.length === 0) return new Map()
  const orders = await readSold(tx, workplace_id, order_ids)
  const { terms } = await feesFor(tx, workplace_id, orders)
  const rates = await readRatesOfDays(tx, [...new Set(orders.map(({ day }) => day))])
  return new Map(
    orders.map((order) => [
      order.order_id,
      { sold: { ...order, fees: terms.get(order.order_id) ?? null }, rates: rates.get(order.day) ?? {} },
    ]),
  )
}

/** Null: a rate is not known. `quotes`: in the place of what was planned. */
export function profitFrom({ sold, rates }: ProfitFacts, currency: string, quotes?: Quotes): OrderProfit | null {
  const lines = quotes
    ? sold.lines.map((line) => {
        const quote = quotes.get(line.line_id)
        if (!quote) return line
        const planned = { ...quote, pieces: Math.max(1, line.current), by: 'quote' as const, as_of: null }
        // What is asked about a bundle of which some is bought is the rest of it.
        return { ...line, planned, rest: line.rest && planned }
      })
    : sold.lines
  const made = orderProfit({ ...sold, lines }, currency, rates)
  return made.ok ? made.value : null
}

/** One order's profit as every list shows it: with an unknown part, what it is at most. */
export interface ShownProfit {
  state: Certainty
  currency: string
  amount: Minor
  revenue: Minor
  /** Null: nothing was sold, or a part is not known. */
  margin: number | null
}

export function shownProfit({ state, parts }: OrderProfit, currency: string): ShownProfit {
  const all = addFigures(parts)
  const amount = leftOf(all)
  return {
    state,
    currency,
    amount,
    revenue: all.revenue,
    margin: state === 'unknown' ? null : percentOf(amount, all.revenue),
  }
}
