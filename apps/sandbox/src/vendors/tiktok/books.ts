import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { orderId, productId } from './ids.ts'
import type { TikTokWorld } from './tables.ts'

/** The shops' own books, for whoever judges: what was made, written, uploaded, and which files are used. */
export function bookRoutes(app: FastifyInstance, world: TikTokWorld) {
  app.get<{ Querystring: { shop?: string } }>('/tiktok/books', async ({ query }) => {
    const shop = query.shop?.replaceAll('\0', '')
    const at = <T extends { where(column: 'shop', operator: '=', value: string): T }>(rows: T): T =>
      shop === undefined ? rows : rows.where('shop', '=', shop)
    const [products, created, writes, uploads, throttled, orders] = await Promise.all([
      at(world.db.selectFrom('products').select(['id', 'shop', 'key', 'status', 'body', 'review']))
        .where('status', '<>', 'DELETED')
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
      world.db
        .selectFrom('uploads')
        .select(['seller', 'hash', sql<number>`count(*)`.as('times')])
        .groupBy(['seller', 'hash'])
        .execute(),
      at(world.db.selectFrom('throttled').selectAll()).orderBy('at').execute(),
      at(world.db.selectFrom('orders').selectAll()).orderBy('id').execute(),
    ])
    return {
      products: products.map((row) => ({ ...row, product_id: productId(row.id) })),
      created: created.map((row) => ({ ...row, product_id: productId(row.product_id) })),
      writes,
      uploads,
      throttled,
      orders: orders.map((row) => ({ ...row, order_id: orderId(row.id) })),
      uris_used: [...new Set(products.flatMap(({ body }) => body.main_images))],
    }
  })
}
