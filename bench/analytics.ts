/**
 * A year of one million orders in one workplace (`BENCH_ORDERS` for fewer): how long the analytics page takes to open,
 * with its largest period and its largest table, beside a bare read of as many rows of sums; the orders behind a figure;
 * and the sums against a recount.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort, startPostgres } from '../apps/server/src/platform/embedded-postgres.ts'
import { migrate } from '../apps/server/src/platform/migrate.ts'
import { newSeller, startProcess } from './system.ts'

const ORDERS = Number(process.env['BENCH_ORDERS'] ?? 1_000_000)
const PRODUCTS = 2000
const TRIES = 15
const MOST_MS = 200
const AT_ONCE = 50_000

/** The calls that the page makes when it opens, and those of its largest tables. */
const PAGES = {
  'page, 7 days': '/api/orders/v6/analyses?days=7',
  'page, 90 days': '/api/orders/v6/analyses?days=90',
  'by supplier, 90 days': '/api/orders/v6/analyses?days=90&by=supplier',
  'by product, 90 days': '/api/orders/v6/analyses?days=90&by=product',
  'orders behind, 90 days': '/api/orders/v6/analyses/preview?days=90&page=1&page_size=25',
  'orders behind a supplier': '/api/orders/v6/analyses/preview?days=90&by=supplier&key=cj&page=1&page_size=25',
  carriers: '/api/orders/v6/analyses/list-carriers',
}

/** Best sellers sell most; a shop in three has three quarters of the sales. The sums are made by the database's trigger. */
async function fill(client: pg.Client, workplace_id: string): Promise<void> {
  await client.query(
    `insert into stores (workplace_id, platform, platform_domain, store_name, domain, currency, status)
     select $1, 'shopify', n || '.test', 'Store ' || n, n || '.test', 'USD', 'active' from generate_series(1, 3) n`,
    [workplace_id],
  )
  // Marks of a million orders are not what is measured.
  await client.query('alter table orders disable trigger user')
  for (let from = 0; from < ORDERS; from += AT_ONCE) {
    await client.query(
      `with sold as (
         select new_id() as order_id, now() - (random() * 364) * interval '1 day' as at,
           (array(select store_id from stores where workplace_id = $1 order by store_name))[1 + floor(random() ^ 3 * 3)::int] as store_id,
           (array['US', 'GB', 'DE', 'FR', 'CA', 'AU', 'ES', 'IT', 'NL', 'SE'])[1 + floor(random() ^ 2 * 10)::int] as country,
           floor(random() ^ 2 * $3)::int as product, (array['cj', 'zopi', 'aliexpress'])[1 + floor(random() * 3)::int] as supplier,
           1000 + floor(random() * 9000)::int as price, n
         from generate_series(1, $2) n),
       o as (
         insert into orders (workplace_id, order_id, store_id, channel, remote_id, number, document, version, country_code,
           currency, total, financial, fulfilment, ordered_at)
         select $1, order_id, store_id, 'shopify', order_id::text, '#' || n, '{}', '', country, 'USD', price, 'paid', 'fulfilled', at
         from sold)
       insert into order_profits (workplace_id, order_id, part, day, currency, store, country, product, supplier, pieces,
         revenue, tax, cost, fees, refunds, recovered, estimated, uncosted)
       select $1, order_id, 0, (at at time zone 'UTC')::date, 'USD', store_id::text, country, 'p' || product, supplier, 1,
         price, price / 10, price / 3, price / 30, case when random() < 0.05 then price else 0 end, 0, 0, 0 from sold`,
      [workplace_id, Math.min(AT_ONCE, ORDERS - from), PRODUCTS],
    )
    process.stdout.write(`\r${Math.min(ORDERS, from + AT_ONCE)} orders`)
  }
  process.stdout.write('\n')
  await client.query('alter table orders enable trigger user')
  await client.query('vacuum analyze order_profits')
  await client.query('vacuum analyze profit_sums')
  await client.query('analyze orders')
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

const time = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now()
  await work()
  return performance.now() - from
}

const times = async (work: () => Promise<unknown>): Promise<number> => {
  await work()
  const all: number[] = []
  for (let n = 0; n < TRIES; n++) all.push(await time(work))
  return median(all)
}

/** As many rows as the largest table reads, added up and nothing else. */
const bareRead = (client: pg.Client, workplace_id: string) =>
  times(() =>
    client.query(
      `select key, sum(revenue), sum(cost), sum(orders) from profit_sums where workplace_id = $1 and currency = 'USD'
         and dimension = 'product' and span = 1 and day > current_date - 90 group by key order by 2 desc limit 100`,
      [workplace_id],
    ),
  )

/** The sums are those of the orders. */
async function recount(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    `select from (select workplace_id, day, store, supplier as key, count(*) as orders, sum(revenue) as revenue,
         sum(cost) as cost from order_profits group by 1, 2, 3, 4) p
       full join (select * from profit_sums where dimension = 'supplier') s using (workplace_id, day, store, key)
     where (p.orders, p.revenue, p.cost) is distinct from (s.orders, s.revenue, s.cost)`,
  )
  return rows.length
}

export async function run(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'omni-analytics-'))
  chmodSync(folder, 0o755)
  const postgres = await startPostgres(folder, { fsync: false })
  const stops: (() => void)[] = []
  try {
    const url = postgres.url()
    await migrate(url)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { workplace_id, token } = await newSeller(url)
    await fill(client, workplace_id)
    const port = await freePort()
    stops.push((await startProcess('../apps/server/src/main.api.ts', url, { PORT: String(port) })).stop)
    const bare = await bareRead(client, workplace_id)
    console.log(`${ORDERS} orders; a bare read of the sums by product: ${bare.toFixed(1)} ms`)
    const headers = { app: 'AO', authorization: `Bearer ${token}` }
    let isGood = true
    for (const [name, path] of Object.entries(PAGES)) {
      const ms = await times(() => ask(`http://127.0.0.1:${port}${path}`, headers))
      isGood &&= ms <= MOST_MS
      console.log(`${name}: ${ms.toFixed(1)} ms (at most ${MOST_MS}), ${(ms / bare).toFixed(2)} of the bare read`)
    }
    const wrong = await recount(client)
    console.log(`sums that differ from a recount: ${wrong}`)
    await client.end()
    return isGood && wrong === 0
  } finally {
    for (const stop of stops) stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function ask(url: string, headers: Record<string, string>): Promise<void> {
  const reply = await fetch(url, { headers })
  const text = await reply.text()
  if (!reply.ok) throw new Error(text)
}
