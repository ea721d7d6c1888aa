import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { expect, test } from 'vitest'
import { readSchema } from '../../../../scripts/schema/read-schema.ts'
import { testServer } from '../testing/test-server.ts'
import { migrate, migrations } from './migrate.ts'

const server = await testServer()
const more = (name: string, sql: string) => [...migrations(), { name, sql, hash: name }]

test('a migration that meets a lock lets go and tries again, so that nobody waits behind it for long', async () => {
  const holder = new pg.Client({ connectionString: server.url })
  await holder.connect()
  await holder.query('begin; lock table products in access share mode')
  const migrating = migrate(server.url, more('9001_locked.sql', 'alter table products add column tried text'))
  // It waits; a reader that comes after it is answered once the migration lets go, while the lock is still held.
  await server.behind.query(`select pg_sleep(0.5)`)
  await server.behind.query('select from products limit 1')
  await holder.query('rollback')
  await holder.end()
  expect(await migrating).toEqual(['9001_locked.sql'])
})

test('a migration that says so runs outside a transaction, and can be run again after it failed', async () => {
  const index = `-- outside a transaction
drop index concurrently if exists products_tried;
create index concurrently products_tried on products (workplace_id, title);
`
  const known = more('9001_locked.sql', '')
  await expect(
    migrate(server.url, [...known, { name: '9002_index.sql', sql: `${index}select 1/0;`, hash: 'a' }]),
  ).rejects.toThrow(/9002_index.sql failed: division by zero/)
  expect(await migrate(server.url, [...known, { name: '9002_index.sql', sql: index, hash: 'b' }])).toEqual([
    '9002_index.sql',
  ])
  const { rows } = await server.behind.query(
    `select indisvalid from pg_index where indexrelid = 'products_tried'::regclass`,
  )
  expect(rows).toEqual([{ indisvalid: true }])
})

/** The schema alone, without what PostgreSQL calls its own. */
const schemaOf = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { pieces } = await readSchema(client)
  await client.end()
  return pieces.map(({ sql }) => sql)
}

test('a database of the version before the baseline comes to the same schema, and its jobs go on', async () => {
  const before = gunzipSync(readFileSync(new URL('../testing/version-0130.sql.gz', import.meta.url))).toString()
  const [was, fresh] = ['version_0130', 'version_new']
  for (const name of [was, fresh]) await server.behind.query(`create database ${name}`)
  const urlOf = (name: string) => Object.assign(new URL(server.url), { pathname: `/${name}` }).href
  const old = new pg.Client({ connectionString: urlOf(was) })
  await old.connect()
  await old.query(`begin; ${before}; commit`)
  await old.query(`
    insert into graphile_worker._private_tasks values (1, 'listings.work'), (2, 'jobs.bury');
    insert into graphile_worker._private_job_queues values (7, 'store a');
    insert into job_failures (job_id, job, payload, tries, error) values (41, 'listings.work', '{}', 3, 'no');
    insert into graphile_worker._private_jobs (id, job_queue_id, task_id, payload, priority, run_at, attempts,
      max_attempts, key, locked_at, locked_by) values
      (50, 7, 1, '{"store_id": "a"}', -5, '2030-01-01', 2, 9, 'listings.work:a', null, null),
      (51, null, 1, '{"store_id": "b"}', 0, now(), 9, 9, null, now(), 'a worker'),
      (52, null, 1, '{"store_id": "given up"}', 0, now(), 9, 9, null, null, null),
      (53, null, 2, '{}', 0, now(), 0, 3, 'jobs.bury:all', null, null)`)
  expect(await migrate(urlOf(was))).toEqual(await migrate(urlOf(fresh)))
  expect(await migrate(urlOf(was))).toEqual([])
  expect(await schemaOf(urlOf(was))).toEqual(await schemaOf(urlOf(fresh)))
  const { rows } = await old.query(
    'select name, payload, key, queue, priority, attempts, max_attempts, worker_id, run_at > now() as waits from jobs order by max_attempts, key nulls last',
  )
  const job = { name: 'listings.work', max_attempts: 9, worker_id: null }
  expect(rows).toEqual([
    {
      ...job,
      payload: { store_id: 'a' },
      key: 'listings.work:a',
      queue: 'store a',
      priority: -5,
      attempts: 2,
      waits: true,
    },
    { ...job, payload: { store_id: 'b' }, key: null, queue: null, priority: 0, attempts: 8, waits: false },
  ])
  await old.query(`select enqueue_job('listings.work')`)
  expect((await old.query('select max(job_id) > 53 as later from jobs')).rows).toEqual([{ later: true }])
  await old.end()
  for (const name of [was, fresh]) await server.behind.query(`drop database ${name}`)
})

test('what waits under a name of the version before goes on under the new one', async () => {
  await server.behind.query('create database version_0133')
  const url = Object.assign(new URL(server.url), { pathname: '/version_0133' }).href
  await migrate(
    url,
    migrations().filter(({ name }) => name < '0134'),
  )
  const old = new pg.Client({ connectionString: url })
  await old.connect()
  // Rows alone: what they hang on is not looked for.
  await old.query(`set session_replication_role = replica;
    insert into jobs (name, payload, key, queue, max_attempts) values
      ('fulfilments.tell', '{"order_id": "o"}', 'fulfilments.tell:o', null, 25),
      ('orders.read-hinted', '{"store_id": "s"}', 'orders.read-hinted:s', 'orders.read-hinted s', 25),
      ('billing.look', '{}', 'billing.look:a', null, 25),
      ('billing.look_charge', '{}', 'billing.look_charge:a', null, 25),
      ('on.store.plan_hinted.read the plan', '{"event_id": "e"}', 'on.store.plan_hinted.read the plan:e', null, 25),
      ('listings.work', '{}', 'listings.work:s', 'listings.work s', 25);
    insert into job_failures (job_id, job, payload, tries, error) values (1, 'wallet.look', '{}', 3, 'no');
    insert into job_schedules values ('tracking.tend', now());
    insert into outbox (name, data, delivered_at) values ('store.request_hinted', '{"store_id": "s", "told": true}', null),
      ('store.migration_asked', '{}', now());
    insert into store_fulfilments (workplace_id, supplier_order_id, order_id, store_id, carrier, numbers, urls, lines,
      state, told_at) values (new_id(), new_id(), new_id(), new_id(), 'DHL', '{1}', '{}', '[]', 'told', '2026-01-01');
    insert into order_events (workplace_id, order_id, kind, who, happened_at) values
      (new_id(), new_id(), 'store_told', 'omni', now()), (new_id(), new_id(), 'received', 'store', now());
    insert into variant_watch (workplace_id, product_id, variant_id, state) values
      (new_id(), new_id(), new_id(), '{"gone_told": true, "rate": 1}')`)
  expect(await migrate(url)).toContain('0134_trade_words.sql')
  const { rows } = await old.query(`select name, key, queue from jobs order by name`)
  expect(rows.map(({ name, key, queue }) => [name, key, queue])).toEqual([
    ['billing.poll', 'billing.poll:a', null],
    ['billing.poll_charge', 'billing.poll_charge:a', null],
    ['fulfilments.report', 'fulfilments.report:o', null],
    ['listings.work', 'listings.work:s', 'listings.work s'],
    ['on.store.plan_changed_remotely.read the plan', 'on.store.plan_changed_remotely.read the plan:e', null],
    ['orders.read-pending', 'orders.read-pending:s', 'orders.read-pending s'],
  ])
  const { rows: values } = await old.query(`select
    (select array_agg(job) from job_failures) as failed, (select array_agg(name) from job_schedules) as clock,
    (select jsonb_agg(jsonb_build_array(name, data)) from outbox where delivered_at is null) as events,
    (select array_agg(state || ' ' || reported_at::date) from store_fulfilments) as parcels,
    (select array_agg(kind order by kind) from order_events) as kinds,
    (select array_agg(state) from variant_watch) as watched`)
  expect(values).toEqual([
    {
      failed: ['wallet.poll'],
      clock: ['tracking.poll'],
      events: [['store.requests_changed_remotely', { store_id: 's', by_webhook: true }]],
      parcels: ['reported 2026-01-01'],
      kinds: ['received', 'store_reported'],
      watched: [{ gone_notified: true, rate: 1 }],
    },
  ])
  await old.end()
  await server.behind.query('drop database version_0133')
})

test('what two reports at the same moment wrote twice stands once, and is the one that is known by', async () => {
  await server.behind.query('create database version_0183')
  const url = Object.assign(new URL(server.url), { pathname: '/version_0183' }).href
  await migrate(
    url,
    migrations().filter(({ name }) => name < '0184'),
  )
  const old = new pg.Client({ connectionString: url })
  await old.connect()
  // Rows alone: what they hang on is not looked for.
  await old.query(`set session_replication_role = replica;
    insert into supplier_orders (workplace_id, supplier_order_id, order_id, vendor, account_key, basket, approved, profile,
      state, n, attempt_no, attempt_id, order_no, currency, total, settled_at)
    select w, p, o, 'cj', 'a', '{}', 1, '{}', 'placed', 1, 1, new_id(), no, 'USD', 1, now()
    from (values ('00000000-0000-4000-8000-000000000001'::uuid, '00000000-0000-4000-8000-000000000002'::uuid,
        '00000000-0000-4000-8000-000000000003'::uuid, '11'),
      ('00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000004',
        '00000000-0000-4000-8000-000000000003', '12')) as v (w, p, o, no);
    insert into order_events (workplace_id, order_id, kind, params, who, happened_at)
    select '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000003', kind,
      jsonb_build_object('source', 'cj', 'order_no', no), who, at::timestamptz
    from (values ('shipped', '11', 'supplier', '2026-01-01 10:00:00Z'), ('shipped', '11', 'supplier', '2026-01-01 10:00:01Z'),
      ('shipped', '12', 'supplier', '2026-01-02'), ('bought_paid', '11', 'supplier', '2025-12-30'),
      ('bought_paid', '11', 'supplier', '2025-12-31')) as v (kind, no, who, at)`)
  await migrate(url)
  const { rows } = await old.query(`select kind, params ->> 'order_no' as no, fact, happened_at::date::text as day
    from order_events order by happened_at`)
  expect(rows).toEqual([
    { kind: 'bought_paid', no: '11', fact: null, day: '2025-12-30' },
    { kind: 'bought_paid', no: '11', fact: null, day: '2025-12-31' },
    { kind: 'shipped', no: '11', fact: 'shipped 00000000-0000-4000-8000-000000000002', day: '2026-01-01' },
    { kind: 'shipped', no: '12', fact: 'shipped 00000000-0000-4000-8000-000000000004', day: '2026-01-02' },
  ])
  await old.end()
  await server.behind.query('drop database version_0183')
})

test('a database from before that is told which version it needs first', async () => {
  await server.behind.query('create database version_old')
  const url = Object.assign(new URL(server.url), { pathname: '/version_old' }).href
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create table migrations (name text primary key, hash text not null,
    applied_at timestamptz not null default now()); insert into migrations values ('0001_platform.sql', 'x')`)
  await client.end()
  await expect(migrate(url)).rejects.toThrow('older than 0130_picture_colours.sql')
  await server.behind.query('drop database version_old')
})
