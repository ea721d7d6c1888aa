import { type Sort, TOTAL_CAP } from '@omni/domain/catalog/search-options.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { keyset } from '../../../platform/cursor.ts'
import type { Tx } from '../../../platform/db.ts'
import type { CatalogIndex } from './catalog-index.ts'

export interface Range {
  column: 'price' | 'orders' | 'listings' | 'rating' | 'ship_days' | 'ship_cost'
  min?: number | undefined
  max?: number | undefined
}

/** The port of design/search: what any engine behind the catalogue answers. */
export interface SearchAsk {
  /** All of these. */
  tags: readonly string[]
  /** Of each group, one. */
  groups: readonly (readonly string[])[]
  ranges: readonly Range[]
  /** What the filters say of columns that can be sorted by; said by tags too, and only used to shorten the way. */
  bounds: readonly Range[]
  sort: Sort
  /** Where the last page ended. */
  after?: { value: number; id: number } | undefined
  offset: number
  limit: number
}

export interface SearchHits {
  ids: number[]
  total: number
  total_is_capped: boolean
  last: { value: number; id: number } | null
  has_more: boolean
}

type Column = 'score' | 'price' | 'profit' | 'orders' | 'ship_days' | 'ship_cost'
/** A value is compared in its column's own type, or the index could not be used. */
const TYPES: Record<Column, RawBuilder<unknown>> = {
  score: sql`real`,
  price: sql`integer`,
  profit: sql`integer`,
  orders: sql`bigint`,
  ship_days: sql`smallint`,
  ship_cost: sql`integer`,
}
const MAX_SMALLINT = 32_767
/** What a column of each type can be compared with; a score lies between these by far. */
const VALUES: Record<Column, z.ZodType<number>> = {
  score: z.number().min(-1e30).max(1e30).transform(Math.fround),
  price: z.int32(),
  profit: z.int32(),
  orders: z.int(),
  ship_days: z.int().min(-MAX_SMALLINT).max(MAX_SMALLINT),
  ship_cost: z.int32(),
}
/** Where a page of an order ends. */
export const placeIn = (sort: Sort) => keyset(z.object({ value: VALUES[ORDERS[sort].column], id: z.int() }))

const ORDERS: Record<Sort, { column: Column; down: boolean }> = {
  relevant: { column: 'score', down: true },
  desc_profit: { column: 'profit', down: true },
  asc_profit: { column: 'profit', down: false },
  desc_price: { column: 'price', down: true },
  asc_price: { column: 'price', down: false },
  desc_lastest_volume: { column: 'orders', down: true },
  asc_lastest_volume: { column: 'orders', down: false },
  asc_shipping_time: { column: 'ship_days', down: false },
  desc_shipping_time: { column: 'ship_days', down: true },
  asc_shipping_cost: { column: 'ship_cost', down: false },
  desc_shipping_cost: { column: 'ship_cost', down: true },
}

/** Tags this rare are fetched and sorted without guessing. */
const SURELY_FEW = 3000
/** From so many likely matches on, walking the sort key meets a page of them sooner than fetching them all would. */
const LIKELY_MANY = 5000
/** How far it is walked before the guess is given up, and how many are ever sorted. */
const WALK_ROWS = 8000
const AT_MOST = 60_000
const NOTHING: SearchHits = { ids: [], total: 0, total_is_capped: false, last: null, has_more: false }

interface Row {
  product_id: number
  value: number
  n: number
}

/**
 * One probe of the tag index or a walk along the sort key, whichever is cheaper; never a sort of everything a common
 * word hits.
 * How often each tag occurs is known beforehand, so that choosing costs no query.
 */
export async function search(tx: Tx, index: CatalogIndex, ask: SearchAsk): Promise<SearchHits> {
  const most = upperBound(index, ask)
  if (most === 0) return NOTHING
  const likely = most <= SURELY_FEW ? most : likelyCount(index, ask)
  const found =
    likely > LIKELY_MANY ? await walk(tx, index, ask, exactCount(index, ask)) : await collect(tx, ask, LIKELY_MANY)
  // Either guess can be wrong: tags that hardly ever stand together, or matches that all stand far back in this order.
  return found ?? (await collect(tx, ask, AT_MOST)) ?? (await walkOn(tx, ask))
}

const upperBound = (index: CatalogIndex, { tags, groups }: SearchAsk): number =>
  Math.min(
    index.docs,
    ...tags.map((tag) => index.products(tag)),
    ...groups.map((group) => group.reduce((sum, tag) => sum + index.products(tag), 0)),
  )

/** As if tags were independent of one another. */
function likelyCount(index: CatalogIndex, { tags, groups, ranges }: SearchAsk): number {
  const share = (count: number) => Math.min(1, count / Math.max(1, index.docs))
  const ofTags = tags.reduce((part, tag) => part * share(index.products(tag)), 1)
  const ofGroups = groups.reduce(
    (part, group) => part * share(group.reduce((sum, tag) => sum + index.products(tag), 0)),
    1,
  )
  return index.docs * ofTags * ofGroups * 0.3 ** ranges.length
}

/** Known without counting when one tag says it all. */
function exactCount(index: CatalogIndex, { tags, groups, ranges }: SearchAsk): number | null {
  if (ranges.length > 0 || tags.length + groups.length > 1) return null
  const [tag] = tags
  if (tag !== undefined) return index.products(tag)
  const [group] = groups
  return group ? group.reduce((sum, one) => sum + index.products(one), 0) : index.docs
}

function conditions(ask: SearchAsk, tags: RawBuilder<unknown> = sql`tags`): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = []
  if (ask.tags.length > 0) parts.push(sql`${tags} @> ${[...ask.tags]}::text[]`)
  for (const group of ask.groups) parts.push(sql`${tags} && ${[...group]}::text[]`)
  for (const { column, min, max } of ask.ranges) {
    if (min !== undefined) parts.push(sql`${sql.ref(column)} >= ${min}`)
    if (max !== undefined) parts.push(sql`${sql.ref(column)} <= ${max}`)
  }
  return parts.length > 0 ? sql.join(parts, sql` and `) : sql`true`
}

function ordering({ sort, after, bounds }: SearchAsk) {
  const { column, down } = ORDERS[sort]
  const value = sql.ref(column)
  const from = after && sql`(${after.value}::${TYPES[column]}, ${after.id}::bigint)`
  const bound = bounds.find((bound) => bound.column === column)
  return {
    value,
    // Where a filter bounds the sort key itself, the walk begins and ends there.
    within: sql`${bound?.min === undefined ? sql`true` : sql`${value} >= ${bound.min}::${TYPES[column]}`}
      and ${bound?.max === undefined ? sql`true` : sql`${value} <= ${bound.max}::${TYPES[column]}`}`,
    by: down ? sql`${value} desc, product_id desc` : sql`${value}, product_id`,
    behind: from ? sql`(${value}, product_id) ${down ? sql`<` : sql`>`} ${from}` : sql`true`,
  }
}

const toHits = (rows: Row[], ask: SearchAsk, total: number): SearchHits => {
  const shown = rows.slice(0, ask.limit)
  const last = shown.at(-1)
  return {
    ids: shown.map((row) => row.product_id),
    total: Math.min(total, TOTAL_CAP),
    total_is_capped: total > TOTAL_CAP,
    last: last ? { value: last.value, id: last.product_id } : null,
    has_more: rows.length > ask.limit,
  }
}

/** All matches by the tag index, then sorted. null: there are more than `most`. */
async function collect(tx: Tx, ask: SearchAsk, most: number): Promise<SearchHits | null> {
  const { value, by, behind } = ordering(ask)
  const { rows } = await sql<Row>`
    with hits as materialized (select product_id, ${value} from catalog_search where ${conditions(ask)}
      limit ${most + 1})
    select product_id, ${value} as value, (select count(*)::int from hits) as n from hits
    where ${behind} order by ${by} limit ${ask.limit + 1} offset ${ask.offset}`.execute(tx)
  const [first] = rows
  if (!first) return ask.after || ask.offset > 0 ? toHits([], ask, 0) : NOTHING
  return first.n > most ? null : toHits(rows, ask, first.n)
}

/** Along the sort key, at most WALK_ROWS far. null: not enough were met on the way. */
async function walk(tx: Tx, index: CatalogIndex, ask: SearchAsk, exact: number | null): Promise<SearchHits | null> {
  const { value, by, behind, within } = ordering(ask)
  const wanted = ask.offset + ask.limit + 1
  const { rows } = await sql<Row & { walked: number }>`
    select product_id, value, walked from (
      select row_number() over () as walked, way.* from (
        select *, ${value} as value from catalog_search where ${behind} and ${within} order by ${by}
          limit ${Math.max(WALK_ROWS, 2 * wanted)}) as way) as way
    where ${conditions(ask)} limit ${wanted}`.execute(tx)
  if (rows.length < wanted) return null
  // Met so often on the way, so often in all: the first rows of an order are a sample like any other.
  const total = exact ?? Math.round((rows.length / (rows.at(-1)?.walked ?? 1)) * index.docs)
  return exact === null && total <= TOTAL_CAP ? null : toHits(rows.slice(ask.offset), ask, total)
}

/** Along the sort key to the end: for more matches than the cap that all stand far back in this order. */
async function walkOn(tx: Tx, ask: SearchAsk): Promise<SearchHits> {
  const { value, by, behind, within } = ordering(ask)
  // The empty `||` keeps the planner from the tag index: sorting all it would bring is what this walk avoids.
  const { rows } = await sql<Row>`
    select product_id, ${value} as value from (select *, tags || '{}'::text[] as tags_seen
      from catalog_search) as all_of_them
    where ${behind} and ${within} and ${conditions(ask, sql`tags_seen`)} order by ${by}
      limit ${ask.limit + 1} offset ${ask.offset}`.execute(tx)
  return toHits(rows, ask, TOTAL_CAP + 1)
}
