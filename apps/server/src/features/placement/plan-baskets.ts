import type { PlaceProblem } from '@omni/contracts/placement.calls.ts'
import { asSource } from '@omni/domain/catalog/sources.ts'
import type { FinancialState, OrderAddress } from '@omni/domain/orders/document.ts'
import { mayBeBought } from '@omni/domain/orders/groups.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { plan } from '@omni/domain/mapping/plan.ts'
import { waysToTry } from '@omni/domain/placement/ways.ts'
import { type LineToPlan, type PlannedLine, planLines } from '../orders/plan-lines.ts'
import { readAllOrderSettings } from '../order-settings/all-order-settings.ts'
import { claimed } from '../orders/claimed.ts'
import { lineImage } from '../orders/line-image.ts'
import { blockedByRequest } from '../orders/request-block.ts'
import type { Basket } from './basket.ts'

export interface PlannedOrder {
  order_id: string
  /** What the plan is made of: an order whose basis is another one later has changed. */
  basis: string
  /** Null: it is sent nowhere. */
  address: OrderAddress | null
  baskets: Basket[]
  /** The same lines from other suppliers, where several sell them. */
  others: Basket[][]
  problems: PlaceProblem[]
}

interface OrderRow {
  order_id: string
  store_id: string | null
  country_code: string
  address: OrderAddress | null
  is_open: boolean
  financial: FinancialState
  cash_on_delivery: boolean
  basis: string
}
interface LineRow extends LineToPlan {
  order_id: string
  title: string
  image: string | null
  /** Components that are being bought or were bought. */
  taken: number[] | null
  /** A click has its order, and its purchases are about to be written. */
  is_claimed: boolean
  /** The store's request for it is not accepted. */
  is_blocked: boolean
}

/** What of an order decides about a purchase. */
export const BASIS = sql<string>`md5(concat_ws('|', o.version, o.address::text, o.cancelled_at, o.archived_at, o.financial,
  (select string_agg(l.line_id || ' ' || l.wanted || case when ${blockedByRequest} then ' blocked' else '' end, ','
     order by l.line_id) from order_lines l where l.workplace_id = o.workplace_id and l.order_id = o.order_id)))`

/** Which supplier delivers which lines of orders. Nobody is asked. */
export async function planBaskets(
  tx: Tx,
  workplace_id: string,
  order_ids: readonly string[],
): Promise<Map<string, PlannedOrder>> {
  const { rows: orders } = await sql<OrderRow>`
    select o.order_id, o.store_id, o.country_code, o.address, ${BASIS} as basis,
      o.cancelled_at is null and o.archived_at is null and o.fulfilment <> 'fulfilled' as is_open,
      o.financial, coalesce((o.document ->> 'cash_on_delivery')::boolean, false) as cash_on_delivery
    from orders o where o.workplace_id = ${workplace_id} and o.order_id = any(${order_ids}::uuid[])`.execute(tx)
  const { rows: lines } = await sql<LineRow>`
    select l.order_id, l.line_id, l.remote_product_id, l.remote_variant_id, l.product_id, l.variant_id, l.wanted, l.supplier, l.title,
      ${lineImage} as image, (select array_agg(p.component) from supplier_order_lines p
        where p.workplace_id = l.workplace_id and p.line_id = l.line_id and p.live) as taken,
      ${blockedByRequest} as is_blocked, ${claimed} as is_claimed
    from order_lines l where l.workplace_id = ${workplace_id} and l.order_id = any(${order_ids}::uuid[])
      and l.wanted > 0 order by l.order_id, l.position`.execute(tx)
  const linesOf = Map.groupBy(lines, ({ order_id }) => order_id)
  const isAtDoor = orders.some(({ cash_on_delivery }) => cash_on_delivery)
  const places_cod = isAtDoor && (await readAllOrderSettings(tx, workplace_id)).places_cod
  const planned = new Map<string, PlannedOrder>()
  for (const order of orders) {
    const is_open = order.is_open && mayBeBought(order, places_cod)
    const lines = linesOf.get(order.order_id) ?? []
    planned.set(order.order_id, await planOrder(tx, workplace_id, { ...order, is_open }, lines))
  }
  return planned
}

async function planOrder(
  tx: Tx,
  workplace_id: string,
  { order_id, store_id, country_code, address, is_open, basis }: OrderRow,
  all: readonly LineRow[],
): Promise<PlannedOrder> {
  const lines = all.filter(({ is_blocked }) => !is_blocked)
  const problems = new Set<PlaceProblem>()
  if (!is_open) problems.add('not_open')
  if (all.some(({ is_claimed }) => is_claimed)) problems.add('already_placing')
  if (!address) problems.add('address')
  const suppliers = await planLines(tx, { workplace_id, store_id, country: country_code }, lines)
  for (const { reason } of suppliers.values()) if (reason && isPlaceProblem(reason)) problems.add(reason)
  const baskets = basketsOf(lines, country_code, ({ line_id }) => suppliers.get(line_id)?.parts ?? [])
  if (baskets.length === 0 && problems.size === 0)
    problems.add(lines.length < all.length ? 'store_request' : 'already_placing')
  const others = problems.size === 0 ? otherWays(lines, country_code, suppliers, baskets) : []
  return { order_id, basis, address, baskets, others, problems: [...problems] }
}

type Parts = PlannedLine['parts']

function basketsOf(lines: readonly LineRow[], country_code: string, partsOf: (line: LineRow) => Parts): Basket[] {
  const baskets = new Map<string, Basket>()
  for (const line of lines)
    for (const { link, quantity } of partsOf(line)) {
      if (line.taken?.includes(link.component)) continue
      const source = asSource(link.source)
      const basket: Basket = baskets.get(source) ?? newBasket(source, country_code)
      const { sku_id, sku_attr, component } = link
      const product_id = link.source_product_id
      const { line_id, title, image } = line
      basket.lines.push({ line_id, component, title, image, product_id, sku_id, sku_attr, quantity })
      baskets.set(source, basket)
    }
  return [...baskets.values()]
}

/** Each way has to be priced by its suppliers: no more than these are compared. */
const MOST_WAYS = 6

/** Other suppliers for all lines. A supplier that was chosen for a line by a person stays. */
function otherWays(
  lines: readonly LineRow[],
  country: string,
  suppliers: ReadonlyMap<string, PlannedLine>,
  asSet: Basket[],
): Basket[][] {
  const sources = [...suppliers.values()].flatMap(({ links }) => links.map(({ source }) => source))
  const known = new Set([JSON.stringify(asSet)])
  const ways: Basket[][] = []
  for (const { sources: among, by } of waysToTry(sources)) {
    let isWhole = true
    const baskets = basketsOf(lines, country, ({ line_id, wanted }) => {
      const { links = [], parts = [] } = suppliers.get(line_id) ?? {}
      if (links.length === 0) return parts
      const sale = { country, quantity: Math.max(1, wanted) }
      const planned = plan(links, sale, { among: ({ source }) => among.has(source), by })
      if (!planned.ok) isWhole = false
      return planned.ok ? planned.lines : []
    })
    const text = JSON.stringify(baskets)
    if (!isWhole || known.has(text)) continue
    known.add(text)
    ways.push(baskets)
  }
  return ways.slice(0, MOST_WAYS)
}

const LINE_PROBLEMS: readonly string[] = ['not_mapped', 'change_supplier', 'out_of_stock', 'cannot_ship']
const isPlaceProblem = (reason: string): reason is PlaceProblem => LINE_PROBLEMS.includes(reason)

/** spec: not shown; from whichever warehouse the supplier takes. */
const newBasket = (source: Basket['source'], country_code: string): Basket => ({
  source,
  country_code,
  ship_from: '',
  lines: [],
  quote: null,
  method: null,
  because: null,
  runner_up: null,
  problem: null,
})
