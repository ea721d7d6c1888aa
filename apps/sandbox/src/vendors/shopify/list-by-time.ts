import { GraphQLError } from 'graphql'
import { sql } from 'kysely'
import type { Shop, ShopifyWorld } from './tables.ts'

export interface ListInput {
  first?: number | null
  after?: string | null
  query?: string | null
  sortKey?: string | null
}

const MOST = 250
const UPDATED = /updated_at:(>=|>)\s*'?([0-9T:.Z+-]+)'?/

/** By id, or by the time of the last change; a cursor names the last row, so a moved row is not skipped. */
function windowOf(shop: Shop, { first, after, query, sortKey }: ListInput) {
  if (!first || first < 0 || first > MOST)
    throw new GraphQLError('you must provide one of first or last, at most 250', {
      extensions: { code: 'BAD_REQUEST' },
    })
  const byTime = sortKey === 'UPDATED_AT'
  const since = query ? UPDATED.exec(query) : null
  if (query && !since) throw new GraphQLError(`This sandbox does not know the filter ${query}`)
  const last = after ? readCursor(after) : undefined
  const conditions = [sql<boolean>`shop = ${shop.domain}`]
  if (since) {
    const operator = sql.raw(since[1] === '>=' ? '>=' : '>')
    conditions.push(sql<boolean>`updated_at ${operator} ${new Date(since[2] ?? '')}`)
  }
  if (last)
    conditions.push(byTime ? sql<boolean>`(updated_at, id) > (${last.at}, ${last.id})` : sql<boolean>`id > ${last.id}`)
  return {
    first,
    isResumed: last !== undefined,
    where: sql<boolean>`${sql.join(conditions, sql` and `)}`,
    order: byTime ? sql`updated_at, id` : sql`id`,
  }
}

/** One row more than asked for says whether there is a next page. */
function pageOf<T extends { id: number; updated_at: Date }>(found: readonly T[], first: number, isResumed: boolean) {
  const rows = found.slice(0, first)
  const [begin, end] = [rows[0], rows.at(-1)]
  return {
    rows,
    pageInfo: {
      hasNextPage: found.length > first,
      hasPreviousPage: isResumed,
      startCursor: begin ? cursorOf(begin) : null,
      endCursor: end ? cursorOf(end) : null,
    },
  }
}

export async function listProducts(world: ShopifyWorld, shop: Shop, input: ListInput) {
  const { first, where, order, isResumed } = windowOf(shop, input)
  const rows = world.db.selectFrom('products').selectAll().where(where).orderBy(order)
  return pageOf(await rows.limit(first + 1).execute(), first, isResumed)
}

export async function listOrders(world: ShopifyWorld, shop: Shop, input: ListInput) {
  const { first, where, order, isResumed } = windowOf(shop, input)
  const rows = world.db.selectFrom('orders').selectAll().where(where).orderBy(order)
  return pageOf(await rows.limit(first + 1).execute(), first, isResumed)
}

const cursorOf = ({ id, updated_at }: { id: number; updated_at: Date }) =>
  Buffer.from(JSON.stringify({ last_id: id, last_value: updated_at.toISOString() })).toString('base64')

function readCursor(text: string): { id: number; at: Date } {
  try {
    const { last_id, last_value } = JSON.parse(Buffer.from(text, 'base64').toString()) as Record<string, unknown>
    const at = new Date(String(last_value))
    if (typeof last_id === 'number' && Number.isFinite(at.getTime())) return { id: last_id, at }
  } catch {
    // as below
  }
  throw new GraphQLError('Invalid cursor for current pagination sort.', { extensions: { code: 'BAD_REQUEST' } })
}
