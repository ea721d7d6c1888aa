import type { Out } from '@omni/contracts/kernel.ts'
import type { placementCalls } from '@omni/contracts/placement.calls.ts'
import { asSource } from '@omni/domain/catalog/sources.ts'
import { isBlockedInDemo, isUnlimited } from '@omni/domain/billing/plan-rules.ts'
import { convert, type Minor, type Rates } from '@omni/domain/money.ts'
import { EXTENSION_SOURCES } from '@omni/domain/placement/extension.ts'
import type { Way } from '@omni/domain/placement/ways.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import { type ProfitFacts, profitFrom, shownProfit } from '../analytics/profit-facts.ts'
import { planState } from '../billing/usage.ts'
import { readRates } from '../rates/read-rates.ts'
import { type Basket, totalOf } from './basket.ts'
import { WALLET_CURRENCY } from '@omni/domain/wallet/topup.ts'
import { readPaying } from '../wallet/paying-by.ts'
import { quotesOf } from './judge-baskets.ts'
import { readWallet } from './money.ts'
import { HOUSE_SUPPLIER } from './open-source.ts'

type Summary = Out<typeof placementCalls.previewOrders>
type PreviewOrder = Out<typeof placementCalls.getPreview>['items'][number]

/** Null: a rate or a price is not known. */
const inDollars = (amount: Minor | null, currency: string, rates: Rates): Minor | null => {
  if (amount === null) return null
  const converted = convert(amount, currency, WALLET_CURRENCY, rates)
  return converted.ok ? converted.value : null
}

export function costOf(baskets: readonly Basket[], rates: Rates): Minor | null {
  let cost = 0
  for (const basket of baskets) {
    const dollars = inDollars(totalOf(basket), basket.quote?.currency ?? WALLET_CURRENCY, rates)
    if (dollars === null) return null
    cost += dollars
  }
  return cost
}

/** What a basket costs by the method that was chosen, as `totalOf` says; without all the others it was quoted with. */
const BASKET_COSTS = sql`
  select jsonb_agg(jsonb_build_array(b -> 'source', b -> 'quote' -> 'currency',
    (b -> 'quote' ->> 'items_total')::bigint + (b -> 'quote' ->> 'charges')::bigint + (m ->> 'amount')::bigint))
  from placement_plan_orders o cross join jsonb_array_elements(o.baskets) b
  cross join jsonb_array_elements(b -> 'quote' -> 'methods') m
  where o.workplace_id = p.workplace_id and o.plan_id = p.plan_id and o.state = 'ready'
    and m -> 'method' = b -> 'method'`

/** What each way would be for all orders that can be placed. A way that one of them cannot take is left out. */
const WAY_SUMS = sql`
  select jsonb_agg(w order by w.cost) from (
    select f.key as way, sum((f.value ->> 'cost')::bigint) as cost, sum((f.value ->> 'parcels')::int) as parcels,
      case when bool_or(f.value ->> 'days' is null) then null else max((f.value ->> 'days')::int) end as days
    from placement_plan_orders o cross join jsonb_each(o.offers) f
    where o.workplace_id = p.workplace_id and o.plan_id = p.plan_id and o.state = 'ready'
    group by f.key having count(*) = n.ready) w`

interface PlanSums {
  prefer: Way | null
  placed: boolean
  quoting: number
  ready: number
  stopped: number
  blocked: number
  by_browser: number
  /** The seller's own accounts, by source. */
  balances: Record<string, { currency: string; amount: Minor }>
  costs: [source: string, currency: string, total: Minor][]
  ways: Summary['ways']
}

/** Refuses a plan of another workplace as one that is not there. */
export async function readSummary(
  tx: Tx,
  { config, workplace_id, user_id, now }: Pick<Ctx, 'config' | 'workplace_id' | 'user_id' | 'now'>,
  plan_id: string,
): Promise<Summary> {
  const { rows } = await sql<PlanSums>`
    select p.prefer, p.balances, p.placed is not null as placed, n.*, coalesce((${BASKET_COSTS}), '[]') as costs,
      coalesce((${WAY_SUMS}), '[]') as ways
    from placement_plans p cross join lateral (
      select count(*) filter (where o.state = 'quoting')::int as quoting,
        count(*) filter (where o.state = 'ready')::int as ready,
        count(*) filter (where o.state = 'stopped')::int as stopped,
        count(*) filter (where o.state = 'blocked')::int as blocked,
        count(*) filter (where o.state = 'ready' and exists (select from jsonb_array_elements(o.baskets) b
          where b ->> 'source' = any(${[...EXTENSION_SOURCES]}::text[])))::int as by_browser
      from placement_plan_orders o where o.workplace_id = p.workplace_id and o.plan_id = p.plan_id) n
    where p.workplace_id = ${workplace_id} and p.plan_id = ${plan_id}`.execute(tx)
  const [plan] = rows
  if (!plan) refuse('not_found')
  const { prefer, placed, quoting, ready, stopped, blocked, by_browser, balances, costs, ways } = plan
  const rates = await readRates(tx)
  const wallet = await readWallet(tx, workplace_id)
  const sum = (some: PlanSums['costs']) =>
    some.reduce((total, [, currency, cost]) => total + (inDollars(cost, currency, rates) ?? 0), 0)
  const byWallet = costs.filter(([source]) => source === HOUSE_SUPPLIER)
  return {
    plan_id,
    prefer,
    orders: quoting + ready + stopped + blocked,
    quoting,
    ready,
    stopped,
    blocked,
    cost: sum(costs),
    ways,
    wallet: {
      available: wallet.bonus + wallet.topup,
      needed: sum(byWallet),
      ...(await readPaying(tx, { config, workplace_id })),
    },
    accounts: Object.entries(balances).flatMap(([name, { currency, amount }]) => {
      const source = asSource(name)
      const needed = sum(costs.filter(([of]) => of === source))
      return needed === 0 ? [] : [{ source, needed, available: inDollars(amount, currency, rates) ?? 0 }]
    }),
    quota: await quotaOf(tx, user_id, now),
    by_browser,
    placed,
  }
}

/** The click takes ORDER_FULFILLMENT for each order, and BULK_ORDER_FULFILLMENT for several (place-plan.ts). */
async function quotaOf(tx: Tx, user_id: string, now: Date): Promise<Summary['quota']> {
  const { plan, usage, user } = await planState(tx, user_id, now)
  const { ORDER_FULFILLMENT: orders, BULK_ORDER_FULFILLMENT: many } = plan.features
  const places_many = many.limit > 0 || isUnlimited(many.limit)
  if (isBlockedInDemo(user.is_demo, 'ORDER_FULFILLMENT')) return { left: 0, places_many }
  return {
    left: isUnlimited(orders.limit) ? null : Math.max(0, orders.limit - (usage.ORDER_FULFILLMENT ?? 0)),
    places_many,
  }
}

export interface PlanOrderRow {
  order_id: string
  position: number
  number: string
  customer_name: string
  country_code: string
  currency: string
  total: number
  stops: PreviewOrder['stops']
  state: PreviewOrder['state']
  problems: PreviewOrder['problems']
  address: PreviewOrder['address']
  baskets: Basket[]
}

/** Two suppliers that want the same are answered once. */
function asksOf(baskets: readonly Basket[]): PreviewOrder['asks'] {
  const asks = new Map<string, PreviewOrder['asks'][number]>()
  for (const { source, asks: own = [] } of baskets)
    for (const { field, says, choices = [], such_as = '' } of own)
      if ((asks.get(field)?.choices.length ?? 0) === 0)
        asks.set(field, { field, says, source, choices: [...choices], such_as })
  return [...asks.values()]
}

/** `facts`, `currency`: what the profit is counted from, and in. */
export function toPreviewOrder(
  { position: _, baskets, ...order }: PlanOrderRow,
  { facts, currency, rates }: { facts: ReadonlyMap<string, ProfitFacts>; currency: string; rates: Rates },
): PreviewOrder {
  const isPriced = order.state === 'ready' || order.state === 'stopped'
  const known = isPriced ? facts.get(order.order_id) : undefined
  const quotes = quotesOf(baskets, rates)
  const earned = known && quotes.size > 0 ? profitFrom(known, currency, quotes) : null
  return {
    ...order,
    asks: asksOf(baskets),
    baskets: baskets.map(toBasketView),
    cost: isPriced ? costOf(baskets, rates) : null,
    profit: earned && shownProfit(earned, currency),
  }
}

function toBasketView(basket: Basket): PreviewOrder['baskets'][number] {
  const { source, ship_from, lines, quote, method, because, runner_up, problem } = basket
  return {
    source,
    ship_from,
    method,
    because,
    runner_up,
    problem,
    pays: source === HOUSE_SUPPLIER ? 'wallet' : 'account',
    lines: lines.map(({ line_id, component, title, image, quantity }, at) => ({
      line_id,
      component,
      title,
      image,
      quantity,
      price: quote?.prices[at] ?? null,
    })),
    currency: quote?.currency ?? WALLET_CURRENCY,
    items_total: quote?.items_total ?? null,
    charges: quote?.charges ?? 0,
    methods: (quote?.methods ?? []).map((one) => ({
      method: one.method,
      service_name: one.service_name,
      amount: one.amount,
      min_days: one.min_days,
      max_days: one.max_days,
      tracked: one.tracked,
    })),
    total: totalOf(basket),
  }
}
