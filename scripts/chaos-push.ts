/**
 * `npm run chaos -- push [--products 300] [--kills 20] [--planted]`: a push of 300 products into a shop that loses replies,
 * while workers are killed in the middle of sends. Judged by the shop's own books: each product made once, and nothing
 * else. `--planted`: the workers forget the key under which they sent a product, and the run has to find it out. The short form
 * is features/listings/push-killed.prove.test.ts.
 */
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { killableWorkers } from '../apps/server/src/testing/killable-workers.ts'
import { startStores } from '../bench/store-system.ts'
import { type Patch, PUSH_FAULT } from './planted-faults.ts'

const option = (name: string, other: number) => {
  const at = process.argv.indexOf(name)
  return at < 0 ? other : Number(process.argv[at + 1])
}
const PRODUCTS = option('--products', 300)
const KILLS = option('--kills', 20)
const isPlanted = process.argv.includes('--planted')
const WORKERS = 2
const SHOP = 'killed'
const PATIENCE_MS = 120_000
const SETTLES_MS = 900_000

const from = Date.now()
const say = (sentence: string) => console.log(`${((Date.now() - from) / 1000).toFixed(0).padStart(5)} s  ${sentence}`)
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** The workers load the source with the mistake in it. */
function plant({ file, find, put }: Patch): Record<string, string> {
  const hooks = join(tmpdir(), `omni-planted-${process.pid}.mjs`)
  writeFileSync(
    hooks,
    `import { registerHooks } from 'node:module'
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.endsWith(${JSON.stringify(file)})) return loaded
    return { ...loaded, source: String(loaded.source).replace(${JSON.stringify(find)}, () => ${JSON.stringify(put)}) }
  },
})
`,
  )
  return { NODE_OPTIONS: `--import=${pathToFileURL(hooks).href}` }
}

interface Books {
  products: { key: string | null }[]
  created: { key: string | null }[]
}

const system = await startStores({ variants: 4, pictures: 2, hasWorker: false })
const behind = new pg.Pool({ connectionString: system.database, max: 2 })
const env = {
  ...system.env,
  DATABASE_URL: system.database,
  SECRETS_KEYS: `k:${Buffer.alloc(32).toString('base64')}`,
  SMTP_URL: 'smtp://127.0.0.1:1',
  LISTING_LANDS_MS: '2000',
  ...(isPlanted ? plant(PUSH_FAULT) : {}),
}
const workers = killableWorkers(behind, new URL('../apps/server/src/main.worker.ts', import.meta.url), env)
const keepWorkers = () => {
  while (workers.count() < WORKERS) void workers.start()
}
const countOf = async (condition: string) =>
  (await behind.query<{ n: number }>(`select count(*)::int as n from ${condition}`)).rows[0]?.n ?? 0
async function until(sentence: string, within_ms: number, holds: () => Promise<boolean>, every_ms = 100) {
  for (const end = Date.now() + within_ms; !(await holds()); await pause(every_ms))
    if (Date.now() > end) throw new Error(`not within ${within_ms} ms: ${sentence}`)
}

/** What is wrong by the shop's own books; nothing when each product was made once. */
async function judge(): Promise<string[]> {
  const books = (await system.sandbox.control(`/shopify/books?shop=${SHOP}.myshopify.com`)) as Books // its own form
  const keys = books.created.map(({ key }) => key)
  const wrong: string[] = []
  if (books.created.length !== PRODUCTS) wrong.push(`${books.created.length} products were made, not ${PRODUCTS}`)
  if (new Set(keys).size !== keys.length) wrong.push('a key was made twice')
  if (books.products.length !== PRODUCTS) wrong.push(`${books.products.length} products stand in the shop`)
  return wrong
}

let isGood = false
try {
  keepWorkers()
  const store_id = await system.connectShop(SHOP, 1000)
  const product_ids = await system.importProducts(PRODUCTS)
  say(`${product_ids.length} products are imported`)
  await system.sandbox.setFaults('shopify', [
    { kind: 'latency', min_ms: 20, max_ms: 200 },
    { kind: 'drop_reply', percent: 10 },
  ])
  await system.ask('POST', '/center/products/push', { product_ids, store_id })
  for (let kills = 0; kills < KILLS; kills++) {
    let worker = await workers.holder(['runs.work', 'listings.work'])
    await until(
      'somebody sends',
      PATIENCE_MS,
      async () => {
        worker = await workers.holder(['runs.work', 'listings.work'])
        return worker !== undefined && (await countOf(`attempts where state = 'sending'`)) > 0
      },
      10,
    )
    await pause(Math.random() * 300)
    if (worker) workers.kill(worker)
    keepWorkers()
    if (kills % 5 === 4) say(`${kills + 1} workers were killed`)
  }
  await system.sandbox.setFaults('shopify', [])
  await until(
    'everything is settled',
    SETTLES_MS,
    async () => {
      keepWorkers()
      const open = await countOf(`listings where product_id is not null and state in ('queued', 'sending')`)
      return open === 0 && (await countOf('runs where ended_at is null')) === 0
    },
    500,
  )
  const unknown = await countOf(`attempt_sends where outcome = 'unknown'`)
  const wrong = await judge()
  for (const sentence of wrong) console.log(`WRONG  ${sentence}`)
  if (unknown === 0) wrong.push('nothing was lost: such a run proves nothing')
  if (isPlanted) say(wrong.length > 0 ? 'the planted mistake was found' : 'FAILED: the planted mistake was not found')
  else say(wrong.length === 0 ? `exactly ${PRODUCTS} products, ${unknown} sends were lost on the way` : 'FAILED')
  isGood = isPlanted ? wrong.length > 0 : wrong.length === 0
} catch (error) {
  console.error(error)
} finally {
  workers.killAll()
  await behind.end()
  await system.stop()
  process.exit(isGood ? 0 : 1)
}
