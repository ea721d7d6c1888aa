import { sql } from 'kysely'
import { showOrder, showRefunds } from './order-view.ts'
import type { OrderRow } from './orders.ts'
import { type Answer, type Incoming, pageOf, type Route } from './rest.ts'
import { columnTime, invalidParam, wpError } from './wp.ts'

async function list({ world, site, query }: Incoming): Promise<Answer> {
  const { page, per_page } = pageOf(query)
  const status = query['status'] ?? 'any'
  let orders = world.db.selectFrom('orders').where('site', '=', site.site)
  orders = status === 'any' ? orders.where('status', '!=', 'trash') : orders.where('status', 'in', status.split(','))
  const ids = (query['include'] ?? '').split(',').map(Number).filter(Number.isSafeInteger)
  if (query['include']) orders = orders.where('id', 'in', ids.length > 0 ? ids : [0])
  const after = query['modified_after']
  if (after !== undefined) {
    const text = columnTime(after, site.utc_offset_h)
    if (text === null) throw invalidParam({ modified_after: 'Invalid date.' })
    const hours = query['dates_are_gmt'] === 'true' ? 0 : site.utc_offset_h
    orders = orders.where(sql<Date>`modified_at + make_interval(hours => ${hours})`, '>', new Date(`${text}Z`))
  }
  const { total } = await orders.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const order = query['order'] === 'asc' ? 'asc' : 'desc'
  const columns = { date: 'created_at', modified: 'modified_at', id: 'id', include: 'id' }
  const orderby = query['orderby'] ?? 'date'
  if (!(orderby in columns))
    throw invalidParam({ orderby: `orderby is not one of ${Object.keys(columns).join(', ')}.` })
  const column = columns[orderby as keyof typeof columns] as 'created_at' // one of the names above
  const rows = await orders
    .selectAll()
    .orderBy(column, order)
    .orderBy('id', order)
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  return { body: await Promise.all(rows.map((row) => showOrder(world, site, row))), total: Number(total), per_page }
}

async function one({ world, site, ids: [id = 0] }: Incoming): Promise<OrderRow> {
  const row = await world.db
    .selectFrom('orders')
    .selectAll()
    .where('site', '=', site.site)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw wpError(404, 'woocommerce_rest_shop_order_invalid_id', 'Invalid ID.')
  return row
}

export const orderRoutes: Route[] = [
  { method: 'GET', path: '/wc/v3/orders', endpoint: 'orders.list', run: list },
  {
    method: 'GET',
    path: '/wc/v3/orders/#',
    endpoint: 'orders.get',
    run: async (incoming) => ({ body: await showOrder(incoming.world, incoming.site, await one(incoming)) }),
  },
  {
    method: 'GET',
    path: '/wc/v3/orders/#/refunds',
    endpoint: 'orders.refunds',
    run: async (incoming) => ({ body: showRefunds(await one(incoming)) }),
  },
]
