import { type DayRange } from '@omni/domain/analytics/periods.ts'
import { marginOf, NO_FIGURES, type ProfitFigures, profitOf } from '@omni/domain/analytics/profit-figures.ts'
import { type RawBuilder, sql } from 'kysely'

export interface Sums extends ProfitFigures {
  orders: number
  /** Of these, those with an estimate in them, and those of which a part is not known. */
  unsure: number
  unknown: number
}

export const NO_SUMS: Sums = { orders: 0, unsure: 0, unknown: 0, ...NO_FIGURES }

/** Of `profit_sums`, or of parts of orders. */
export const SUM = sql`sum(pieces)::int as pieces, sum(revenue)::bigint as revenue, sum(tax)::bigint as tax,
  sum(cost)::bigint as cost, sum(fees)::bigint as fees, sum(refunds)::bigint as refunds,
  sum(recovered)::bigint as recovered, sum(estimated)::bigint as estimated,
  sum(unknown_profit)::bigint as unknown_profit, sum(unknown_revenue)::bigint as unknown_revenue`

/** How many orders that is, of `profit_sums`. */
export const ORDERS = sql`coalesce(sum(orders), 0)::int as orders, coalesce(sum(unsure), 0)::int as unsure,
  coalesce(sum(unknown), 0)::int as unknown`

/** What a page shows: with what follows from the sums. */
export const toFigures = <S extends ProfitFigures>(sums: S) => ({
  ...sums,
  profit: profitOf(sums),
  margin: marginOf(sums),
})

export interface Choice {
  workplace_id: string
  currency: string
  /** Left out: all stores. */
  store?: string | undefined
}

/** Of days one by one: every reader of `profit_sums` says which blocks it means. */
export const SINGLE_DAYS = sql`span = 1`

export const within = ({ from, to }: DayRange, { workplace_id, currency, store }: Choice): RawBuilder<unknown> => sql`
  workplace_id = ${workplace_id} and currency = ${currency} and day between ${from}::date and ${to}::date
  ${store === undefined ? sql`` : sql`and store = ${store}`}`
