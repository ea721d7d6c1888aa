import { GraphQLError } from 'graphql'
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
export async function listProducts(world: ShopifyWorld, shop: Shop, { first, after, query, sortKey }: ListInput) {
  if (!first || first < 0 || first > MOST)
    throw new GraphQLError('you must provide one of first or last, at most 250', {
      extensions: { code: 'BAD_REQUEST' },
    })
  const byTime = sortKey === 'UPDATED_AT'
  let rows = world.db.selectFrom('products').selectAll().where('shop', '=', shop.domain)
  const since = query ? UPDATED.exec(query) : null
  if (query && !since) throw new GraphQLError(`This sandbox does not know the filter ${query}`)
  if (since) rows = rows.where('updated_at', since[1] === '>=' ? '>=' : '>', new Date(since[2] ?? ''))
  const last = after ? readCursor(after) : undefined
  if (last)
    rows = rows.where((eb) =>
      byTime
        ? eb.or([eb('updated_at', '>', last.at), eb.and([eb('updated_at', '=', last.at), eb('id', '>', last.id)])])
        : eb('id', '>', last.id),
    )
  if (byTime) rows = rows.orderBy('updated_at')
  const found = await rows
    .orderBy('id')
    .limit(first + 1)
    .execute()
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

const cursorOf = ({ id, updated_at }: ProductRow) =>
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
