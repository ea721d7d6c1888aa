import { TOTAL_CAP } from '@omni/domain/catalog/search-options.ts'
import { DEFAULT_SHIP_TO } from '@omni/domain/catalog/sources.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/db.ts'
import type { CatalogIndex } from './catalog-index.ts'
import {
  type Column,
  type Filter,
  isDown,
  ORDERS,
  PART,
  type SearchEngine,
  type SearchHits,
  type SearchRequest,
} from './search-port.ts'

/** From so many likely matches on, walking the sort key meets a page of them sooner than fetching them all would. */
const LIKELY_MANY = 5000
/** How far it is walked before the guess is given up. */
const WALK_ROWS = 8000
const NOTHING: SearchHits = { ids: [], total: 0, total_is_capped: false, last: null, has_more: false, facets: null }

interface Row {
  product_id: number
  part: number
  key: number
}

/**
 * The record itself as an engine: what a process answers with until its own index is built (bitmap-search.ts). One
 * probe of the tag index, or a walk along the sort key where it is likely to meet a page soon. How often each tag
 * occurs is known beforehand, so that choosing costs no query.
 */
export const postgresSearch = (tx: Tx, index: CatalogIndex): SearchEngine => ({
  async search(request) {
    // A guess, which can be wrong: counts that lag behind, tags that hardly ever stand together, or matches that all
    // stand far back in this order. It chooses the way and never says that there is nothing.
    const many = upperBound(index, request) > TOTAL_CAP && likelyCount(index, request) > LIKELY_MANY
    return (many ? await walk(tx, index, request) : null) ?? collect(tx, request)
  },
  async count(tags) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from (select from catalog_search where tags @> ${[...tags]}::text[]
        limit ${TOTAL_CAP}) as found`.execute(tx)
    return rows[0]?.n ?? 0
  },
})

/** Only the default country's shipping is folded into the record's tags; for any other its range is asked. */
const isFolded = (tag: string) => !/^[dk]:/.test(tag) || tag.split(':')[1] === DEFAULT_SHIP_TO
const tagsOf = ({ any }: Filter) => (any.every(isFolded) ? any : [])

const sumOf = (index: CatalogIndex, tags: readonly string[]) => tags.reduce((sum, tag) => sum + index.products(tag), 0)

const upperBound = (index: CatalogIndex, { tags, filters }: SearchRequest): number =>
  Math.min(
    index.docs,
    ...tags.map((tag) => index.products(tag)),
    ...filters.map((filter) => (tagsOf(filter).length > 0 ? sumOf(index, tagsOf(filter)) : index.docs)),
  )

/** What part of the products a range leaves is not known. */
const RANGE_SHARE = 0.3

/** As if tags were independent of one another. */
function likelyCount(index: CatalogIndex, { tags, filters }: SearchRequest): number {
  const share = (count: number) => Math.min(1, count / Math.max(1, index.docs))
  const shares = [
    ...tags.map((tag) => share(index.products(tag))),
    ...filters.map((filter) => (tagsOf(filter).length > 0 ? share(sumOf(index, tagsOf(filter))) : RANGE_SHARE)),
  ]
  return shares.reduce((part, one) => part * one, index.docs)
}

/** Known without counting when one tag says it all. */
function exactCount(index: CatalogIndex, { tags, filters, without }: SearchRequest): number | null {
  if (filters.length > 0 || without.length > 0 || tags.length > 1) return null
  const [tag] = tags
  return tag === undefined ? index.docs : index.products(tag)
}

/** Where the figures of a country stand in `shipping`. */
const FIGURES: Partial<Record<Column, number>> = { ship_cost: 0, ship_days: 1, profit: 2 }

function valueOf(column: Column, ship_to: string): RawBuilder<unknown> {
  const figure = FIGURES[column]
  return figure === undefined || ship_to === DEFAULT_SHIP_TO
    ? sql.ref(column)
    : sql`(shipping -> ${ship_to}::text ->> ${sql.lit(figure)})::int`
}

const doesNotShip = (ship_to: string) => sql`shipping @> ${JSON.stringify({ [ship_to]: null })}::jsonb`

function conditions({ tags, filters, without, ship_to }: SearchRequest): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = []
  const all = [...tags, ...filters.map(tagsOf).flatMap((any) => (any.length === 1 ? any : []))]
  if (all.length > 0) parts.push(sql`tags @> ${all}::text[]`)
  for (const filter of filters) {
    const any = tagsOf(filter)
    if (any.length > 1) parts.push(sql`tags && ${[...any]}::text[]`)
    if (any.length > 0 || !filter.range) continue
    const { column, min, max } = filter.range
    const value = sql`${valueOf(column, ship_to)}::float8`
    if (min !== undefined) parts.push(sql`${value} >= ${min}::float8`)
    if (max !== undefined) parts.push(sql`${value} <= ${max}::float8`)
  }
  if (without.length > 0) parts.push(sql`not (product_id = any (${[...without]}::bigint[]))`)
  return parts.length > 0 ? sql.join(parts, sql` and `) : sql`true`
}

const toHits = (rows: Row[], { limit }: SearchRequest, total: number): SearchHits => {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    ids: shown.map((row) => row.product_id),
    total: Math.min(total, TOTAL_CAP),
    total_is_capped: total > TOTAL_CAP,
    last: last ? { part: last.part, key: last.key, id: last.product_id } : null,
    has_more: rows.length > limit,
    facets: null,
  }
}

/** All matches, then sorted. */
async function collect(tx: Tx, request: SearchRequest): Promise<SearchHits> {
  const { sort, ship_to, after, limit, offset } = request
  const { column, down } = ORDERS[sort]
  const place =
    after &&
    sql`(${after.part}::int, ${after.key}::float8,
    ${isDown(sort, after.part) ? -after.id : after.id}::bigint)`
  const { rows } = await sql<Row & { n: number }>`
    with hits as materialized (
      select product_id, score, ${valueOf(column, ship_to)} as value, ${doesNotShip(ship_to)} as does_not_ship
      from catalog_search where ${conditions(request)}),
    placed as (
      select product_id, score, value, case when does_not_ship then ${sql.lit(PART.does_not_ship)}
        when value is null then ${sql.lit(PART.unknown)} else ${sql.lit(PART.valued)} end as part from hits),
    keyed as (
      select product_id, part,
        case when part = ${sql.lit(PART.valued)} then ${down ? sql`-value::float8` : sql`value::float8`}
          else -score::float8 end as key,
        case when part = ${sql.lit(PART.valued)} and ${sql.lit(!down)} then product_id else -product_id end as tie
      from placed)
    select product_id, part, key, (select count(*)::int from hits) as n from keyed
    where ${place ? sql`(part, key, tie) > ${place}` : sql`true`}
    order by part, key, tie limit ${limit + 1} offset ${offset}`.execute(tx)
  const [first] = rows
  return first ? toHits(rows, request, first.n) : NOTHING
}

/** Along the index of the sort key, at most WALK_ROWS far. null: not walkable, or not enough were met on the way. */
async function walk(tx: Tx, index: CatalogIndex, request: SearchRequest): Promise<SearchHits | null> {
  const { sort, ship_to, after, offset, limit } = request
  const { column, down } = ORDERS[sort]
  if (FIGURES[column] !== undefined && ship_to !== DEFAULT_SHIP_TO) return null
  if (after && after.part !== PART.valued) return null
  const value = sql.ref(column)
  const wanted = offset + limit + 1
  const from = after && sql`(${down ? -after.key : after.key}::${COLUMN_TYPES[column]}, ${after.id}::bigint)`
  const { rows } = await sql<Row & { walked: number }>`
    select product_id, ${sql.lit(PART.valued)} as part, ${down ? sql`-value` : sql`value`}::float8 as key, walked from (
      select row_number() over () as walked, path.* from (
        select *, ${value} as value from catalog_search
        where ${value} is not null and ${from ? sql`(${value}, product_id) ${down ? sql`<` : sql`>`} ${from}` : sql`true`}
        order by ${down ? sql`${value} desc, product_id desc` : sql`${value}, product_id`}
        limit ${Math.max(WALK_ROWS, 2 * wanted)}) as path) as path
    where ${conditions(request)} and not ${doesNotShip(ship_to)} limit ${wanted}`.execute(tx)
  if (rows.length < wanted) return null
  // Met so often on the way, so often in all: the first rows of an order are a sample like any other. Where it says so
  // little that the total may be one that is shown, all are counted.
  const estimate = Math.round((rows.length / (rows.at(-1)?.walked ?? 1)) * index.docs)
  const total = exactCount(index, request) ?? (estimate > 2 * TOTAL_CAP ? estimate : 0)
  return total > TOTAL_CAP ? toHits(rows.slice(offset), request, total) : null
}

/** A value is compared in its column's own type, or the index could not be used. */
const COLUMN_TYPES: Record<Column, RawBuilder<unknown>> = {
  score: sql`real`,
  price: sql`integer`,
  profit: sql`integer`,
  orders: sql`bigint`,
  ship_days: sql`smallint`,
  ship_cost: sql`integer`,
  listings: sql`integer`,
  rating: sql`real`,
}
