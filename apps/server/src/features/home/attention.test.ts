import { homeCalls } from '@omni/contracts/home.calls.ts'
import { expect, test } from 'vitest'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

test('orders, stores, listings and supplier changes that wait for the seller are named, worst first', async () => {
  const [me, neighbour] = [await server.person(), await server.person()]
  const needs = async (person: typeof me) =>
    (await server.ask(homeCalls.getAttention, {}, person)).body.data?.items.map(
      ({ key, level, count }) => `${key} ${level} ${count}`,
    )
  const before = await needs(me)
  for (const [status, sub_status, orders] of [
    ['placement', 'needs_attention', 3],
    ['placement', 'ready', 20],
    ['placement', 'archived', 7],
    ['payment', 'waiting_payment', 2],
  ] as const)
    await server.behind.query('insert into order_counters values ($1, $2, $3, $4)', [
      me.workplace_id,
      status,
      sub_status,
      orders,
    ])
  for (const [n, health] of ['ok', 'expired', 'disconnected'].entries())
    await server.behind.query(
      `with made as (insert into stores (workplace_id, platform, platform_domain, domain, store_name)
         values ($1, 'shopify', 'shop' || $2, 'shop' || $2, 'Shop') returning store_id),
       linked as (insert into store_connections (workplace_id, store_id, account_id, health, hook_token, hook_secret)
         select $1, store_id, 'shop', $3, new_id()::text, 'x' from made)
       insert into listings (workplace_id, store_id, product_id, key, policies, state, epoch)
         select $1, store_id, p, new_id()::text, '{}', state, 1
         from made, (values (new_id(), 'idle'), (new_id(), 'refused'), (null, 'refused')) l (p, state)`,
      [me.workplace_id, String(n), health],
    )
  await server.behind.query(
    `insert into auto_update_questions (workplace_id, source, reason, items, answer, answered_at)
     values ($1, 'cj', 'factor', '[]', null, null), ($1, 'cj', 'factor', '[]', 'dismiss', now())`,
    [me.workplace_id],
  )
  expect(await needs(me)).toEqual([
    'orders_attention red 3',
    'stores_attention red 1',
    ...(before?.filter((need) => need.includes(' red ')) ?? []),
    'orders_ready amber 20',
    'orders_unpaid amber 2',
    'listings_attention amber 3',
    'supplier_changes amber 1',
    // There is a store now.
    ...(before?.filter((need) => !need.includes(' red ') && !need.startsWith('connect_store')) ?? []),
  ])
  expect(before).toContain('connect_store amber 1')
  expect(await needs(neighbour)).toEqual(before)
})
