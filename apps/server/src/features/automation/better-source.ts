import type { AutomationSetting } from '@omni/domain/automation/settings.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { claimed } from '../orders/claimed.ts'
import { recordEvents } from '../orders/order-events.ts'
import { regroupOrders } from '../orders/regroup.ts'
import { loadProducts, type SupplierLink } from '../product-center/load-products.ts'
import type { Trial } from './decision-rows.ts'

interface Line {
  line_id: string
  product_id: string
  variant_id: string
  supplier: SupplierLink | null
}

interface Order {
  workplace_id: string
  order_id: string
  setting: AutomationSetting
  now: Date
}

const nameOf = ({ source, source_product_id, sku_id }: SupplierLink) => `${source} ${source_product_id} ${sku_id}`

/**
 * Gives the lines of an order that are not bought the next of their product's suppliers. Null: each was tried. A variant
 * that is made of several parts keeps its suppliers, because a line has room for one.
 */
export async function tryAnotherSupplier(
  tx: Tx,
  { workplace_id, order_id, setting, now }: Order,
  tried: readonly string[],
): Promise<{ lines: Trial['lines']; tried: string[] } | null> {
  const lines = await openLines(tx, workplace_id, order_id)
  const products = await loadProducts(tx, workplace_id, [...new Set(lines.map(({ product_id }) => product_id))], false)
  const country = await countryOf(tx, workplace_id, order_id)
  const changed: Trial['lines'] = []
  const all = new Set(tried)
  for (const line of lines) {
    const { links = [] } = products.find(({ product_id }) => product_id === line.product_id) ?? {}
    const own = links.filter(({ variant_id }) => variant_id === line.variant_id)
    if (own.some(({ component, units }) => component !== 0 || units !== 1)) continue
    const serving = own.filter(({ countries }) => countries.length === 0 || countries.includes(country))
    const ranked = serving.toSorted((a, b) => a.rank - b.rank)
    const current = line.supplier ?? ranked[0]
    if (current) all.add(nameOf(current))
    const left = ranked.filter((link) => !all.has(nameOf(link)))
    const byCost = setting.with_better_source.type === 'cheapest'
    const next = byCost ? left.toSorted((a, b) => a.cost - b.cost)[0] : left[0]
    if (!next) continue
    all.add(nameOf(next))
    changed.push({ line_id: line.line_id, supplier: line.supplier })
    await setSupplier(tx, workplace_id, line.line_id, next)
  }
  if (changed.length === 0) return null
  await recordEvents(tx, workplace_id, order_id, [{ kind: 'rule_supplier', who: 'omni', happened_at: now }])
  await regroupOrders(tx, workplace_id, [order_id], { replan: true })
  return { lines: changed, tried: [...all] }
}

/** The other supplier was no better: the lines have what they had. */
export async function goBack(tx: Tx, workplace_id: string, order_id: string, { lines }: Trial): Promise<void> {
  for (const { line_id, supplier } of lines) await setSupplier(tx, workplace_id, line_id, supplier)
  await regroupOrders(tx, workplace_id, [order_id], { replan: true })
}

async function openLines(tx: Tx, workplace_id: string, order_id: string): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select l.line_id, l.product_id, l.variant_id, l.supplier from order_lines l
    where l.workplace_id = ${workplace_id} and l.order_id = ${order_id} and l.wanted > 0
      and l.product_id is not null and l.variant_id is not null
      and not exists (select from supplier_order_lines p where p.workplace_id = l.workplace_id
        and p.line_id = l.line_id and p.live) and not ${claimed}
    order by l.position`.execute(tx)
  return rows
}

async function countryOf(tx: Tx, workplace_id: string, order_id: string): Promise<string> {
  const row = await tx
    .selectFrom('orders')
    .select('country_code')
    .where('workplace_id', '=', workplace_id)
    .where('order_id', '=', order_id)
    .executeTakeFirst()
  return row?.country_code ?? ''
}

const setSupplier = (tx: Tx, workplace_id: string, line_id: string, supplier: SupplierLink | null) =>
  sql`update order_lines set supplier = ${supplier && JSON.stringify(supplier)}::jsonb
    where workplace_id = ${workplace_id} and line_id = ${line_id}`.execute(tx)
