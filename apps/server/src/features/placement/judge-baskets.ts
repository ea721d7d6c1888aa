import type { PlannedCost } from '@omni/domain/analytics/order-costs.ts'
import { addFigures, leftOf } from '@omni/domain/analytics/profit-figures.ts'
import { allocate, convert, type Rates } from '@omni/domain/money.ts'
import { AT_CHECKOUT } from '@omni/domain/placement/extension.ts'
import { type BuyingLimits, spareOf, type Stop, stopsOf } from '@omni/domain/placement/stops.ts'
import { WALLET_CURRENCY } from '@omni/domain/wallet/topup.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { type ProfitFacts, profitFrom, type Quotes, readProfitFacts } from '../analytics/profit-facts.ts'
import { readAllOrderSettings } from '../order-settings/all-order-settings.ts'
import { type Basket, methodOf } from './basket.ts'

/** What decides whether orders are bought with others, but for what their suppliers ask. */
export interface Judging {
  facts: Map<string, ProfitFacts>
  limits: BuyingLimits
  /** Lines whose supplier's price waits for an answer, as `<line> <source>`. */
  held: ReadonlySet<string>
  /** What the goods of a line cost when it was sold. */
  at_sale: ReadonlyMap<string, number>
  rates: Rates
}

export async function readJudging(
  tx: Tx,
  workplace_id: string,
  order_ids: readonly string[],
  rates: Rates,
): Promise<Judging> {
  return {
    facts: await readProfitFacts(tx, workplace_id, order_ids),
    limits: await readAllOrderSettings(tx, workplace_id),
    ...(await readHeld(tx, workplace_id, order_ids)),
    rates,
  }
}

/** Which prices of orders wait for an answer, and what their goods cost when they were sold. */
export async function readHeld(
  tx: Tx,
  workplace_id: string,
  order_ids: readonly string[],
): Promise<Pick<Judging, 'held' | 'at_sale'>> {
  const { rows } = await sql<{ line_id: string; cost_at_sale: number | null; held: string[] }>`
    select l.line_id, l.cost_at_sale, coalesce((
      select array_agg(distinct q.source) from auto_update_questions q cross join jsonb_array_elements(q.items) i
      where q.workplace_id = l.workplace_id and q.answer is null and i ->> 'product_id' = l.product_id::text
        and i ->> 'variant_id' = l.variant_id::text), '{}') as held
    from order_lines l where l.workplace_id = ${workplace_id} and l.order_id = any(${order_ids}::uuid[])`.execute(tx)
  return {
    held: new Set(rows.flatMap(({ line_id, held }) => held.map((source) => `${line_id} ${source}`))),
    at_sale: new Map(
      rows.flatMap(({ line_id, cost_at_sale }) => (cost_at_sale === null ? [] : [[line_id, cost_at_sale]])),
    ),
  }
}

/** What a plan's baskets would cost, line by line. Empty: some part of them has no price. */
export function quotesOf(baskets: readonly Basket[], rates: Rates): Quotes {
  const quotes = new Map<string, Pick<PlannedCost, 'goods' | 'shipping' | 'charges' | 'supplier'>>()
  for (const { source, lines, quote, ...basket } of baskets) {
    const method = methodOf({ ...basket, source, lines, quote })
    if (!quote || !method) return new Map()
    const worth = lines.map(({ quantity }, at) => (quote.prices[at] ?? 0) * quantity)
    const shares = [quote.items_total, quote.charges, method.amount].map((amount) => {
      const dollars = convert(amount, quote.currency, WALLET_CURRENCY, rates)
      return dollars.ok ? allocate(dollars.value, worth) : null
    })
    const [goods, charges, shipping] = shares
    if (!goods || !charges || !shipping) return new Map()
    const isTold = method.method !== AT_CHECKOUT
    for (const [at, { line_id }] of lines.entries()) {
      // A bundle's line has several.
      const before = quotes.get(line_id) ?? { goods: 0, shipping: 0, charges: 0, supplier: source }
      quotes.set(line_id, {
        supplier: before.supplier,
        goods: before.goods + (goods[at] ?? 0),
        charges: before.charges + (charges[at] ?? 0),
        shipping: isTold && before.shipping !== null ? before.shipping + (shipping[at] ?? 0) : null,
      })
    }
  }
  return quotes
}

export interface Judged {
  stops: Stop[]
  spare: number | null
  quotes: Quotes
}

/** Whether an order may be bought with others, by the figures that are about to be charged. */
export function judgeOrder(judging: Judging, order_id: string, baskets: readonly Basket[]): Judged {
  const { facts, limits, held, at_sale, rates } = judging
  const quotes = quotesOf(baskets, rates)
  const known = facts.get(order_id)
  if (!known || quotes.size === 0) return { stops: [], spare: null, quotes }
  const earned = profitFrom(known, WALLET_CURRENCY, quotes)
  const compared = [...quotes].filter(([line_id]) => at_sale.has(line_id))
  const about = {
    profit: earned && leftOf(addFigures(earned.parts)),
    goods: compared.reduce((sum, [, { goods }]) => sum + goods, 0),
    goods_at_sale:
      compared.length > 0 ? compared.reduce((sum, [line_id]) => sum + (at_sale.get(line_id) ?? 0), 0) : null,
    is_price_held: baskets.some((basket) => isHeld(held, basket)),
  }
  return { stops: stopsOf(about, limits), spare: spareOf(about, limits), quotes }
}

/** What would stop an order of which some is bought, by the charges that are kept with its purchases. */
export function stopsOfCharges({ facts, limits, held, at_sale }: Judging, order_id: string, basket: Basket): Stop[] {
  const known = facts.get(order_id)
  const earned = known && profitFrom(known, WALLET_CURRENCY)
  const costs = known?.sold.lines.map(({ line_id }) => at_sale.get(line_id) ?? null) ?? []
  const about = {
    profit: earned ? leftOf(addFigures(earned.parts)) : null,
    goods: -(earned?.stated.find(({ part }) => part === 'supplier_goods')?.amount ?? 0),
    goods_at_sale: costs.reduce((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0),
    is_price_held: isHeld(held, basket),
  }
  return stopsOf(about, limits)
}

/** Whether a price of it waits for an answer to auto-update's question. */
export const isHeld = (held: Judging['held'], { source, lines }: Pick<Basket, 'source' | 'lines'>): boolean =>
  lines.some(({ line_id }) => held.has(`${line_id} ${source}`))

/** What suppliers said about orders is kept with their lines: lists and analytics show it until it is bought. */
export async function keepQuotes(tx: Tx, workplace_id: string, all: readonly Quotes[]): Promise<void> {
  const lines = all.flatMap((quotes) =>
    [...quotes].map(([line_id, { goods, shipping, charges }]) => ({ line_id, quote: { goods, shipping, charges } })),
  )
  await sql`
    update order_lines l set quote = q.quote, quoted_at = now()
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as q (line_id uuid, quote jsonb)
    where l.workplace_id = ${workplace_id} and l.line_id = q.line_id`.execute(tx)
}
