import { GraphQLError } from 'graphql'
import { sql } from 'kysely'
import type { OrderRow } from './orders.ts'
import type { ProductRow } from './products.ts'
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
async function listRows(
  world: ShopifyWorld,
  table: 'products' | 'orders',
  shop: Shop,
  { first, after, query, sortKey }: ListInput,
) {
  if (!first || first < 0 || first > MOST)
    throw new GraphQLError('you must provide one of first or last, at most 250', {
      extensions: { code: 'BAD_REQUEST' },
    })
  const byTime = sortKey === 'UPDATED_AT'
  const since = query ? UPDATED.exec(query) : null
  if (query && !since) throw new GraphQLError(`This sandbox does not know the filter ${query}`)
  const last = after ? readCursor(after) : undefined
  const conditions = [sql`shop = ${shop.domain}`]
  if (since) conditions.push(sql`updated_at ${sql.raw(since[1] === '>=' ? '>=' : '>')} ${new Date(since[2] ?? '')}`)
  if (last) conditions.push(byTime ? sql`(updated_at, id) > (${last.at}, ${last.id})` : sql`id > ${last.id}`)
  const { rows: found } = await sql<{ id: number; updated_at: Date }>`
    select * from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}
    order by ${byTime ? sql`updated_at, id` : sql`id`} limit ${first + 1}`.execute(world.db)
  const page = found.slice(0, first)
  const [begin, end] = [page[0], page.at(-1)]
  return {
    rows: page,
    pageInfo: {
      hasNextPage: found.length > first,
      hasPreviousPage: last !== undefined,
      startCursor: begin ? cursorOf(begin) : null,
      endCursor: end ? cursorOf(end) : null,
    },
  }
}

export async function listProducts(world: ShopifyWorld, shop: Shop, input: ListInput) {
  const { rows, pageInfo } = await listRows(world, 'products', shop, input)
  return { rows: rows as ProductRow[], pageInfo } // the table's own rows
}

export async function listOrders(world: ShopifyWorld, shop: Shop, input: ListInput) {
  const { rows, pageInfo } = await listRows(world, 'orders', shop, input)
  return { rows: rows as OrderRow[], pageInfo } // the same
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
