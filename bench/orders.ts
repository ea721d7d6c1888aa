/**
 * One million orders, 300,000 of them in one workplace: the list at any depth against its first page, its throughput
 * against the same SQL on a bare Fastify route, and the counters against a recount. `place` is the other half: a thousand
 * orders bought with one click.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import pg from 'pg'
import { freePort, startPostgres } from '../apps/server/src/platform/embedded-postgres.ts'
import { migrate } from '../apps/server/src/platform/migrate.ts'
import { run as runPlace } from './place.ts'
import { newSeller, startProcess } from './system.ts'

const OWN = Number(process.env['BENCH_ORDERS'] ?? 300_000)
const OTHERS = 7
const OF_OTHERS = OWN / 3
const TARGETS = { deep: 1.2, share: 0.4 }
const DEPTHS = [0, 0.25, 0.5, 0.75, 0.999]
const PAGE_TRIES = 40
const ROUNDS = 5
const SECONDS = 3
const CONNECTIONS = 16
const LIST = '/api/orders/v5/list?order_status=placement&sub_status=ready&page_size=20'

/** Some thousands at a time keep the triggers' tables small. */
const BATCH = 50_000

export async function fillOrders(client: pg.Client | pg.Pool, workplace_id: string, orders: number): Promise<void> {
  for (let from = 0; from < orders; from += BATCH)
    await client.query(
      `with of as (select n, new_id() as order_id, new_id() as line_id, now() - n * interval '1 minute' as at
          from generate_series($2::int + 1, least($2::int + $4::int, $3::int)) n),
        o as (insert into orders (workplace_id, order_id, channel, remote_id, number, document, version, address,
            country_code, customer_name, currency, total, financial, fulfilment, search_text, sources, ordered_at)
          select $1, order_id, 'manual', order_id::text, '#' || n, '{}', '1',
            '{"name": "Ada Lovelace", "address1": "1 Main Street", "city": "Springfield", "country_code": "US"}', 'US',
            'Ada Lovelace', 'USD', 2990, 'paid', 'unfulfilled', '#' || n || ' ada lovelace', '{zopi}', at from of),
        l as (insert into order_lines (workplace_id, line_id, order_id, remote_line_id, position, title, quantity, wanted,
            unit_price, sources, cost)
          select $1, line_id, order_id, '1', 0, 'Oak lamp', 1, 1, 2990, '{zopi}', 1000 from of),
        f as (insert into order_fees (workplace_id, order_id, percent, fixed, currency)
          select $1, order_id, 2.9, 30, 'USD' from of)
      insert into order_groups (workplace_id, order_id, status, sub_status, line_ids, ordered_at)
        select $1, order_id, 'placement', case when n % 10 = 0 then 'needs_attention' else 'ready' end,
          array[line_id], at from of`,
      [workplace_id, from, orders, BATCH],
    )
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

interface Page {
  data: { items: { ordered_at: string; order_id: string; sub_status: string }[]; next_cursor: string | null }
}

export async function run(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'omni-orders-'))
  chmodSync(folder, 0o755)
  const postgres = await startPostgres(folder, { fsync: false })
  const stops: (() => void)[] = []
  try {
    const url = postgres.url()
    await migrate(url)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const seller = await newSeller(url)
    await fillOrders(client, seller.workplace_id, OWN)
    for (let n = 0; n < OTHERS; n++) await fillOrders(client, (await newSeller(url)).workplace_id, OF_OTHERS)
    await client.query('vacuum analyze')
    const [bare, ours] = [await freePort(), await freePort()]
    const env = { WORKPLACE_ID: seller.workplace_id }
    stops.push((await startProcess('./bare-orders.ts', url, { ...env, PORT: String(bare) })).stop)
    stops.push((await startProcess('../apps/server/src/main.api.ts', url, { PORT: String(ours) })).stop)
    const headers = { app: 'AO', authorization: `Bearer ${seller.token}` }
    const base = `http://127.0.0.1:${ours}`
    const isDeepGood = await depth(base, headers)
    const isFast = await throughput(`http://127.0.0.1:${bare}/orders`, base + LIST, headers)
    const isCounted = await counters(client)
    await client.end()
    return [isDeepGood, isFast, isCounted].every(Boolean) && (await runPlace())
  } finally {
    for (const stop of stops) stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The places are found once by walking there; then the pages are asked for in turn. */
async function depth(base: string, headers: Record<string, string>): Promise<boolean> {
  const ask = async (cursor: string | null) => {
    const from = performance.now()
    const reply = await fetch(base + LIST + (cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''), { headers })
    if (!reply.ok) throw new Error(await reply.text())
    const { data } = (await reply.json()) as Page // our own contract
    return { data, ms: performance.now() - from }
  }
  const { data } = await ask(null)
  const first = data.next_cursor ?? ''
  const cursors = DEPTHS.map((part) => (part === 0 ? null : deeper(first, part)))
  const times = cursors.map((): number[] => [])
  for (let n = 0; n < PAGE_TRIES; n++)
    for (const [at, cursor] of cursors.entries()) {
      const page = await ask(cursor)
      if (page.data.items.length === 0) throw new Error(`no page at ${DEPTHS[at]}`)
      times[at]?.push(page.ms)
    }
  const medians = times.map(median)
  const worst = Math.max(...medians.slice(1)) / (medians[0] ?? 1)
  console.log(
    `list, first page ${medians[0]?.toFixed(1)} ms; ${DEPTHS.slice(1)
      .map((part, n) => `${part * 100} %: ${medians[n + 1]?.toFixed(1)}`)
      .join(', ')}; worst ${worst.toFixed(2)}x (at most ${TARGETS.deep})`,
  )
  return worst <= TARGETS.deep
}

/** A cursor is the place of the last row; orders are a minute apart. */
function deeper(cursor: string, part: number): string {
  const [at, ...rest] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [string, string, string] // as keyset writes it
  const moved = new Date(Date.parse(at) - Math.floor(OWN * part) * 60_000).toISOString()
  return Buffer.from(JSON.stringify([moved, ...rest])).toString('base64url')
}

async function throughput(bareUrl: string, oursUrl: string, headers: Record<string, string>): Promise<boolean> {
  const measure = async (url: string) => {
    const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, headers })
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`)
    return result.requests.average
  }
  for (const url of [bareUrl, oursUrl]) await measure(url)
  const shares: number[] = []
  for (let n = 0; n < ROUNDS; n++) {
    const [b, o] = [await measure(bareUrl), await measure(oursUrl)]
    console.log(`bare ${b.toFixed(0)}/s   list ${o.toFixed(0)}/s   ratio ${(o / b).toFixed(3)}`)
    shares.push(o / b)
  }
  console.log(`median ratio ${median(shares).toFixed(3)} (at least ${TARGETS.share})`)
  return median(shares) >= TARGETS.share
}

async function counters(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select * from (select workplace_id, status, sub_status, count(*)::int as orders from order_groups group by 1, 2, 3) g
     full join order_counters c using (workplace_id, status, sub_status)
     where coalesce(g.orders, 0) <> coalesce(c.orders, 0)`,
  )
  console.log(`counters that differ from a recount: ${rows.length}`)
  return rows.length === 0
}
