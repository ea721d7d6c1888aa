/**
 * 1,000 orders bought with one click at a supplier that answers at once: how long the click takes, and how many are
 * bought each second by one worker. Beside it what the same PostgreSQL does with bare inserts of one row: a machine that
 * is too slow for so many orders passes when all rows that buying writes are written as fast as bare ones.
 */
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toppedUp } from '@omni/domain/ledger/placing.ts'
import pg from 'pg'
import { createPool, scopedDb } from '../apps/server/src/platform/db.ts'
import { freePort, startPostgres } from '../apps/server/src/platform/embedded-postgres.ts'
import { post } from '../apps/server/src/platform/ledger.ts'
import { migrate } from '../apps/server/src/platform/migrate.ts'
import { newSeller, startProcess } from './system.ts'

const ORDERS = 1000
const ROUNDS = 3
const TARGETS = { accepted_ms: 300, per_second: 285, rows_of_bare: 1 }
const INSERTERS = 8
const INSERTS_MS = 3000

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

export async function run(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'omni-place-'))
  chmodSync(folder, 0o755)
  const postgres = await startPostgres(folder)
  const stops: (() => void)[] = []
  try {
    const url = postgres.url()
    await migrate(url)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const seller = await newSeller(url)
    const [port, supplier] = [await freePort(), await freePort()]
    await startProcess('./instant-supplier.ts', url, { PORT: String(supplier) }).then(({ stop }) => stops.push(stop))
    const env = { PORT: String(port), ZOPI_URL: `http://127.0.0.1:${supplier}`, ZOPI_API_KEY: 'bench' }
    for (const file of ['../apps/server/src/main.api.ts', '../apps/server/src/main.worker.ts'])
      stops.push((await startProcess(file, url, env)).stop)
    await prepare(client, url, seller.workplace_id)
    const ask = asking(`http://127.0.0.1:${port}/api`, seller.token)
    const order_id = await firstOrder(client, ask, seller.workplace_id)
    const bare = await bareInserts(url)
    console.log(`bare inserts of one row, ${INSERTERS} connections: ${bare.toFixed(0)}/s`)
    const rounds: { accepted_ms: number; per_second: number; rows_of_bare: number }[] = []
    for (let n = 0; n < ROUNDS; n++) {
      const { accepted_ms, per_second, rows } = await buy(client, ask, order_id)
      const rows_of_bare = (per_second * rows) / bare
      console.log(
        `accepted in ${accepted_ms.toFixed(0)} ms   bought ${per_second.toFixed(0)} orders/s with ${rows.toFixed(0)} rows each   ${rows_of_bare.toFixed(2)} of the bare inserts`,
      )
      rounds.push({ accepted_ms, per_second, rows_of_bare })
    }
    const middle = (key: keyof (typeof rounds)[number]) =>
      rounds.map((round) => round[key]).toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0
    const [accepted, speed, share] = [middle('accepted_ms'), middle('per_second'), middle('rows_of_bare')]
    console.log(
      `median: accepted in ${accepted.toFixed(0)} ms (at most ${TARGETS.accepted_ms}), ${speed.toFixed(0)} orders/s (at least ${TARGETS.per_second}), ` +
        `or rows at ${share.toFixed(2)} of the bare rate (at least ${TARGETS.rows_of_bare})`,
    )
    await client.end()
    return accepted <= TARGETS.accepted_ms && (speed >= TARGETS.per_second || share >= TARGETS.rows_of_bare)
  } finally {
    for (const stop of stops) stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Ask = <T>(path: string, body: unknown) => Promise<T>

const asking =
  (url: string, token: string): Ask =>
  async <T>(path: string, body: unknown) => {
    const reply = await fetch(url + path, {
      method: 'POST',
      headers: {
        app: 'AO',
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${(await reply.text()).slice(0, 300)}`)
    return ((await reply.json()) as { data: T }).data // our own contract
  }

/** A supplier without limits, and money enough. */
async function prepare(client: pg.Client, url: string, workplace_id: string): Promise<void> {
  await client.query(`update users set plan_id = 'enterprise_monthly'`)
  await client.query(
    `insert into vendor_pace (vendor, account_key, per_second, burst) values ('zopi', 'operator', 1e6, 1e6)
     on conflict (vendor, account_key) do update set per_second = 1e6, burst = 1e6`,
  )
  const pool = createPool(url, 1)
  const postings = toppedUp('bench', 'USD', 100_000_000)
  await scopedDb(pool, { workplace_id }).tx((tx) =>
    post(tx, [{ scope: 'bench', key: 'first', kind: 'topup', postings, effective_at: new Date(), subject: 'bench' }]),
  )
  await pool.end()
}

/** An order as a seller writes it down, of a product that the supplier delivers. */
async function firstOrder(client: pg.Client, ask: Ask, workplace_id: string): Promise<string> {
  const [product_id, variant_id] = [randomUUID(), randomUUID()]
  await client.query(
    `insert into products (workplace_id, product_id, title, source, source_product_id, product_link, currency, ship_to,
      status, pushed) values ($1, $2, 'Lamp', 'zopi', 'p1', '', 'USD', 'US', 'ready', 'unpushed')`,
    [workplace_id, product_id],
  )
  await client.query(
    `insert into product_variants (workplace_id, product_id, variant_id, position, option_values, sku, price)
     values ($1, $2, $3, 0, '{}', '', 10000)`,
    [workplace_id, product_id, variant_id],
  )
  await client.query(
    `insert into variant_suppliers (workplace_id, product_id, variant_id, rank, source, source_product_id, sku_id,
      sku_attr, sku_name, cost, quantity) values ($1, $2, $3, 0, 'zopi', 'p1', 's1', '', '', 1000, null)`,
    [workplace_id, product_id, variant_id],
  )
  const { order_id } = await ask<{ order_id: string }>('/orders/v5/create', {
    customer: { name: 'Ada Lovelace', email: 'ada@example.test', phone: '' },
    address: {
      name: 'Ada Lovelace',
      address1: '1 Main Street',
      city: 'Springfield',
      province: 'Illinois',
      province_code: 'IL',
      zip: '62701',
      country_code: 'US',
      phone: '+12175550100',
    },
    lines: [{ variant_id, quantity: 1, unit_price: 10_000 }],
    currency: 'USD',
  })
  return order_id
}

/** The same order again and again, each with ids of its own. */
async function copies(client: pg.Client, order_id: string): Promise<string[]> {
  const { rows } = await client.query<{ ids: string[] }>(
    `with of as (select n, new_id() as order_id, new_id() as line_id from generate_series(1, ${ORDERS}) n),
      o as (insert into orders select (jsonb_populate_record(o, jsonb_build_object('order_id', of.order_id,
        'number', 'B' || of.n, 'remote_id', of.order_id))).* from orders o, of where o.order_id = $1),
      l as (insert into order_lines select (jsonb_populate_record(l, jsonb_build_object('order_id', of.order_id,
        'line_id', of.line_id))).* from order_lines l, of where l.order_id = $1),
      g as (insert into order_groups select (jsonb_populate_record(g, jsonb_build_object('order_id', of.order_id,
        'line_ids', array[of.line_id]))).* from order_groups g, of where g.order_id = $1)
     select array_agg(order_id) as ids from of`,
    [order_id],
  )
  return rows[0]?.ids ?? []
}

/** Beside it: one row each, committed each. */
async function bareInserts(url: string): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: INSERTERS })
  await pool.query(
    'create table bare (id uuid primary key, at timestamptz not null default now(), body jsonb not null)',
  )
  const until = performance.now() + INSERTS_MS
  const body = { reference: 'x'.repeat(30), lines: [{ sku_id: 's1', quantity: 1 }] }
  const insert = async () => {
    let done = 0
    for (; performance.now() < until; done++)
      await pool.query('insert into bare (id, body) values ($1, $2)', [randomUUID(), body])
    return done
  }
  const done = await Promise.all(Array.from({ length: INSERTERS }, insert))
  await pool.query('drop table bare')
  await pool.end()
  return (done.reduce((sum, count) => sum + count, 0) * 1000) / INSERTS_MS
}

async function buy(client: pg.Client, ask: Ask, order_id: string) {
  const orders = await copies(client, order_id)
  const { plan_id } = await ask<{ plan_id: string }>('/orders/v4/preview', { orders })
  const waiting = async (sql: string) => (await client.query<{ n: number }>(sql, [plan_id])).rows[0]?.n ?? 0
  while (
    (await waiting(`select count(*)::int as n from placement_plan_orders where plan_id = $1 and state = 'quoting'`)) > 0
  )
    await pause(100)
  const before = await rowsWritten(client)
  const clicked = performance.now()
  const placed = await ask<{ accepted: number; run_id: string }>('/orders/v5/request', { plan_id })
  const accepted_ms = performance.now() - clicked
  if (placed.accepted !== ORDERS) throw new Error(`only ${placed.accepted} were accepted`)
  // The click is accepted before its purchases are written: all of them are waited for.
  const bought = async () =>
    (
      await client.query<{ n: number }>(
        `select count(*)::int as n from supplier_orders where run_id = $1 and state = 'placed'`,
        [placed.run_id],
      )
    ).rows[0]?.n ?? 0
  while ((await bought()) < ORDERS) await pause(50)
  const per_second = (ORDERS * 1000) / (performance.now() - clicked)
  // Backends tell what they counted at most a second later.
  await pause(1500)
  return { accepted_ms, per_second, rows: ((await rowsWritten(client)) - before) / ORDERS }
}

/** All rows that were added, changed or removed so far. */
async function rowsWritten(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    'select sum(n_tup_ins + n_tup_upd + n_tup_del)::float8 as n from pg_stat_all_tables',
  )
  return rows[0]?.n ?? 0
}
