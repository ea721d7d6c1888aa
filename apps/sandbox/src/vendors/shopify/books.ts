import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { ShopifyWorld } from './tables.ts'

/** The shops' own books, for whoever judges: what was made, written, downloaded and paid. */
export function bookRoutes(app: FastifyInstance, world: ShopifyWorld) {
  app.get<{ Querystring: { shop?: string } }>('/shopify/books', async ({ query }) => {
    const shop = query.shop?.replaceAll('\0', '')
    const at = <T extends { where(column: 'shop', operator: '=', value: string): T }>(rows: T): T =>
      shop === undefined ? rows : rows.where('shop', '=', shop)
    const [products, created, writes, downloads, calls, orders] = await Promise.all([
      at(world.db.selectFrom('products').select(['id', 'shop', 'key', 'handle', 'status', 'body']))
        .orderBy('id')
        .execute(),
      at(world.db.selectFrom('created').selectAll()).orderBy('product_id').execute(),
      at(
        world.db
          .selectFrom('writes')
          .select(['shop', 'who', sql<string>`unnest(fields)`.as('field'), sql<number>`count(*)`.as('count')]),
      )
        .groupBy(['shop', 'who', sql`unnest(fields)`])
        .execute(),
      at(world.db.selectFrom('downloads').select(['shop', 'hash', 'source', sql<number>`count(*)`.as('count')]))
        .groupBy(['shop', 'hash', 'source'])
        .execute(),
      at(
        world.db
          .selectFrom('calls')
          .select([
            'shop',
            'operation',
            sql<number>`count(*)`.as('calls'),
            sql<number>`count(*) filter (where throttled)`.as('throttled'),
            sql<number>`coalesce(sum(requested) filter (where not throttled), 0)`.as('points_requested'),
            sql<number>`coalesce(sum(actual), 0)`.as('points'),
            sql<Date>`min(at)`.as('first_at'),
            sql<Date>`max(at)`.as('last_at'),
          ]),
      )
        .groupBy(['shop', 'operation'])
        .execute(),
      at(world.db.selectFrom('orders').selectAll()).orderBy('id').execute(),
    ])
    return { products, created, writes, downloads, calls, orders }
  })

  /** Every call that was paid for, oldest first. */
  app.get<{ Querystring: { shop?: string } }>('/shopify/ledger', async ({ query }) => {
    const rows = await world.db
      .selectFrom('calls')
      .selectAll()
      .where('shop', '=', query.shop?.replaceAll('\0', '') ?? '')
      .orderBy('no')
      .execute()
    return { rows }
  })
}
