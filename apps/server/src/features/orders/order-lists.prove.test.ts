/** What the lists of orders read comes out of indexes, as the app's own role behind its walls. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { fillOrders } from '../../../../../bench/orders.ts'
import { testServer } from '../../testing/test-server.ts'

const ORDERS = 20_000
const PURCHASES = 5_000

const server = await testServer()
const me = await server.person()

test('a search in twenty thousand orders, and each end of a list, comes out of an index', async () => {
  const client = server.behind
  await fillOrders(client, me.workplace_id, ORDERS)
  await client.query('vacuum analyze orders, order_groups, order_lines')
  // What the function does is shown by its own statement, which runs as its owner.
  const { rows: planned } = await client.query<{ 'QUERY PLAN': string }>(
    `explain select order_id from orders o where o.workplace_id = $1 and o.search_text like $2`,
    [me.workplace_id, '%#19999%'],
  )
  expect(planned.map((row) => row['QUERY PLAN']).join('\n')).toContain('orders_text')
  await client.query(
    `with n as (select o.order_id, row_number() over () as n, new_id() as attempt_id from orders o limit $2),
     tried as (
       insert into attempts (workplace_id, attempt_id, subject_kind, subject_id, n, vendor, account_key, reference, input,
         input_hash, profile, due_at)
       select $1, attempt_id, 'test', order_id::text, 1, 'cj', 'a', attempt_id::text, '{}', '', '{}', '9999-12-31' from n)
     insert into supplier_orders (workplace_id, order_id, vendor, account_key, basket, approved, profile, state, n,
       attempt_no, attempt_id, currency, due_at, order_no)
     select $1, order_id, 'cj', 'a', '{"lines": []}', 100, '{}', 'created', 1, 1, attempt_id, 'USD',
       now() + interval '1 day', 'ZO-' || (2000000 + n) from n`,
    [me.workplace_id, PURCHASES],
  )
  await client.query('vacuum analyze supplier_orders')
  const { rows: numbers } = await client.query<{ 'QUERY PLAN': string }>(
    `explain select order_id from supplier_orders s where s.workplace_id = $1 and s.order_no is not null
       and translate(lower(s.order_no), ' #./_-', '') like $2`,
    [me.workplace_id, '%zo2002104%'],
  )
  expect(numbers.map((row) => row['QUERY PLAN']).join('\n')).toContain('supplier_orders_number')
  const started = performance.now()
  const found = await server.runtime.db(me).read(async (tx) => {
    const { rows } = await sql<{ order_id: string }>`select find_orders('%#19999%', '%19999%', '') as order_id`.execute(
      tx,
    )
    return rows
  })
  expect(found).toHaveLength(1)
  expect(performance.now() - started).toBeLessThan(500)
  const plan = (order: string, where: string) =>
    server.runtime.db(me).read(async (tx) => {
      const { rows } = await sql<Record<string, string>>`explain select * from order_groups g
        where g.workplace_id = ${me.workplace_id} ${sql.raw(where)} order by ${sql.raw(order)} limit 51`.execute(tx)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
  const part = `and g.status = 'placement' and g.sub_status = 'needs_attention'`
  expect(await plan('g.ordered_at desc, g.order_id desc', '')).toContain('order_groups_newest')
  expect(await plan('g.ordered_at desc, g.order_id desc', part)).toContain('order_groups_list')
  expect(await plan(`coalesce(g.promised_at, 'infinity'), g.ordered_at, g.order_id`, part)).toContain(
    'order_groups_urgent',
  )
})

test('a search stays inside the workplace that asks', async () => {
  const stranger = await server.person()
  const { rows } = await server.runtime
    .db(stranger)
    .read((tx) => sql<{ order_id: string }>`select find_orders('%#1%', '%1%', '%') as order_id`.execute(tx))
  expect(rows).toEqual([])
})
