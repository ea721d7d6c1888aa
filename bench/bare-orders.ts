/** The yardstick: Fastify, pg, and the statements of the list of orders. No session, no scope, no check of the reply. */
import fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20 })
const app = fastify()
const of = process.env['WORKPLACE_ID']
const where = `g.workplace_id = $1 and g.status = 'placement' and g.sub_status = 'ready'`
const STATEMENTS = {
  groups: `select g.order_id, g.status, g.sub_status, g.line_ids, g.reasons, g.ordered_at from order_groups g
    where ${where} order by g.ordered_at desc, g.order_id desc, g.sub_status desc limit 21`,
  count: `select count(*)::int as total from (select from order_groups g where ${where} limit 1000) c`,
  orders: `select o.order_id, o.number, o.channel, o.store_id, coalesce(s.store_name, '') as store_name, o.customer_name,
      coalesce(o.address ->> 'city', '') as city, o.country_code, o.currency, o.total, o.financial, o.marker, o.note,
      coalesce(o.document ->> 'cancel_reason', '') as cancel_reason, o.ordered_at, o.updated_at
    from orders o left join stores s on s.workplace_id = o.workplace_id and s.store_id = o.store_id
    where o.workplace_id = $1 and o.order_id = any($2::uuid[])`,
  lines: `select order_id, line_id, product_id, variant_id, title, variant_title, sku, image, quantity, wanted, unit_price,
      discount, tax, reason, sources, cost
    from order_lines where workplace_id = $1 and order_id = any($2::uuid[]) order by order_id, position`,
  bought: `select order_id, vendor as source, order_no, state, total, currency from supplier_orders
    where workplace_id = $1 and order_id = any($2::uuid[]) order by order_id, created_at desc`,
}
app.get('/orders', async () => {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ order_id: string }>(STATEMENTS.groups, [of])
    const ids = rows.slice(0, 20).map(({ order_id }) => order_id)
    const counted = await client.query(STATEMENTS.count, [of])
    const [orders, lines, bought] = [
      await client.query(STATEMENTS.orders, [of, ids]),
      await client.query(STATEMENTS.lines, [of, ids]),
      await client.query(STATEMENTS.bought, [of, ids]),
    ]
    return { rows, counted: counted.rows, orders: orders.rows, lines: lines.rows, bought: bought.rows }
  } finally {
    client.release()
  }
})
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
process.send?.('ready')
