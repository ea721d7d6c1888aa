import { type FeeTerms, type OrderProfit, orderProfit, type ProfitPart } from '@omni/domain/analytics/order-profit.ts'
import { DEFAULT_CURRENCY } from '@omni/domain/currencies.ts'
import type { Rates } from '@omni/domain/money.ts'
import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../platform/db.ts'
import { countDeliveries } from './count-deliveries.ts'
import { feesFor } from './fees-for.ts'
import { keepStops } from './keep-stops.ts'
import { readRatesOfDays } from './rates-of-days.ts'
import { readSold, type Sold } from './read-sold.ts'

/** A row of `order_profits` without its workplace. */
interface Counted extends ProfitPart {
  order_id: string
  part: number
  unsure: number
  unknown: number
  day: string
  currency: string
  is_foreign: boolean
  store: string
  country: string
}

/**
 * Counts what orders earned, and puts it in the place of what was counted before; the database keeps the sums (schema/analytics.sql).
 * Done twice it changes nothing. Answers whether anything changed.
 */
export async function countProfit(tx: Tx, workplace_id: string, order_ids: readonly string[]): Promise<boolean> {
  // One at a time in a workplace: what two take away at once would be taken away twice.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`profit ${workplace_id}`}, 56))`.execute(tx)
  const orders = await readSold(tx, workplace_id, order_ids)
  const currency = await displayCurrency(tx, workplace_id)
  const rates = await readRatesOfDays(tx, [...new Set(orders.map(({ day }) => day))])
  const fees = await keepFees(tx, workplace_id, orders)
  const counted = orders.flatMap((order) =>
    partsOf(order, fees.get(order.order_id) ?? null, currency, rates.get(order.day) ?? {}),
  )
  const isProfitNew = await writeParts(tx, workplace_id, order_ids, counted)
  await keepStops(tx, workplace_id, orders, fees, rates)
  const isDeliveryNew = await countDeliveries(tx, workplace_id, order_ids)
  return isProfitNew || isDeliveryNew
}

export async function displayCurrency(tx: Tx, workplace_id: string): Promise<string> {
  const { rows } = await sql<{ currency: string | null }>`
    select settings ->> 'display_currency' as currency from workplaces where workplace_id = ${workplace_id}`.execute(tx)
  return rows[0]?.currency ?? DEFAULT_CURRENCY
}

/** In the display currency. Where no rate is known: what the store says alone, in the order's own, and said so. */
function partsOf(order: Sold, fees: FeeTerms | null, currency: string, rates: Rates): Counted[] {
  const { order_id, day, store, country } = order
  const write = ({ parts, state }: OrderProfit, into: string) =>
    parts.map((one, part) => ({
      ...one,
      order_id,
      part,
      unsure: Number(state === 'estimated'),
      unknown: Number(state === 'unknown'),
      day,
      currency: into,
      is_foreign: into !== currency,
      store,
      country,
    }))
  const made = orderProfit({ ...order, fees }, currency, rates)
  if (made.ok) return write(made.value, currency)
  const lines = order.lines.map((line) => ({ ...line, planned: null }))
  const own = orderProfit({ ...order, lines, fees: null, purchases: [] }, order.currency, rates)
  return own.ok ? write(own.value, order.currency) : []
}

/** Kept with each sale the first time it is counted: changed settings do not rewrite history. */
async function keepFees(tx: Tx, workplace_id: string, orders: readonly Sold[]): Promise<Map<string, FeeTerms>> {
  const { terms, added } = await feesFor(tx, workplace_id, orders)
  if (added.length > 0)
    await sql`
      insert into order_fees (workplace_id, order_id, percent, fixed, currency)
      select ${workplace_id}, f.order_id, f.percent, f.fixed, f.currency
      from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as f (order_id uuid, percent double precision, fixed bigint,
        currency text) on conflict do nothing`.execute(tx)
  return terms
}

const COLUMNS = sql`order_id, part, unsure, unknown, day, currency, is_foreign, store, country, product, supplier, pieces, revenue, tax,
  cost, fees, refunds, recovered, estimated, unknown_profit, unknown_revenue`

/** Only what differs is written. */
async function writeParts(
  tx: Tx,
  workplace_id: string,
  order_ids: readonly string[],
  counted: readonly Counted[],
): Promise<boolean> {
  const { rows } = await sql<Counted>`
    select ${COLUMNS} from order_profits where workplace_id = ${workplace_id} and order_id = any(${order_ids}::uuid[])
    order by order_id, part`.execute(tx)
  const before = Map.groupBy(rows, ({ order_id }) => order_id)
  const after = Map.groupBy(counted, ({ order_id }) => order_id)
  const changed = order_ids.filter((order_id) => !isDeepStrictEqual(before.get(order_id), after.get(order_id)))
  if (changed.length === 0) return false
  await sql`delete from order_profits
    where workplace_id = ${workplace_id} and order_id = any(${changed}::uuid[])`.execute(tx)
  const added = changed.flatMap((order_id) => after.get(order_id) ?? [])
  // An order that was deleted meanwhile has nothing to be written for.
  await sql`
    insert into order_profits (workplace_id, ${COLUMNS})
    select ${workplace_id}, ${COLUMNS}
    from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as c (order_id uuid, part int, unsure int, unknown int, day date, currency text,
      is_foreign boolean, store text, country text, product text, supplier text, pieces int, revenue bigint, tax bigint,
      cost bigint, fees bigint, refunds bigint, recovered bigint, estimated bigint, unknown_profit bigint,
      unknown_revenue bigint)`.execute(tx)
  return true
}
