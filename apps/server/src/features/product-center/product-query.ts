import { type importListCalls, PRODUCT_PROBLEMS, productFilter } from '@omni/contracts/import-list.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import type { ProductRow, Selection } from '@omni/contracts/products.fields.ts'
import { asSource } from '@omni/domain/catalog/sources.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '../../platform/ctx.ts'
import { keyset, Moment } from '../../platform/cursor.ts'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'

type Calls = typeof productCenterCalls

export type ProductView = 'import' | 'center' | 'pushed'
type Query = In<typeof importListCalls.listImportList>
type Filter = Omit<Query, 'sort' | 'page_size' | 'cursor'>

const Filters = z.object(productFilter)
/** What is counted exactly; beyond it a total says "more than". */
const MAX_COUNTED = 1000
const MAX_SELECTED = 20_000 // spec: not shown

const escapeLike = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)

/** The rows a list shows, as SQL; every part is served by an index of the products table or narrows what one found. */
function where(workplace_id: string, view: ProductView, filter: Filter): RawBuilder<unknown> {
  const parts = [sql`p.workplace_id = ${workplace_id} and p.deleted_at is null`]
  if (view === 'import') parts.push(sql`p.pushed = 'unpushed'`)
  if (view === 'pushed') parts.push(sql`p.pushed <> 'unpushed'`)
  for (const word of filter.text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8)) {
    parts.push(
      sql`(p.search_text like ${`%${escapeLike(word)}%`} or p.product_id in (select v.product_id
        from product_variants v where v.workplace_id = ${workplace_id} and lower(v.sku) = ${word} and v.sku <> ''))`,
    )
  }
  if (filter.source) parts.push(sql`p.source = any(${filter.source}::text[])`)
  if (filter.seller !== undefined) parts.push(sql`coalesce(p.seller_id, '') = ${filter.seller}`)
  if (filter.tag) parts.push(sql`p.tags && ${filter.tag}::text[]`)
  if (filter.collection !== undefined) parts.push(sql`${filter.collection} = any(p.collections)`)
  if (filter.min_price !== undefined) parts.push(sql`p.price_min >= ${filter.min_price}`)
  if (filter.max_price !== undefined) parts.push(sql`p.price_min <= ${filter.max_price}`)
  if (filter.min_margin !== undefined) parts.push(sql`p.margin >= ${filter.min_margin}`)
  if (filter.max_margin !== undefined) parts.push(sql`p.margin <= ${filter.max_margin}`)
  if (filter.problem) parts.push(sql`${filter.problem} = any(p.problems)`)
  if (filter.pushed)
    parts.push(filter.pushed === 'pushed' ? sql`p.pushed <> 'unpushed'` : sql`p.pushed = ${filter.pushed}`)
  if (filter.tracking) parts.push(sql`p.tracking = ${filter.tracking}`)
  if (filter.run_id)
    parts.push(
      sql`p.product_id in (
        select r.subject_id::uuid from run_rows r
        where r.workplace_id = ${workplace_id} and r.run_id = ${filter.run_id} and r.subject_kind = 'product'
        union select m::uuid from run_rows r, jsonb_array_elements_text(r.result->'made') m
        where r.workplace_id = ${workplace_id} and r.run_id = ${filter.run_id})`,
    )
  return sql.join(parts, sql` and `)
}

/** Column and direction of each order; ids are time-ordered and break every tie. */
type Cast = 'uuid' | 'timestamptz' | 'text' | 'bigint' | 'int'
const ORDERS: Record<Query['sort'], { column: string; cast: Cast; down: boolean }> = {
  newest: { column: 'product_id', cast: 'uuid', down: true },
  oldest: { column: 'product_id', cast: 'uuid', down: false },
  updated: { column: 'updated_at', cast: 'timestamptz', down: true },
  title: { column: 'title', cast: 'text', down: false },
  title_desc: { column: 'title', cast: 'text', down: true },
  price: { column: 'price_min', cast: 'bigint', down: false },
  price_desc: { column: 'price_min', cast: 'bigint', down: true },
  cost: { column: 'cost_min', cast: 'bigint', down: false },
  cost_desc: { column: 'cost_min', cast: 'bigint', down: true },
  profit: { column: 'profit', cast: 'bigint', down: false },
  profit_desc: { column: 'profit', cast: 'bigint', down: true },
  margin: { column: 'margin', cast: 'int', down: false },
  margin_desc: { column: 'margin', cast: 'int', down: true },
}

/** What is not known of every product. */
const NULLABLE: ReadonlySet<string> = new Set(['profit', 'margin'])

/** The value a list is sorted by, in the shape of its column, and the product's id. What has no value comes last. */
const VALUES: Record<Cast, z.ZodType<string | number>> = {
  uuid: z.uuid(),
  timestamptz: Moment,
  text: z.string(),
  bigint: z.int(),
  int: z.int32(),
}
const placeIn = (cast: Cast) => keyset(z.tuple([VALUES[cast].nullable(), z.uuid()]))

interface Row {
  product_id: string
  title: string
  image: string | null
  tags: string[]
  vendor: string
  product_type: string
  source: string
  source_product_id: string
  store_name: string | null
  ship_to: string
  total_variants: number
  enabled_variants: number
  sources: string[]
  cost_min: number
  cost_max: number
  shipping_cost: number | null
  currency: string
  price_min: number
  price_max: number
  compare_at_min: number | null
  profit: number | null
  profit_at_most: number | null
  margin: number | null
  stock: number | null
  status: string
  problems: string[]
  pushed: string
  tracking: string
  revision: number
  created_at: string
  updated_at: string
}

export const ROW_COLUMNS = sql`p.product_id, p.title, p.image, p.tags, p.vendor, p.product_type, p.source,
  p.source_product_id, s.store_name, p.ship_to, p.total_variants, p.enabled_variants, p.sources, p.cost_min, p.cost_max,
  p.shipping_cost, p.currency, p.price_min, p.price_max, p.compare_at_min, p.profit, p.profit_at_most, p.margin, p.stock, p.status,
    p.problems, p.pushed, p.tracking, p.revision, p.created_at, p.updated_at`

/** What one piece earns, as every screen of products shows it. */
export function shownPiece({
  profit,
  profit_at_most,
  margin,
  currency,
}: Pick<Row, 'profit' | 'profit_at_most' | 'margin' | 'currency'>): ProductRow['profit'] {
  if (profit !== null) return { state: 'estimated', currency, amount: profit, margin }
  return profit_at_most === null ? null : { state: 'unknown', currency, amount: profit_at_most, margin: null }
}

export function toRow(row: Row): ProductRow {
  const { sources, profit_at_most: _, margin: __, ...rest } = row
  return {
    ...rest,
    profit: shownPiece(row),
    product_package_id: row.product_id,
    suppliers: sources.length,
    source: asSource(row.source),
    status: row.status as ProductRow['status'],
    pushed: row.pushed as ProductRow['pushed'],
    tracking: row.tracking as ProductRow['tracking'], // checked by the table
    problems: PRODUCT_PROBLEMS.filter((one) => row.problems.includes(one)),
  }
}

const isPlain = ({ text, ...filter }: Filter) =>
  text === '' && Object.values(filter).every((value) => value === undefined)

async function total(
  tx: Tx,
  workplace_id: string,
  view: ProductView,
  filter: Filter,
): Promise<{ total: number; total_is_capped: boolean }> {
  if (isPlain(filter)) {
    const counts = await tx
      .selectFrom('product_counts')
      .select(['total', 'unpushed'])
      .where('workplace_id', '=', workplace_id)
      .executeTakeFirst()
    const [all, unpushed] = [counts?.total ?? 0, counts?.unpushed ?? 0]
    return { total: view === 'import' ? unpushed : view === 'pushed' ? all - unpushed : all, total_is_capped: false }
  }
  const {
    rows: [row],
  } = await sql<{
    n: number
  }>`select count(*)::int as n from (select from products p where ${where(workplace_id, view, filter)}
    limit ${MAX_COUNTED + 1}) c`.execute(tx)
  const n = row?.n ?? 0
  return { total: Math.min(n, MAX_COUNTED), total_is_capped: n > MAX_COUNTED }
}

/** One page of a product list. */
export async function listPage(tx: Tx, workplace_id: string, view: ProductView, query: Query) {
  const { sort, page_size, cursor, ...filter } = query
  const { column, cast, down } = ORDERS[sort]
  const place = placeIn(cast)
  const after = place.read(cursor)
  const [name, type, direction] = [sql.ref(`p.${column}`), sql.raw(cast), sql.raw(down ? 'desc' : 'asc')]
  const comes = sql.raw(down ? '<' : '>')
  const byId = column === 'product_id'
  const beyondId = after ? sql`and p.product_id ${comes} ${after[1]}::uuid` : sql``
  const beyondValue = after
    ? sql`and (${name}, p.product_id) ${comes} (${after[0]}::${type}, ${after[1]}::uuid)`
    : sql``
  const byValue = sql`${name} ${direction}, p.product_id ${direction}`
  const select = (beyond: RawBuilder<unknown>, order: RawBuilder<unknown>, limit: number) =>
    sql<Row>`
      select ${ROW_COLUMNS} from products p
        left join catalog_sellers s on s.source = p.source and s.seller_id = p.seller_id
      where ${where(workplace_id, view, filter)} ${beyond}
      order by ${order}
        limit ${limit}`.execute(tx)
  const rows: Row[] = []
  const isInUnknown = !byId && after !== null && after[0] === null
  if (byId) rows.push(...(await select(beyondId, sql`p.product_id ${direction}`, page_size + 1)).rows)
  else if (!isInUnknown)
    rows.push(...(await select(sql`and ${name} is not null ${beyondValue}`, byValue, page_size + 1)).rows)
  // What is not known comes last, up and down: a second read of the same index.
  if (NULLABLE.has(column) && rows.length <= page_size)
    rows.push(
      ...(
        await select(sql`and ${name} is null ${isInUnknown ? beyondId : sql``}`, byValue, page_size + 1 - rows.length)
      ).rows,
    )
  const shown = rows.slice(0, page_size)
  const last = shown.at(-1)
  // every sorted column is a text or a number of the row
  const value = last && (byId ? last.product_id : (last[column as keyof Row] as string | number | null))
  return {
    items: shown.map(toRow),
    next_cursor: rows.length > page_size && last && value !== undefined ? place.write([value, last.product_id]) : null,
    ...(await total(tx, workplace_id, view, filter)),
  }
}

/** The ids an action is meant for, newest first; foreign and deleted ones are not among them. */
export async function selectedIds(tx: Tx, workplace_id: string, { ids, all }: Selection): Promise<string[]> {
  if (ids) {
    const { rows } = await sql<{
      product_id: string
    }>`select product_id from products where workplace_id = ${workplace_id} and deleted_at is null
      and product_id = any(${[...new Set(ids)]}::uuid[])`.execute(tx)
    const found = new Set(rows.map(({ product_id }) => product_id))
    return [...new Set(ids)].filter((id) => found.has(id))
  }
  if (!all) refuse('products.nothing_selected', {}, { field: 'selection' })
  const filter = Filters.safeParse(all.filter)
  if (!filter.success) refuse('invalid.filter', {}, { field: 'selection' })
  const { rows } = await sql<{ product_id: string }>`
    select p.product_id from products p where ${where(workplace_id, all.view, filter.data)}
      and p.product_id <> all(${all.except}::uuid[])
    order by p.product_id desc limit ${MAX_SELECTED + 1}`.execute(tx)
  if (rows.length > MAX_SELECTED) refuse('products.too_many_selected', { max: MAX_SELECTED }, { field: 'selection' })
  return rows.map(({ product_id }) => product_id)
}

export const countProducts = (ctx: Ctx, input: In<Calls['countProducts']>) =>
  ctx.db.read((tx) => total(tx, ctx.workplace_id, 'center', input))

export const listProducts = (ctx: Ctx, input: In<Calls['listProducts']>) =>
  ctx.db.read((tx) => listPage(tx, ctx.workplace_id, 'center', input))
