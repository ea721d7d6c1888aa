import type { PlannedCost, SoldLine, SupplierPurchase } from '@omni/domain/analytics/order-costs.ts'
import type { SoldOrder } from '@omni/domain/analytics/order-profit.ts'
import { allocate } from '@omni/domain/money.ts'
import type { FinancialState } from '@omni/domain/orders/document.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { timeZoneIn } from '../settings/time-zone.ts'

/** An order as the rule takes it, and where it is counted. Its fees are not known yet. */
export interface Sold extends Omit<SoldOrder, 'fees'> {
  order_id: string
  /** The first part of its sale, where it is another one. */
  split_of: string | null
  channel: string
  day: string
  store: string
  country: string
}

interface OrderFacts extends Pick<SoldOrder, 'currency' | 'total' | 'taxes' | 'paid_for' | 'refunds' | 'is_cancelled'> {
  order_id: string
  split_of: string | null
  channel: string
  day: string
  store: string
  country: string
  financial: FinancialState
  /** Pieces that are still wanted, by the store's id of the line. */
  current: Record<string, number> | null
}

interface LineFacts extends Omit<SoldLine, 'current' | 'planned' | 'rest'> {
  order_id: string
  wanted: number
  cost: number | null
  /** Of a bundle: the goods of each component. */
  components: Record<string, number> | null
  /** What the catalogue knows of sending it. */
  shipping: number | null
  /** What the supplier said about this order. */
  quote: Pick<PlannedCost, 'goods' | 'shipping' | 'charges'> | null
  quoted_at: string | null
  supplier: string
}

interface PurchaseFacts extends Pick<SupplierPurchase, 'kinds' | 'as_of'> {
  order_id: string
  supplier: string
  currency: string
  state: string
  supplier_status: string | null
  total: number | null
  approved: number
  /** What the supplier says it gave back; null: it has not said. */
  given_back: number | null
  lines: { line_id: string; component: number; weight: number }[]
}

/** What is known about the money of orders: the store's, the suppliers', and what suppliers would take. */
export async function readSold(tx: Tx, workplace_id: string, order_ids: readonly string[]): Promise<Sold[]> {
  const orders = await readOrders(tx, workplace_id, order_ids)
  const lines = Map.groupBy(await readLines(tx, workplace_id, order_ids), ({ order_id }) => order_id)
  const bought = Map.groupBy(await readPurchases(tx, workplace_id, order_ids), ({ order_id }) => order_id)
  return orders.map(({ current, ...order }) => ({
    ...order,
    lines: (lines.get(order.order_id) ?? []).map((line) =>
      toLine(line, current ?? {}, componentsIn(bought.get(order.order_id) ?? [], line.line_id)),
    ),
    purchases: (bought.get(order.order_id) ?? []).map(toPurchase),
  }))
}

async function readOrders(tx: Tx, workplace_id: string, order_ids: readonly string[]): Promise<OrderFacts[]> {
  const { rows } = await sql<OrderFacts>`
    select o.order_id, o.split_of, o.channel, (o.ordered_at at time zone ${timeZoneIn(workplace_id)})::date as day,
      coalesce(o.store_id::text, 'manual') as store, o.country_code as country, o.currency, o.total, o.financial,
      o.cancelled_at is not null as is_cancelled, coalesce((o.document ->> 'taxes')::bigint, 0) as taxes,
      jsonb_build_object('shipping', coalesce((o.document ->> 'shipping')::bigint, 0),
        'goods', greatest(0, coalesce((o.document ->> 'subtotal')::bigint, 0) - coalesce((o.document ->> 'discounts')::bigint, 0)
          + coalesce((select sum((f ->> 'amount')::bigint) from jsonb_array_elements(o.document -> 'fees') f), 0))) as paid_for,
      coalesce(o.document -> 'refunds', '[]') as refunds,
      (select jsonb_object_agg(l ->> 'remote_line_id', (l ->> 'current_quantity')::int)
        from jsonb_array_elements(o.document -> 'lines') l) as current
    from orders o where o.workplace_id = ${workplace_id} and o.order_id = any(${order_ids}::uuid[])`.execute(tx)
  return rows
}

async function readLines(tx: Tx, workplace_id: string, order_ids: readonly string[]): Promise<LineFacts[]> {
  const { rows } = await sql<LineFacts>`
    select order_id, line_id, remote_line_id, product_id, quantity, wanted, unit_price, discount, cost, components, shipping,
      quote, quoted_at, coalesce(sources[1], '') as supplier
    from order_lines where workplace_id = ${workplace_id} and order_id = any(${order_ids}::uuid[])
    order by order_id, position, line_id`.execute(tx)
  return rows
}

/** What was bought, is being bought, or was bought by mistake. Each line weighs what the supplier asked for it. */
async function readPurchases(tx: Tx, workplace_id: string, order_ids: readonly string[]): Promise<PurchaseFacts[]> {
  const { rows } = await sql<PurchaseFacts>`
    select s.order_id, s.vendor as supplier, s.currency, s.state, s.supplier_status, s.total, s.approved,
      coalesce(s.settled_at, s.created_at) as as_of,
      jsonb_build_object('goods', coalesce((s.basket -> 'quote' ->> 'items_total')::bigint, 0),
        'charges', coalesce((s.basket -> 'quote' ->> 'charges')::bigint, 0),
        'shipping', coalesce((select (m ->> 'amount')::bigint from jsonb_array_elements(s.basket -> 'quote' -> 'methods') m
          where m -> 'method' = s.basket -> 'method' limit 1), 0)) as kinds,
      (select sum(r.granted)::float8 from refund_requests r where r.workplace_id = s.workplace_id
        and r.order_id = s.order_id and r.supplier_order_id = s.supplier_order_id and r.state = 'completed')
        as given_back,
      coalesce((select jsonb_agg(jsonb_build_object('line_id', l.line_id, 'component', l.component, 'weight', l.quantity * coalesce(
          (select (s.basket -> 'quote' -> 'prices' ->> (b.n - 1)::int)::bigint
            from jsonb_array_elements(s.basket -> 'lines') with ordinality as b (line, n)
            where b.line ->> 'line_id' = l.line_id::text and (b.line ->> 'component')::int = l.component limit 1), 1))
          order by l.line_id, l.component)
        from supplier_order_lines l
        where l.workplace_id = s.workplace_id and l.supplier_order_id = s.supplier_order_id), '[]') as lines
    from supplier_orders s
    where s.workplace_id = ${workplace_id} and s.order_id = any(${order_ids}::uuid[])
      and (s.state not in ('failed', 'cancelled') or s.alarm = 'second_purchase')
    order by s.created_at, s.supplier_order_id`.execute(tx)
  return rows
}

/** Which components of a line are bought, or being bought. */
const componentsIn = (bought: readonly PurchaseFacts[], line_id: string): Set<number> =>
  new Set(bought.flatMap(({ lines }) => lines.flatMap((one) => (one.line_id === line_id ? one.component : []))))

const toLine = (facts: LineFacts, current: Record<string, number>, bought: ReadonlySet<number>): SoldLine => {
  const { wanted, cost, components, shipping, quote, quoted_at, supplier, ...line } = facts
  // What was planned is for the pieces that were wanted then, and for one where none was.
  const of = { pieces: Math.max(1, wanted), supplier }
  const known =
    cost === null ? null : { ...of, goods: cost, shipping, charges: 0, by: 'catalogue' as const, as_of: null }
  return {
    ...line,
    current: current[line.remote_line_id] ?? 0,
    planned: quote ? { ...of, ...quote, by: 'quote', as_of: quoted_at } : known,
    rest: restOf(components ?? {}, bought, { ...of, shipping }),
  }
}

/** By the catalogue: a quote may be for all of it, or for this rest. Sending is shared as the goods are. */
function restOf(
  components: Record<string, number>,
  bought: ReadonlySet<number>,
  { shipping, ...of }: Pick<PlannedCost, 'pieces' | 'supplier' | 'shipping'>,
): PlannedCost | null {
  const missing = Object.entries(components).filter(([component]) => !bought.has(Number(component)))
  if (bought.size === 0 || missing.length === 0) return null
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const goods = sum(missing.map(([, cost]) => cost))
  const [sent = 0] = shipping === null ? [] : allocate(shipping, [goods, sum(Object.values(components)) - goods])
  return { ...of, goods, charges: 0, shipping: shipping === null ? null : sent, by: 'catalogue', as_of: null }
}

function toPurchase(bought: PurchaseFacts): SupplierPurchase {
  const { supplier, currency, state, supplier_status, approved, given_back, kinds, as_of, lines } = bought
  const total = bought.total ?? approved
  const isBack = supplier_status === 'cancelled' || supplier_status === 'refunded'
  return {
    supplier,
    currency,
    total,
    recovered: given_back ?? (isBack ? total : 0),
    is_expected: state !== 'placed' || bought.total === null,
    // Cancelled there: the money is owed. Refunded: it came back.
    is_return_expected: given_back === null && supplier_status === 'cancelled',
    kinds,
    as_of,
    lines,
  }
}
