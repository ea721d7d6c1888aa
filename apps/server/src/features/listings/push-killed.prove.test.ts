import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { listingCalls as calls } from '@omni/contracts/listings.calls.ts'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { freePort } from '../../platform/embedded-postgres.ts'
import { allowStore } from '../../testing/allow-store.ts'
import { fillCatalogue } from '../../testing/fill-catalogue.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { siteKeys } from '../../testing/site-keys.ts'
import { testServer } from '../../testing/test-server.ts'

/**
 * Real processes, real HTTP, `kill -9`: two stores carry out writes and lose the replies while workers die in the middle
 * of sends. Judged by the stores' own books.
 */
const PRODUCTS = 40
/** A site of WooCommerce is asked five times a second, whatever it could do; a product takes three requests. */
const PRODUCTS_AT_SITE = 6
const VARIANTS = 4
const PICTURES = 2
const COUNTS = [PRODUCTS, PRODUCTS_AT_SITE]
const KILLS = 4
const SHOP = 'killed.myshopify.com'

const port = await freePort()
const PUBLIC_URL = `http://127.0.0.1:${port}`
const sandbox = await sandboxProcess(100, PUBLIC_URL)
const { SANDBOX_URL = '', SHOPIFY_API_KEY = '', SHOPIFY_API_SECRET = '', SHOPIFY_BASE_URL = '' } = sandbox.env
// Of the outside, the stores alone: a worker begins to read every supplier it knows.
const outside = { SANDBOX_URL, SHOPIFY_API_KEY, SHOPIFY_API_SECRET, SHOPIFY_BASE_URL }
const server = await testServer({ ...outside, PUBLIC_URL })
const { ask } = server
const me = await server.person()
const store_ids: string[] = []
let product_ids: string[] = []

interface Worker {
  child: ChildProcess
  /** Under which names it takes jobs; none before it is ready. */
  worker_id: string
}
const workers = new Set<Worker>()
afterAll(() => {
  for (const { child } of workers) child.kill('SIGKILL')
})

async function startWorker(): Promise<void> {
  const child = fork(fileURLToPath(new URL('../../main.worker.ts', import.meta.url)), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: server.url,
      APP_DATABASE_URL: server.app_url,
      SECRETS_KEYS: server.runtime.config.SECRETS_KEYS,
      STORAGE_DIR: server.runtime.config.STORAGE_DIR,
      // Pictures are not described here.
      MODELS_DIR: server.runtime.config.STORAGE_DIR,
      LOG_LEVEL: 'fatal',
      DEAD_WORKER_S: '1',
      LISTING_LANDS_MS: '2000',
      ...outside,
      PUBLIC_URL,
    },
  })
  const worker: Worker = { child, worker_id: '' }
  workers.add(worker)
  await new Promise<void>((done) => {
    child.once('message', ({ worker_id }: { worker_id: string }) => {
      worker.worker_id = worker_id
      done()
    })
    child.once('exit', () => done())
  })
}

/** Who pushes now, while a send is under way: its bytes have left, or are about to, and no reply is noted. */
async function sender(): Promise<Worker | undefined> {
  const { rows } = await server.behind.query<{ worker_id: string }>(`
    select j.worker_id from jobs j
    where j.name in ('runs.work', 'listings.work') and j.worker_id is not null
      and exists (select from attempts where state = 'sending')`)
  return [...workers].find((worker) => rows.some(({ worker_id }) => worker_id === worker.worker_id))
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
const countOf = async (condition: string): Promise<number> =>
  (await server.behind.query<{ n: number }>(`select count(*)::int as n from ${condition}`)).rows[0]?.n ?? 0

beforeAll(async () => {
  await server.app.listen({ port, host: '127.0.0.1' })
  server.clock.now = new Date()
  await server.behind.query(`update users set plan_id = 'enterprise_monthly'`)
  await fillCatalogue(server.behind, { products: PRODUCTS, variants: VARIANTS })
  await server.behind.query(
    `update catalog_products set images = array[$1 || id || '_1_0.webp', $1 || id || '_2_0.webp']`,
    [`${sandbox.url}/pictures/1f392_`],
  )
  const import_data = Array.from({ length: PRODUCTS }, (_, n) => ({ source: 'cj' as const, product_id: `p${n + 1}` }))
  const imported = await ask(importListCalls.importAll, { import_data }, me)
  product_ids = [...new Set(Object.values(imported.body.data?.success ?? {}))]
  await sandbox.act('shopify', 'make_shop', { name: 'killed', points_per_second: 1000 })
  await sandbox.act('woocommerce', 'make_site', { site: 'killed' })
  const { url = '' } = (await ask(storeCalls.linkPlatform, { platform: 'shopify', shop: SHOP }, me)).body.data ?? {}
  const made = [
    await ask(storeCalls.installPlatform, { platform: 'shopify', query: await allowStore(url) }, me),
    await ask(
      storeCalls.connectByKeys,
      { ...(await siteKeys(sandbox, 'killed')), shop: `${sandbox.url}/woocommerce/killed` },
      me,
    ),
  ]
  store_ids.push(...made.map(({ body }) => body.data?.id ?? ''))
  await server.runJobs()
})

test(
  `${PRODUCTS} products to two stores that lose replies, ${KILLS} workers killed: each made once`,
  async () => {
    expect(product_ids).toHaveLength(PRODUCTS)
    for (const vendor of ['shopify', 'woocommerce'])
      await sandbox.setFaults(vendor, [
        { kind: 'latency', min_ms: 50, max_ms: 400 },
        { kind: 'drop_reply', percent: 20 },
        { kind: 'act_then_fail', percent: 10 },
      ])
    await push()
    await Promise.all([startWorker(), startWorker()])
    for (let kills = 0; kills < KILLS; kills++) {
      let worker: Worker | undefined
      // A job that was killed three times is tried again after twenty seconds, by a worker that has to start first.
      await expect.poll(async () => (worker = await sender()), { interval: 5 }).toBeDefined()
      await pause(Math.random() * 300)
      worker?.child.kill('SIGKILL')
      if (worker) workers.delete(worker)
      // The next one starts while the other goes on.
      void startWorker()
    }
    for (const vendor of ['shopify', 'woocommerce']) await sandbox.setFaults(vendor, [])
    await settled()
    const { rows: outcomes } = await server.behind.query(
      'select outcome, count(*)::int as n from attempt_sends group by 1',
    )
    // A run in which nothing was lost proves nothing.
    expect(outcomes.find(({ outcome }) => outcome === 'unknown')?.n).toBeGreaterThan(0)
    const unheard = `attempt_sends s where not exists (select from attempt_evidence e
    where e.attempt_id = s.attempt_id and e.source = 'reply')`
    expect(await countOf(unheard)).toBeGreaterThan(0)
    // Shopify fetches pictures after it has answered.
    await expect
      .poll(async () => (await readBooks()).shopify.downloads.length, { interval: 250 })
      .toBe(PRODUCTS * PICTURES)
  },
  400_000 * inject('patience'),
)

async function push() {
  for (const [at, store_id] of store_ids.entries()) {
    const some = product_ids.slice(0, COUNTS[at])
    const pushed = await ask(calls.pushProducts, { product_ids: some, store_id }, me)
    expect(pushed.body).toMatchObject({ success: true, data: { total_push: some.length } })
  }
}

/** Nothing is on its way any more, and every run has ended. */
async function settled() {
  const open = async () => [
    await countOf(`listings where product_id is not null and state <> 'idle'`),
    await countOf('runs where ended_at is null'),
  ]
  // A run that was killed four times waits two minutes and a half after its next error.
  await expect
    .poll(open, { timeout: 240_000 * inject('patience'), interval: 100 })
    .toEqual([0, 0])
    .catch(async (error: unknown) => {
      console.error(await whatIsOpen())
      throw error
    })
}

/** Of what did not settle: the runs, their rows, and every job there is. */
async function whatIsOpen() {
  const rowsOf = async (text: string) => (await server.behind.query(text)).rows
  return JSON.stringify(
    {
      runs: await rowsOf('select * from runs where ended_at is null'),
      rows: await rowsOf('select run_id, status, count(*)::int as n from run_rows group by 1, 2'),
      listings: await rowsOf('select state, count(*)::int as n from listings group by 1'),
      attempts: await rowsOf('select state, min(due_at) as wakes, count(*)::int as n from attempts group by 1'),
      jobs: await rowsOf(`select j.name, j.key, j.attempts, j.max_attempts, j.run_at, j.leased_at, j.worker_id,
        left(j.error, 300) as error from jobs j order by j.run_at`),
      failures: await rowsOf('select * from job_failures'),
      living: [...workers].map(({ child, worker_id }) => ({ pid: child.pid, exit: child.exitCode, worker_id })),
    },
    null,
    1,
  )
}

interface ShopifyBooks {
  products: { key: string | null; body: { title: string; file_ids: number[]; variants: ShopifyVariant[] } }[]
  created: { key: string | null }[]
  downloads: { source: string; count: number }[]
  writes: { who: string; count: number }[]
}
interface ShopifyVariant {
  option_values: string[]
  price: string
}
interface WooBooks {
  products: { key: string | null; title: string; images: string[]; variants: { options: string[]; price: string }[] }[]
  created: { key: string; by: string }[]
  downloads: { times: number; sources: string[] }[]
  writes: { by: string }[]
}

/** Both stores' books in one form. */
async function readBooks() {
  const shop = (await sandbox.control(`/shopify/books?shop=${SHOP}`)) as ShopifyBooks // its own form
  const site = (await sandbox.control('/woocommerce/books?site=killed')) as WooBooks // its own form
  return {
    shopify: {
      products: shop.products.map(({ key, body }) => ({
        key,
        title: body.title,
        pictures: body.file_ids.length,
        variants: body.variants.map(({ option_values, price }) => `${option_values.join(' / ')}: ${price}`),
      })),
      created: shop.created.map(({ key }) => key),
      downloads: shop.downloads.map(({ count }) => count),
      writes: shop.writes.filter(({ who }) => who === 'app').reduce((sum, { count }) => sum + Number(count), 0),
    },
    woocommerce: {
      products: site.products.map(({ key, title, images, variants }) => ({
        key,
        title,
        pictures: images.length,
        variants: variants.map(({ options, price }) => `${options.join(' / ')}: ${price}`),
      })),
      created: site.created.map(({ key }) => key),
      // One entry per content; two addresses may show the same.
      downloads: site.downloads.flatMap(({ times, sources }) => [
        times - sources.length + 1,
        ...sources.slice(1).map(() => 1),
      ]),
      writes: site.writes.length,
    },
  }
}

test('every key was made once, every picture fetched once, and everything is as it is wanted', async () => {
  const { rows: wanted } = await server.behind.query<{
    platform: string
    key: string
    title: string
    variants: string[]
  }>(`
    select s.platform, l.key, p.title, (select array_agg(array_to_string(v.option_values, ' / ') || ': ' ||
      to_char(v.price / 100.0, 'FM999990.00') order by v.position) from product_variants v
      where v.workplace_id = p.workplace_id and v.product_id = p.product_id) as variants
    from listings l join products p using (workplace_id, product_id) join stores s using (workplace_id, store_id)`)
  const books = await readBooks()
  for (const platform of ['shopify', 'woocommerce'] as const) {
    const own = wanted.filter((one) => one.platform === platform)
    expect(own).toHaveLength(platform === 'shopify' ? PRODUCTS : PRODUCTS_AT_SITE)
    const { products, created, downloads } = books[platform]
    const ours = products.filter(({ key }) => key !== null)
    expect([platform, created.filter(Boolean).toSorted()]).toEqual([platform, own.map(({ key }) => key).toSorted()])
    const byKey = <T extends { key: string | null }>(list: T[]) =>
      list.toSorted((a, b) => (a.key ?? '').localeCompare(b.key ?? ''))
    expect(byKey(ours)).toEqual(
      byKey(own.map(({ key, title, variants }) => ({ key, title, pictures: PICTURES, variants }))),
    )
    expect([platform, downloads.length, downloads.filter((times) => times !== 1)]).toEqual([
      platform,
      own.length * PICTURES,
      [],
    ])
  }
})

test('a second push writes nothing', async () => {
  const before = await readBooks()
  await push()
  await settled()
  const after = await readBooks()
  expect([after.shopify.writes, after.woocommerce.writes]).toEqual([before.shopify.writes, before.woocommerce.writes])
  expect(after).toEqual(before)
})
