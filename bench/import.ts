/**
 * 10,000 products of 10 variants through the real path: the call that queues them, a worker process, the job engine.
 * Meanwhile a seller
 * goes on asking for lists; how long those take is compared with the same lists before and after, in the same run.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort, startPostgres } from '../apps/server/src/platform/embedded-postgres.ts'
import { migrate } from '../apps/server/src/platform/migrate.ts'
import { fillCatalogue } from '../apps/server/src/testing/fill-catalogue.ts'
import { askProducts, newSeller, startProcess } from './system.ts'

const PRODUCTS = Number(process.env['BENCH_PRODUCTS'] ?? 10_000)
const VARIANTS = 10
const THERE_BEFORE = 1000
const IDLE_S = 8
const PAUSE_MS = 50 // between two questions: somebody who works, not a storm
const TARGETS = { per_minute: 1000, slower: 2 }
const LISTS = [
  'import/listing?page_size=50',
  'import/listing?sort=profit_desc&page_size=50',
  'elastic-products?text=number&page_size=50',
  'count',
]

const at = (times: number[], part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
const say = (times: number[]) =>
  `mean ${(times.reduce((sum, one) => sum + one, 0) / times.length).toFixed(1)} ms, p50 ${at(times, 0.5).toFixed(1)}, p95 ${at(times, 0.95).toFixed(1)}, p99 ${at(times, 0.99).toFixed(1)} (${times.length} lists)`

export async function run(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'omni-import-'))
  chmodSync(folder, 0o755)
  const postgres = await startPostgres(folder, { fsync: false })
  const stops: (() => void)[] = []
  try {
    const url = postgres.url()
    await migrate(url)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await fillCatalogue(client, { products: PRODUCTS + THERE_BEFORE, variants: VARIANTS })
    await client.query('analyze')
    const { token } = await newSeller(url)
    await client.query(`update users set plan_id = 'enterprise_monthly'`)
    const port = await freePort()
    const started = await Promise.all(
      ['../apps/server/src/main.api.ts', '../apps/server/src/main.worker.ts'].map((file) =>
        startProcess(file, url, { PORT: String(port) }),
      ),
    )
    stops.push(...started.map(({ stop }) => stop))
    const ask = askProducts(`http://127.0.0.1:${port}`, token)
    const queue = (from: number, count: number) =>
      ask('import/run', {
        rows: Array.from({ length: count }, (_, n) => ({ line: n + 1, source: 'cj', product_id: `p${from + n}` })),
      })
    const imported = async () =>
      (await client.query<{ n: number }>('select coalesce(sum(total), 0)::int as n from product_counts')).rows[0]?.n ??
      0
    const until = async (count: number) => {
      while ((await imported()) < count)
        await new Promise((done) => {
          setTimeout(done, 100)
        })
    }
    const lists = async (goOn: () => boolean) => {
      const times: number[] = []
      for (let n = 0; goOn(); n++) {
        const from = performance.now()
        await ask(LISTS[n % LISTS.length] ?? 'count')
        times.push(performance.now() - from)
        await new Promise((done) => {
          setTimeout(done, PAUSE_MS)
        })
      }
      return times.sort((a, b) => a - b)
    }
    const forSeconds = (seconds: number) => {
      const end = performance.now() + seconds * 1000
      return () => performance.now() < end
    }

    await queue(1, THERE_BEFORE)
    await until(THERE_BEFORE)
    await lists(forSeconds(3)) // engines warm up
    const before = await lists(forSeconds(IDLE_S))
    const from = performance.now()
    await queue(THERE_BEFORE + 1, PRODUCTS)
    let working = true
    const done = until(THERE_BEFORE + PRODUCTS).then(() => {
      working = false
    })
    const during = await lists(() => working)
    await done
    const seconds = (performance.now() - from) / 1000
    const after = await lists(forSeconds(IDLE_S))
    const {
      rows: [truth],
    } = await client.query<{ products: number; variants: number; links: number }>(
      'select (select count(*)::int from products) as products, (select count(*)::int from product_variants) as variants, (select count(*)::int from variant_suppliers) as links',
    )
    await client.end()
    const per_minute = PRODUCTS / (seconds / 60)
    // What is asked for grows meanwhile, so idle is the slower of before and after.
    const ratio = (part: number) => at(during, part) / Math.max(at(before, part), at(after, part))
    console.log(`${truth?.products} products, ${truth?.variants} variants, ${truth?.links} supplier links`)
    console.log(
      `${PRODUCTS} products x ${VARIANTS} variants in ${seconds.toFixed(1)} s = ${per_minute.toFixed(0)} a minute (at least ${TARGETS.per_minute})`,
    )
    console.log(
      `lists idle before: ${say(before)}\nlists during:      ${say(during)}\nlists idle after:  ${say(after)}`,
    )
    console.log(
      `during to idle: median ${ratio(0.5).toFixed(2)}, p95 ${ratio(0.95).toFixed(2)} (at most ${TARGETS.slower})`,
    )
    return (
      per_minute >= TARGETS.per_minute &&
      ratio(0.5) <= TARGETS.slower &&
      ratio(0.95) <= TARGETS.slower &&
      truth?.variants === (PRODUCTS + THERE_BEFORE) * VARIANTS
    )
  } finally {
    for (const stop of stops) stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
