/**
 * What an order costs PostgreSQL, from the store's webhook to the profit: one alone, and twenty at once, which share
 * what can be shared. A seller with a Shopify store buys from the house supplier, pays from the wallet and follows the
 * parcels at the tracker, all in the sandbox. Of each step: the statements that our processes send (a begin and a commit
 * are one each), rows that they answer or change, jobs, notifications, WAL, CPU of the connections' processes. What runs
 * in an idle minute is taken off. BENCH_STATEMENTS=1 prints the statements of each step.
 */
import { readFileSync } from 'node:fs'
import { toppedUp } from '@omni/domain/ledger/placing.ts'
import { WALLET_CURRENCY } from '@omni/domain/wallet/topup.ts'
import pg from 'pg'
import { readConfig } from '../apps/server/src/platform/config.ts'
import { createPool, scopedDb } from '../apps/server/src/platform/db.ts'
import { freePort } from '../apps/server/src/platform/embedded-postgres.ts'
import { post } from '../apps/server/src/platform/ledger.ts'
import { createRuntime } from '../apps/server/src/platform/runtime.ts'
import { connectVendors } from '../apps/server/src/vendors.ts'
import { startStores, type StoreSystem } from './store-system.ts'
import { startProcess } from './system.ts'

/** Of an order among many: it is the load that costs. One alone shares its transactions and turns with nobody. */
const BUDGET = { statements: 250, cpu_ms: 120 }
/** Orders under way together: one alone twice, then many. The first of all warms the caches and is not counted. */
const ROUNDS = [
  { orders: 1, times: Number(process.env['BENCH_ALONE'] ?? 2) },
  { orders: Number(process.env['BENCH_ORDERS'] ?? 20), times: 1 },
]
const PRODUCTS = 2
/** Where the sandbox's customers live. */
const COUNTRIES = ['US', 'CA', 'FR', 'DE', 'GB', 'SE', 'AU']
const SHOP = 'costly.myshopify.com'
/** The catalogue of the supplier is not what is measured: prices are asked for when it is bought from. */
const OUTSIDE = ['ZOPI_URL', 'ZOPI_API_KEY', 'ZOPI_WEBHOOK_SECRET', 'SEVENTEEN_TRACK_URL', 'SEVENTEEN_TRACK_KEY']
/** Nothing runs or is due for so long: a webhook that follows from a step has come by then, and is part of it. */
const QUIET_MS = 1500
/** The quietest of some: a schedule, or a picture of the catalogue, may come into one. */
const IDLE_WINDOWS = 3
const IDLE_MS = 4000
const ENDS_MS = 120_000
/** A supplier has so many pieces of what is sold. */
const ENOUGH = 50
const PLAY_MONEY = 100_000_000

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

interface Spent {
  statements: number
  rows: number
  wal: number
  db_ms: number
  cpu_ms: number
  notifies: number
  jobs: number
}
const NOTHING: Spent = { statements: 0, rows: 0, wal: 0, db_ms: 0, cpu_ms: 0, notifies: 0, jobs: 0 }
const COLUMNS = Object.keys(NOTHING) as (keyof Spent)[] // its own keys

const each = (of: (column: keyof Spent) => number): Spent => {
  const spent = { ...NOTHING }
  for (const column of COLUMNS) spent[column] = of(column)
  return spent
}

/** Everything that was counted up to a moment. */
interface Reading {
  at: number
  all: Spent
  calls: Map<string, number>
  /** Milliseconds in each statement. */
  ms: Map<string, number>
  jobs: Map<string, number>
}

interface Step {
  name: string
  spent: Spent
  calls: Map<string, number>
  /** Milliseconds in each statement. */
  ms: Map<string, number>
  jobs: Map<string, number>
}

/** Counts by itself, beside what is measured: its own connection is left out. */
async function openMeter(system: StoreSystem, metrics: string) {
  const client = new pg.Client({ connectionString: system.database })
  await client.connect()
  await client.query(`set pg_stat_statements.track = 'none'`)
  await client.query('create extension pg_stat_statements')
  // Backends end when a pool has no use for them: what each had spent until it was seen last is kept.
  const spent_by = new Map<number, number>()
  const watchCpu = async () => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         and application_name like 'omni%'`,
    )
    for (const { pid } of rows)
      try {
        const [ns = '0'] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')
        spent_by.set(pid, Number(ns) / 1e6)
      } catch {} // it has just ended
  }
  const due = async () => {
    const { rows } = await client.query<{ n: number }>(
      'select count(*)::int as n from jobs where worker_id is not null or run_at <= now()',
    )
    return rows[0]?.n ?? 0
  }
  async function read(known_jobs?: Map<string, number>): Promise<Reading> {
    await watchCpu()
    const { rows } = await client.query<{ query: string; calls: number; rows: number; wal: number; ms: number }>(
      `select query, sum(calls)::float8 as calls, sum(rows)::float8 as rows, sum(wal_bytes)::float8 as wal,
         sum(total_exec_time + total_plan_time) as ms
       from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database()) group by 1`,
    )
    const jobs = known_jobs ?? (await jobsRun(metrics))
    const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0)
    return {
      at: performance.now(),
      all: {
        statements: sum(({ calls }) => calls),
        rows: sum((row) => row.rows),
        wal: sum(({ wal }) => wal),
        db_ms: sum(({ ms }) => ms),
        cpu_ms: [...spent_by.values()].reduce((total, ms) => total + ms, 0),
        notifies: sum(({ query, calls }) => (query.includes('pg_notify') ? calls : 0)),
        jobs: [...jobs.values()].reduce((total, n) => total + n, 0),
      },
      calls: new Map(rows.map(({ query, calls }) => [query, calls])),
      ms: new Map(rows.map(({ query, ms }) => [query, ms])),
      jobs,
    }
  }
  async function settle(isThere: () => Promise<boolean>): Promise<void> {
    const ends = performance.now() + ENDS_MS
    let quiet_since = performance.now()
    while (performance.now() - quiet_since < QUIET_MS) {
      if (performance.now() > ends) throw new Error('it does not come to an end')
      await watchCpu()
      if ((await due()) > 0 || !(await isThere())) quiet_since = performance.now()
      await pause(40)
    }
  }
  let idle: { per_ms: Spent; calls: Map<string, number> } = { per_ms: NOTHING, calls: new Map() }
  const between = (before: Reading, after: Reading, name: string): Step => {
    const ms = after.at - before.at
    const differences = (from: Map<string, number>, to: Map<string, number>, off?: Map<string, number>) =>
      new Map([...to].map(([key, n]) => [key, n - (from.get(key) ?? 0) - (off?.get(key) ?? 0) * ms]))
    return {
      name,
      spent: each((column) => Math.max(0, after.all[column] - before.all[column] - idle.per_ms[column] * ms)),
      calls: differences(before.calls, after.calls, idle.calls),
      ms: differences(before.ms, after.ms),
      jobs: differences(before.jobs, after.jobs),
    }
  }
  return {
    client,
    settle,
    /** What is spent while nothing happens. */
    async watchIdle() {
      const windows: Step[] = []
      for (let n = 0; n < IDLE_WINDOWS; n++) {
        await settle(async () => true)
        await awayFromMinute()
        const before = await read()
        await pause(IDLE_MS)
        windows.push(between(before, await read(), 'idle'))
      }
      const [quiet] = windows.toSorted((a, b) => a.spent.statements - b.spent.statements)
      const { spent, calls } = quiet ?? { spent: NOTHING, calls: new Map<string, number>() }
      idle = {
        per_ms: each((column) => spent[column] / IDLE_MS),
        calls: new Map([...calls].map(([query, n]) => [query, n / IDLE_MS])),
      }
      console.log(`idle: ${(spent.statements / (IDLE_MS / 1000)).toFixed(1)} statements/s, taken off below`)
    },
    async step(name: string, act: () => Promise<void>, isThere: () => Promise<boolean>, from?: Reading): Promise<Step> {
      if (!from) await awayFromMinute()
      const before = from ?? (await read())
      await act()
      await settle(isThere)
      return between(before, await read(), name)
    },
    /** What is done before anything follows from it: `act` holds the worker, which then says nothing. */
    async stepAlone(name: string, act: () => Promise<void>): Promise<{ step: Step; after: Reading }> {
      await awayFromMinute()
      const before = await read()
      await act()
      const after = await read(before.jobs)
      return { step: between(before, after, name), after }
    },
  }
}
type Meter = Awaited<ReturnType<typeof openMeter>>

/** Schedules run at full minutes. */
async function awayFromMinute(): Promise<void> {
  const second = () => new Date().getSeconds()
  while (second() > 48 || second() < 4) await pause(250)
}

/** How many jobs of each name the worker has run. */
async function jobsRun(metrics: string): Promise<Map<string, number>> {
  const text = await (await fetch(metrics, { signal: AbortSignal.timeout(5000) })).text()
  const jobs = new Map<string, number>()
  for (const [, job = '', n] of text.matchAll(/^omni_job_seconds_count\{job="([^"]+)"[^}]*\} (\d+)/gm))
    jobs.set(job, (jobs.get(job) ?? 0) + Number(n))
  return jobs
}

export async function run(): Promise<boolean> {
  const system = await startStores({ variants: 2, pictures: 1, hasWorker: false, outside: OUTSIDE, counted: true })
  const stops: (() => void)[] = []
  try {
    const metrics_port = await freePort()
    const worker = await startProcess('../apps/server/src/main.worker.ts', system.database, {
      ...system.env,
      METRICS_PORT: String(metrics_port),
    })
    stops.push(worker.stop)
    const meter = await openMeter(system, `http://127.0.0.1:${metrics_port}/metrics`)
    stops.push(() => void meter.client.end())
    const store_id = await openShop(system)
    await meter.settle(async () => true)
    await liveThrough(system, meter, worker, store_id, 1)
    await system.client.query('vacuum analyze')
    await meter.watchIdle()
    const costs: Spent[] = []
    for (const { orders, times } of ROUNDS) {
      const steps: Step[][] = []
      for (let n = 0; n < times; n++) steps.push(await liveThrough(system, meter, worker, store_id, orders))
      costs.push(report(steps, orders))
    }
    const many = costs.at(-1) ?? NOTHING
    return many.statements <= BUDGET.statements && many.cpu_ms <= BUDGET.cpu_ms
  } finally {
    for (const stop of stops) stop()
    await system.stop()
  }
}

/** A store whose products the house supplier really sells, a wallet with money, and parcels that are followed. */
async function openShop(system: StoreSystem): Promise<string> {
  const { client, ask, workplace_id } = system
  const store_id = await system.connectShop('costly', 2000)
  const product_ids = await system.importProducts(PRODUCTS)
  const runtime = createRuntime(
    readConfig({
      ...system.env,
      DATABASE_URL: system.database,
      SECRETS_KEYS: `k:${Buffer.alloc(32).toString('base64')}`,
    }),
    'bench',
    connectVendors,
  )
  const { catalog, orders } = runtime.services.suppliers.shared.zopi ?? {}
  if (!catalog || !orders) throw new Error('the house supplier is not set up')
  const { items } = await catalog.search({ page_size: 50, ship_to: 'US' })
  const waiting = [...product_ids]
  for (const { source_product_id } of items) {
    const good = await catalog.get({ product_id: source_product_id, ship_to: 'US' })
    const variant = good.variants.find(({ quantity }) => quantity === null || quantity > ENOUGH)
    if (!variant) continue
    const lines = [{ ...variant, line_id: '1', product_id: source_product_id, quantity: 1 }]
    const quotes = await Promise.allSettled(
      COUNTRIES.map((country_code) => orders.quote({ lines, country_code, ship_from: '' })),
    )
    const goesEverywhere = quotes.every((one) => one.status === 'fulfilled' && one.value.methods.length > 0)
    const product_id = goesEverywhere && waiting.pop()
    if (!product_id) continue
    await client.query(
      `update variant_suppliers set source = 'zopi', source_product_id = $2, sku_id = $3, sku_attr = $4, cost = $5
       where product_id = $1`,
      [product_id, source_product_id, variant.sku_id, variant.sku_attr, variant.price],
    )
  }
  await runtime.close()
  if (waiting.length > 0) throw new Error('the house supplier sells too little that goes everywhere')
  // Its shop sells at the catalogue's prices, some of it at a loss.
  await ask('PUT', '/orders/v4/settings', { min_profit: null, max_price_rise: null })
  await ask('POST', '/center/products/push', { product_ids, store_id })
  const idle = `select count(*)::int as n from listings where store_id = $1 and state = 'idle'`
  while ((await client.query<{ n: number }>(idle, [store_id])).rows[0]?.n !== PRODUCTS) await pause(200)
  const pool = createPool(system.database, 1)
  const postings = toppedUp('sandbox', WALLET_CURRENCY, PLAY_MONEY)
  const topup = { scope: 'sandbox', key: 'order-cost', kind: 'topup', postings, effective_at: new Date() }
  await scopedDb(pool, { workplace_id }).tx((tx) => post(tx, [{ ...topup, subject: 'sandbox' }]))
  await pool.end()
  return store_id
}

/** So many orders from the store's webhook to the buyer's door. */
async function liveThrough(
  { ask, sandbox }: StoreSystem,
  { client, step, stepAlone }: Meter,
  worker: { hold: () => void; goOn: () => void },
  store_id: string,
  count: number,
): Promise<Step[]> {
  const { rows: before } = await client.query<{ at: string }>('select now()::text as at')
  const since = before[0]?.at ?? ''
  const mine = `from orders o where o.store_id = $1 and o.created_at >= $2::timestamptz`
  const bought = `from supplier_orders s join orders o using (workplace_id, order_id) where o.store_id = $1
    and o.created_at >= $2::timestamptz`
  const has = async (sql: string) =>
    (await client.query<{ n: number }>(`select count(*)::int as n ${sql}`, [store_id, since])).rows[0]?.n === count
  const steps: Step[] = []
  steps.push(
    await step(
      'intake',
      async () => void (await sandbox.act('shopify', 'place_orders', { shop: SHOP, count })),
      () => has(`${mine} and exists (select from order_groups g where g.order_id = o.order_id)`),
    ),
  )
  const { rows } = await client.query<{ order_id: string }>(`select o.order_id ${mine}`, [store_id, since])
  const orders = rows.map(({ order_id }) => order_id)
  let plan_id = ''
  steps.push(
    await step(
      'preview',
      async () => {
        plan_id = (await ask<{ plan_id: string }>('POST', '/orders/v4/preview', { orders })).plan_id
        const ready = `select from placement_plan_orders where plan_id = $1 and state = 'quoting'`
        while ((await client.query(ready, [plan_id])).rows.length > 0) await pause(50)
        const { items } = await ask<{ items: { state: string }[] }>('GET', `/orders/v4/preview/${plan_id}`)
        if (items.some(({ state }) => state !== 'ready')) throw new Error(JSON.stringify(items))
      },
      async () => true,
    ),
  )
  const click = await stepAlone('click', async () => {
    worker.hold()
    const { accepted } = await ask<{ accepted: number }>('POST', '/orders/v5/request', { plan_id })
    if (accepted !== count) throw new Error(`only ${accepted} of ${count} were accepted`)
  })
  steps.push(click.step)
  steps.push(
    await step(
      'buy',
      async () => worker.goOn(),
      () => has(`${bought} and s.state = 'placed'`),
      click.after,
    ),
  )
  const placed = await client.query<{ order_no: string }>(`select s.order_no ${bought}`, [store_id, since])
  steps.push(
    await step(
      'ship',
      async () => {
        for (const { order_no } of placed.rows)
          await sandbox.act('zopi', 'ship_order', { no: Number(order_no.replace('ZO-', '')) })
      },
      () =>
        has(`from store_fulfilments f join parcels p using (workplace_id, supplier_order_id) join orders o on
          o.order_id = f.order_id where o.store_id = $1 and o.created_at >= $2::timestamptz and f.state = 'reported'
          and p.registered_at is not null`),
    ),
  )
  steps.push(
    await step(
      'delivered',
      async () => {
        for (const { order_no } of placed.rows)
          await sandbox.act('17track', 'move', {
            number: order_no.replace('ZO-', 'ZT'),
            sub_status: 'Delivered_Other',
            description: 'Delivered',
          })
      },
      () => has(`${bought} and s.supplier_status = 'delivered'`),
    ),
  )
  if (!(await has(`${mine} and exists (select from order_profits p where p.order_id = o.order_id)`)))
    throw new Error('a profit was not counted')
  return steps
}

const SHOWN: Record<keyof Spent, string> = {
  statements: 'statements',
  rows: 'rows',
  jobs: 'jobs',
  notifies: 'notifies',
  wal: 'WAL bytes',
  db_ms: 'in statements, ms',
  cpu_ms: 'CPU, ms',
}

function report(rounds: readonly Step[][], orders: number): Spent {
  const names = rounds[0]?.map(({ name }) => name) ?? []
  const per_order = (spent: readonly Spent[]) =>
    each((column) => spent.reduce((sum, one) => sum + one[column], 0) / rounds.length / orders)
  const of = (name: string) => rounds.flatMap((steps) => steps.filter((step) => step.name === name))
  console.log(`\n${orders === 1 ? 'an order alone' : `${orders} orders at once, each`}:`)
  const line = (name: string, spent: Spent) =>
    [name.padEnd(10), ...keysShown.map((key) => number(spent[key]).padStart(SHOWN[key].length))].join('  ')
  console.log([''.padEnd(10), ...keysShown.map((key) => SHOWN[key])].join('  '))
  for (const name of names) {
    const steps = of(name)
    console.log(line(name, per_order(steps.map(({ spent }) => spent))))
    if (process.env['BENCH_STATEMENTS']) list(steps, rounds.length * orders)
  }
  const total = per_order(rounds.flatMap((steps) => steps.map(({ spent }) => spent)))
  console.log(line('in all', total))
  if (orders > 1)
    console.log(
      `${number(total.statements)} statements an order (at most ${BUDGET.statements}), ${number(total.cpu_ms)} ms of CPU (at most ${BUDGET.cpu_ms})`,
    )
  return total
}
const keysShown = Object.keys(SHOWN) as (keyof Spent)[] // its own keys
const number = (n: number) => (n >= 100 ? n.toFixed(0) : n.toFixed(1))

function list(steps: readonly Step[], orders: number): void {
  const sums = (of: (step: Step) => Map<string, number>) => {
    const all = new Map<string, number>()
    for (const step of steps) for (const [key, n] of of(step)) all.set(key, (all.get(key) ?? 0) + n / orders)
    return [...all].filter(([, n]) => n > 0.04).toSorted(([, a], [, b]) => b - a)
  }
  console.log(
    `  jobs: ${sums(({ jobs }) => jobs)
      .map(([job, n]) => `${job} ${n.toFixed(1)}`)
      .join(', ')}`,
  )
  const ms = new Map(sums((step) => step.ms))
  for (const [query, n] of sums(({ calls }) => calls)) {
    const took = (ms.get(query) ?? 0).toFixed(1)
    console.log(`  ${n.toFixed(1).padStart(6)} ${took.padStart(7)} ms  ${query.replaceAll(/\s+/g, ' ').slice(0, 190)}`)
  }
}
