import type { WatchRules } from '@omni/domain/auto-update/judge-variant.ts'
import { RATE_STEP } from '@omni/domain/auto-update/steady-rate.ts'
import type { Rates } from '@omni/domain/money.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** Beyond this the breaker has long asked; the next pass takes up the rest. */
const MOST_CHANGES = 20_000

/** One link of a watched product whose supplier says something else now. `now` of null: offered no longer. */
export interface LinkChange {
  product_id: string
  variant_id: string
  rank: number
  source: string
  cost: number
  quantity: number | null
  now_cost: number | null
  now_quantity: number | null
  /** The supplier says its prices in another currency since, and nobody has looked at that yet. */
  currency_changed: boolean
}

/** Two looks that say the same of a link have the same key. */
export const changeKey = (change: Omit<LinkChange, 'source' | 'cost' | 'quantity' | 'currency_changed'>): string =>
  [change.product_id, change.variant_id, change.rank, change.now_cost, change.now_quantity].join(' ')

const WATCHED = sql`p.deleted_at is null and p.watched and not p.watch_paused and p.status = 'ready'`

export async function readChanges(tx: Tx, workplace_id: string): Promise<LinkChange[]> {
  const { rows } = await sql<LinkChange>`
    select l.product_id, l.variant_id, l.rank::int, l.source, l.cost, l.quantity, n.price as now_cost,
      case when n.price is null then 0 else n.quantity end as now_quantity,
      c.currency_changed_at is not null and not exists (select from auto_update_questions q
        where q.workplace_id = l.workplace_id and q.source = l.source and q.reason = 'currency'
          and q.answered_at >= c.currency_changed_at) as currency_changed
    from products p
    join variant_suppliers l on l.workplace_id = p.workplace_id and l.product_id = p.product_id
    join catalog_products c on c.source = l.source and c.source_product_id = l.source_product_id
      and c.detail_at is not null
    left join catalog_variants n on n.product_id = c.id and n.sku_id = l.sku_id and c.gone_at is null
    left join variant_watch w on w.workplace_id = l.workplace_id and w.product_id = l.product_id
      and w.variant_id = l.variant_id
    -- What the seller said no to is not news as long as the supplier says the same.
    where p.workplace_id = ${workplace_id} and ${WATCHED} and l.sku_id <> ''
      and w.refused->(l.rank::text) is distinct from jsonb_build_object('cost', n.price, 'quantity',
        case when n.price is null then 0 else n.quantity end)
      and case when n.price is null then l.quantity is distinct from 0
        else n.price <> l.cost or n.quantity is distinct from l.quantity end
    order by l.product_id, l.variant_id, l.rank limit ${MOST_CHANGES}`.execute(tx)
  return rows
}

/** Products that something waits for, or whose exchange rate has moved far enough. */
export async function readDue(tx: Tx, workplace_id: string, rates: Rates, rules: WatchRules, now: Date) {
  const step = Math.max(RATE_STEP, Math.min(rules.price_change_percent, rules.price_fall_percent) / 100)
  const { rows } = await sql<{ product_id: string }>`
    select distinct w.product_id from variant_watch w
    join products p on p.workplace_id = w.workplace_id and p.product_id = w.product_id and ${WATCHED}
    left join jsonb_each_text(${JSON.stringify(rates)}::jsonb) r on r.key = p.currency and p.currency <> 'USD'
    where w.workplace_id = ${workplace_id} and (w.check_at <= ${now}
      or abs(r.value::float8 / nullif((w.state->>'rate')::float8, 0) - 1) >= ${step}::float8)`.execute(tx)
  return rows.map(({ product_id }) => product_id)
}

export interface SourceCount {
  source: string
  products: number
  failed: number
}

/** Watched products of each supplier, and how many of them could not be read the last time. */
export async function countSources(tx: Tx, workplace_id: string): Promise<SourceCount[]> {
  const { rows } = await sql<SourceCount>`
    select l.source, count(distinct l.product_id)::int as products,
      count(distinct l.product_id) filter (where c.read_failed_at is not null)::int as failed
    from products p
    join variant_suppliers l on l.workplace_id = p.workplace_id and l.product_id = p.product_id
    join catalog_products c on c.source = l.source and c.source_product_id = l.source_product_id
    where p.workplace_id = ${workplace_id} and ${WATCHED} group by l.source`.execute(tx)
  return rows
}

/** Products of which no supplier's choice is left, as far as this supplier goes. */
export function goneProducts(changes: readonly LinkChange[], linked: ReadonlyMap<string, number>): number {
  const gone = Map.groupBy(
    changes.filter(({ now_cost }) => now_cost === null),
    ({ product_id }) => product_id,
  )
  return [...gone].filter(([product_id, rows]) => rows.length === linked.get(product_id)).length
}

/** How many links each of these products has at a supplier. */
export async function countLinks(tx: Tx, workplace_id: string, source: string, ids: readonly string[]) {
  const { rows } = await sql<{ product_id: string; links: number }>`
    select product_id, count(*)::int as links from variant_suppliers
    where workplace_id = ${workplace_id} and source = ${source} and product_id = any(${[...ids]}::uuid[])
      and quantity is distinct from 0 group by product_id`.execute(tx)
  return new Map(rows.map(({ product_id, links }) => [product_id, links]))
}

export interface LinkFact {
  variant_id: string
  rank: number
  now_cost: number | null
  now_quantity: number | null
  /** When the supplier was asked. */
  read_at: string
}

/** What the catalogue says of every link of a product. */
export async function readLinkFacts(tx: Tx, workplace_id: string, product_id: string): Promise<LinkFact[]> {
  const { rows } = await sql<LinkFact>`
    select l.variant_id, l.rank::int, n.price as now_cost,
      case when n.price is null then 0 else n.quantity end as now_quantity,
      case when c.gone_at is null then c.detail_at else c.seen_at end as read_at
    from variant_suppliers l
    join catalog_products c on c.source = l.source and c.source_product_id = l.source_product_id
      and c.detail_at is not null
    left join catalog_variants n on n.product_id = c.id and n.sku_id = l.sku_id and c.gone_at is null
    where l.workplace_id = ${workplace_id} and l.product_id = ${product_id} and l.sku_id <> ''`.execute(tx)
  return rows
}
