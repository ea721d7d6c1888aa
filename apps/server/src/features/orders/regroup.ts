import { unmendable } from '@omni/domain/orders/address.ts'
import type { FinancialState, FulfilmentState, OrderAddress } from '@omni/domain/orders/document.ts'
import { convert } from '@omni/domain/money.ts'
import { type BoughtFigures, figuresOf, type RowFigures } from '@omni/domain/orders/figures.ts'
import {
  groupsOf,
  type LineReason,
  purchaseOf,
  type RefundStanding,
  type StopReason,
} from '@omni/domain/orders/groups.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { readAllOrderSettings } from '../order-settings/all-order-settings.ts'
import type { SupplierLink } from '../product-center/load-products.ts'
import { readRates } from '../rates/read-rates.ts'
import { type PlannedLine, planLines } from './plan-lines.ts'
import { blockedByRequest } from './request-block.ts'
import { readSupplyFacts } from './supply-facts.ts'
import { enqueueTags } from './enqueue-tags.ts'

interface OrderToGroup {
  order_id: string
  split_of: string | null
  channel: string
  store_id: string | null
  address: OrderAddress | null
  country_code: string
  financial: FinancialState
  cash_on_delivery: boolean
  promised_at: string | null
  currency: string
  total: number
  fulfilment: FulfilmentState
  cancelled_at: string | null
  archived_at: string | null
  ordered_at: string
  stops: StopReason[]
}

interface LineToGroup extends RowFigures {
  order_id: string
  line_id: string
  remote_product_id: string | null
  remote_variant_id: string | null
  product_id: string | null
  variant_id: string | null
  wanted: number
  reason: LineReason | null
  supplier: SupplierLink | null
  /** Of each component, where its purchase stands, and what is asked about it. Null: nothing was ever bought for it. */
  purchases: string[] | null
  /** What is being bought for it, or was, in the supplier's currency. */
  bought: (BoughtFigures & { currency: string })[] | null
  refund: RefundStanding | null
  /** A request of the store for it is not accepted. */
  is_blocked: boolean
}

/**
 * Puts orders into the groups they belong to, after anything about them changed: the order itself, its suppliers
 * (`replan`), or a purchase. The caller's transaction holds the orders until its end.
 */
export async function regroupOrders(
  tx: Tx,
  workplace_id: string,
  order_ids: readonly string[],
  { replan }: { replan: boolean },
): Promise<void> {
  // Always in one order, so that two of them never wait for one another.
  const { rows: orders } = await sql<OrderToGroup>`
    select order_id, split_of, channel, store_id, address, country_code, financial, fulfilment, cancelled_at, archived_at, ordered_at, stops,
      currency, total, coalesce((document ->> 'cash_on_delivery')::boolean, false) as cash_on_delivery,
      (document ->> 'promised_at')::timestamptz as promised_at
    from orders where workplace_id = ${workplace_id} and order_id = any(${order_ids}::uuid[])
    order by order_id for update`.execute(tx)
  const { rows: lines } = await sql<LineToGroup>`
    select l.order_id, l.line_id, l.remote_product_id, l.remote_variant_id, l.product_id, l.variant_id, l.wanted, l.reason, l.supplier,
      l.cost, l.shipping, l.min_days, l.max_days,
      (select jsonb_agg(jsonb_build_object('supplier_order_id', s.supplier_order_id, 'currency', s.currency,
          'spent', coalesce(s.total, s.approved), 'shipping', m.amount, 'min_days', m.min_days, 'max_days', m.max_days))
        from supplier_order_lines p join supplier_orders s using (workplace_id, supplier_order_id)
        left join lateral jsonb_to_recordset(s.basket -> 'quote' -> 'methods')
          as m (method text, amount bigint, min_days int, max_days int) on m.method = s.basket ->> 'method'
        where p.workplace_id = l.workplace_id and p.line_id = l.line_id and p.live) as bought,
      (select array_agg(c.state) from (
        select distinct on (p.component)
          case when s.state = 'placed' and s.supplier_status in ('shipped', 'delivered') then 'shipped'
            when s.state = 'placed' and s.supplier_status in ('cancelled', 'refunded') then 'source_cancelled'
            else s.state || coalesce(' ' || s.question, '') end as state
        from supplier_order_lines p join supplier_orders s using (workplace_id, supplier_order_id)
        where p.workplace_id = l.workplace_id and p.line_id = l.line_id
        order by p.component, p.live desc, s.created_at desc) c) as purchases,
      (select case r.state when 'sending' then 'pending' else r.state end from refund_requests r
        join supplier_order_lines p using (workplace_id, supplier_order_id)
        where r.workplace_id = l.workplace_id and r.order_id = l.order_id and p.line_id = l.line_id
          and r.requested_by is not null and r.state not in ('failed', 'withdrawn')
        order by r.requested_at desc limit 1) as refund, ${blockedByRequest} as is_blocked
    from order_lines l where l.workplace_id = ${workplace_id} and l.order_id = any(${order_ids}::uuid[])
    order by l.order_id, l.position`.execute(tx)
  const linesOf = Map.groupBy(lines, ({ order_id }) => order_id)
  if (replan) await planOrders(tx, workplace_id, orders, linesOf)
  const { places_cod } = orders.some((order) => order.cash_on_delivery)
    ? await readAllOrderSettings(tx, workplace_id)
    : NO_CASH
  const inDollars = await dollarsOf(tx, orders, lines)
  const wanted: unknown[] = []
  for (const order of orders) {
    const own = linesOf.get(order.order_id) ?? []
    const groups = groupsOf({
      financial: order.financial,
      cash_on_delivery: order.cash_on_delivery,
      places_cod,
      fulfilment: order.fulfilment,
      is_cancelled: order.cancelled_at !== null,
      is_archived: order.archived_at !== null,
      is_address_good: order.address !== null && unmendable(order.address).length === 0,
      stops: order.stops,
      lines: own.map((line) => ({
        ...line,
        reason: line.reason ?? (line.is_blocked ? 'store_request' : null),
        purchase: purchaseOf(line.purchases ?? []),
      })),
    })
    const { order_id, ordered_at, promised_at } = order
    const sold = inDollars(order.total, order.currency)
    const inUsd = own.map((line) => ({
      ...line,
      bought: (line.bought ?? []).flatMap(({ currency, spent, shipping, ...purchase }) => {
        const [all, sending] = [inDollars(spent, currency), shipping === null ? null : inDollars(shipping, currency)]
        return all === null ? [] : [{ ...purchase, spent: all, shipping: sending }]
      }),
    }))
    for (const group of groups) {
      const figures = figuresOf(inUsd.filter(({ line_id }) => group.line_ids.includes(line_id)))
      wanted.push({ order_id, ordered_at, promised_at, sold, ...group, ...figures })
    }
  }
  const ids = orders.map(({ order_id }) => order_id)
  const moved = await writeGroups(tx, workplace_id, ids, JSON.stringify(wanted))
  await enqueueTags(
    tx,
    workplace_id,
    orders.filter(({ order_id }) => moved.has(order_id)),
  )
}

const NO_CASH = { places_cod: false }

/** Amounts of these orders in US cents. The table of rates is read where one of them is in another currency. */
async function dollarsOf(tx: Tx, orders: readonly OrderToGroup[], lines: readonly LineToGroup[]) {
  const currencies = [...orders, ...lines.flatMap(({ bought }) => bought ?? [])].map(({ currency }) => currency)
  const rates = currencies.every((currency) => currency === 'USD') ? {} : await readRates(tx)
  return (amount: number, currency: string): number | null => {
    const converted = convert(amount, currency, 'USD', rates)
    return converted.ok ? converted.value : null
  }
}

const FIGURES = sql`promised_at, sold, cost, shipping, min_days, max_days`
const FIGURES_OF_G = sql`g.promised_at, g.sold, g.cost, g.shipping, g.min_days, g.max_days`

/** Only what differs is written: the counters are everybody's. Answers the orders that stand elsewhere now. */
async function writeGroups(tx: Tx, workplace_id: string, order_ids: readonly string[], wanted: string) {
  const { rows } = await sql<{ order_id: string }>`
    with g as (select * from jsonb_to_recordset(${wanted}::jsonb) as g (order_id uuid, status text, sub_status text,
        line_ids uuid[], reasons text[], ordered_at timestamptz, promised_at timestamptz, sold bigint, cost bigint,
        shipping bigint, min_days smallint, max_days smallint)),
    left_groups as (
      delete from order_groups o where o.workplace_id = ${workplace_id} and o.order_id = any(${order_ids}::uuid[])
        and not exists (select from g
          where g.order_id = o.order_id and g.status = o.status and g.sub_status = o.sub_status)
      returning o.order_id),
    entered as (
      insert into order_groups (workplace_id, order_id, status, sub_status, line_ids, reasons, ordered_at,
        ${FIGURES})
      select ${workplace_id}, g.order_id, g.status, g.sub_status, g.line_ids, g.reasons, g.ordered_at, ${FIGURES_OF_G}
      from g
      where not exists (select from order_groups k where k.workplace_id = ${workplace_id} and k.order_id = g.order_id
        and k.status = g.status and k.sub_status = g.sub_status)
      returning order_id),
    kept as (
      update order_groups o set (line_ids, reasons, ${FIGURES}) = (g.line_ids, g.reasons, ${FIGURES_OF_G}) from g
      where o.workplace_id = ${workplace_id} and o.order_id = g.order_id and o.status = g.status
        and o.sub_status = g.sub_status and (o.line_ids, o.reasons, o.promised_at, o.sold, o.cost, o.shipping, o.min_days,
          o.max_days) is distinct from (g.line_ids, g.reasons, ${FIGURES_OF_G}))
    select order_id from left_groups union select order_id from entered`.execute(tx)
  return new Set(rows.map(({ order_id }) => order_id))
}

const NO_QUOTE = { shipping: null, min_days: null, max_days: null }

/** What each part of a bundle costs. Null: it is one thing, or nobody delivers it. */
const componentCosts = ({ parts }: PlannedLine): Record<string, number> | null =>
  parts.length < 2
    ? null
    : Object.fromEntries(parts.map(({ link, quantity }) => [link.component, link.cost * quantity]))

/** Who delivers the lines, asked once for all that one store sold into one country. Only what differs is written. */
async function planOrders(
  tx: Tx,
  workplace_id: string,
  orders: readonly OrderToGroup[],
  linesOf: ReadonlyMap<string, LineToGroup[]>,
): Promise<void> {
  const lines: unknown[] = []
  const sourcesOf: { order_id: string; sources: string[] }[] = []
  for (const some of Map.groupBy(orders, ({ store_id, country_code }) => `${store_id} ${country_code}`).values()) {
    const [{ store_id, country_code: country } = { store_id: null, country_code: '' }] = some
    const sold = some.flatMap(({ order_id }) => linesOf.get(order_id) ?? [])
    const planned = await planLines(tx, { workplace_id, store_id, country }, sold)
    const facts = await readSupplyFacts(tx, { workplace_id, country }, planned)
    for (const { order_id } of some) {
      const sources = new Set<string>()
      for (const line of linesOf.get(order_id) ?? []) {
        const found = planned.get(line.line_id)
        if (!found) continue
        for (const source of found.sources) sources.add(source)
        const { product_id, variant_id, cost } = found
        const { sending = NO_QUOTE, obstacle = null } = facts.get(line.line_id) ?? {}
        const reason = found.reason ?? obstacle
        const figures = { cost, ...sending }
        Object.assign(line, { reason }, figures)
        const components = componentCosts(found)
        lines.push({
          line_id: line.line_id,
          product_id,
          variant_id,
          reason,
          sources: found.sources,
          components,
          ...figures,
        })
      }
      sourcesOf.push({ order_id, sources: [...sources] })
    }
  }
  await sql`
    update order_lines l set product_id = f.product_id, variant_id = f.variant_id, reason = f.reason,
      sources = f.sources, cost = f.cost, shipping = f.shipping, min_days = f.min_days, max_days = f.max_days,
      cost_at_sale = coalesce(l.cost_at_sale, f.cost),
      components = case when f.cost is null then l.components else f.components end,
      quote = case when l.cost is not distinct from f.cost and l.sources = f.sources then l.quote end
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as f (line_id uuid, product_id uuid, variant_id uuid,
      reason text, sources text[], cost bigint, components jsonb, shipping bigint, min_days smallint, max_days smallint)
    where l.workplace_id = ${workplace_id} and l.line_id = f.line_id
      and (l.product_id, l.variant_id, l.reason, l.sources, l.cost, l.shipping, l.min_days, l.max_days,
        l.components) is distinct from (f.product_id, f.variant_id, f.reason, f.sources, f.cost, f.shipping, f.min_days,
        f.max_days, case when f.cost is null then l.components else f.components end)`.execute(tx)
  await sql`
    update orders o set sources = f.sources
    from jsonb_to_recordset(${JSON.stringify(sourcesOf)}::jsonb) as f (order_id uuid, sources text[])
    where o.workplace_id = ${workplace_id} and o.order_id = f.order_id and o.sources <> f.sources`.execute(tx)
}
