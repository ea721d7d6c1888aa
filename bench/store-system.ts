/** What the benchmarks of stores start: our processes, the sandbox's shops, and a seller with products to sell. */
import { createServer } from 'node:http'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort, type Postgres, startPostgres } from '../apps/server/src/platform/embedded-postgres.ts'
import { migrate } from '../apps/server/src/platform/migrate.ts'
import { allowStore } from '../apps/server/src/testing/allow-store.ts'
import { fillCatalogue } from '../apps/server/src/testing/fill-catalogue.ts'
import { openSandbox, type SandboxProcess } from '../apps/server/src/testing/open-sandbox.ts'
import { ensureDatabases } from '../scripts/installation.ts'
import { newSeller, startProcess } from './system.ts'

export interface StoreSystem {
  url: string
  database: string
  env: Record<string, string>
  client: pg.Client
  workplace_id: string
  sandbox: SandboxProcess
  /** A call as a program makes it. */
  ask: <T>(method: string, path: string, body?: object) => Promise<T>
  /** Makes a shop and connects it; resolves when everything in it was read. */
  connectShop: (name: string, points_per_second: number) => Promise<string>
  /** The ids of so many new products. */
  importProducts: (count: number) => Promise<string[]>
  stop: () => Promise<void>
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Pictures that cost nothing to make, each with bytes of its own: what is measured is the push. */
async function servePictures(): Promise<{ url: string; stop: () => void }> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'image/png')
    response.end(Buffer.concat([PIXEL, Buffer.from(request.url ?? '')]))
  })
  const port = await freePort()
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() }
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
const AT_ONCE = 50

interface StoresOptions {
  variants: number
  pictures: number
  /** False: whoever measures starts and ends workers itself. */
  hasWorker?: boolean
  /** What else of the outside there is, by the names of its settings. */
  outside?: readonly string[]
  /** PostgreSQL counts statements (pg_stat_statements). */
  counted?: boolean
}

/** Its library is loaded at a start alone. */
async function startCounting(folder: string, postgres: Postgres): Promise<Postgres> {
  const client = new pg.Client({ connectionString: postgres.url() })
  await client.connect()
  await client.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`)
  await client.end()
  await postgres.stop()
  return startPostgres(folder, { fsync: false })
}

export async function startStores({
  variants,
  pictures,
  hasWorker = true,
  outside = [],
  counted = false,
}: StoresOptions): Promise<StoreSystem> {
  const folder = mkdtempSync(join(tmpdir(), 'omni-stores-'))
  chmodSync(folder, 0o755)
  const started_once = await startPostgres(folder, { fsync: false })
  const postgres = counted ? await startCounting(folder, started_once) : started_once
  const [database = '', sandbox_database = ''] = await ensureDatabases(postgres.url(), ['omni', 'sandbox'])
  await migrate(database)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const sandbox = await openSandbox(sandbox_database, 100, url)
  const { SANDBOX_URL = '', SHOPIFY_API_KEY = '', SHOPIFY_API_SECRET = '', SHOPIFY_BASE_URL = '' } = sandbox.env
  // Of the outside, the shops alone: a worker begins to read every supplier it knows.
  const env: Record<string, string> = {
    SANDBOX_URL,
    SHOPIFY_API_KEY,
    SHOPIFY_API_SECRET,
    SHOPIFY_BASE_URL,
    PUBLIC_URL: url,
    PORT: String(port),
    STORAGE_DIR: join(folder, 'files'),
    MODELS_DIR: join(folder, 'models'),
    ...Object.fromEntries(
      Object.entries({ ...sandbox.env, ...sandbox.tracker_env }).filter(([name]) => outside.includes(name)),
    ),
  }
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const { token, workplace_id } = await newSeller(database)
  await client.query(`update users set plan_id = 'enterprise_monthly'`)
  const started = await Promise.all(
    ['../apps/server/src/main.api.ts', ...(hasWorker ? ['../apps/server/src/main.worker.ts'] : [])].map((file) =>
      startProcess(file, database, env),
    ),
  )
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const reply = await fetch(`${url}/api${path}`, {
      method,
      headers: { app: 'AO', authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${(await reply.text()).slice(0, 300)}`)
    return ((await reply.json()) as { data: T }).data // our own contract
  }
  const shown = await servePictures()
  let filled = 0
  return {
    url,
    database,
    env,
    client,
    workplace_id,
    sandbox,
    ask,
    async connectShop(name, points_per_second) {
      await sandbox.act('shopify', 'make_shop', { name, points_per_second })
      const shop = `${name}.myshopify.com`
      const link = await ask<{ url: string }>('POST', '/auth/platform/shopify/link', { shop })
      const query = await allowStore(link.url)
      const { id } = await ask<{ id: string }>('POST', '/auth/platform/shopify/install', { query })
      const swept = 'select 1 from store_connections where store_id = $1 and swept_at is not null'
      while ((await client.query(swept, [id])).rows.length === 0) await pause(100)
      return id
    },
    async importProducts(count) {
      const from = filled + 1
      filled += count
      await fillCatalogue(client, { products: count, variants, from })
      await client.query(
        `update catalog_products set images = (select array_agg($1 || id || '_' || n || '.png')
           from generate_series(1, $2::int) n) where images[1] like 'https://pictures.test/%'`,
        [`${shown.url}/`, pictures],
      )
      const ids: string[] = []
      for (let start = 0; start < count; start += AT_ONCE) {
        const some = Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, n) => from + start + n)
        const import_data = some.map((n) => ({ source: 'cj', product_id: `p${n}` }))
        const made = await ask<{ success: Record<string, string> }>('POST', '/center/products/import-all', {
          import_data,
        })
        ids.push(...new Set(Object.values(made.success)))
      }
      return ids
    },
    async stop() {
      for (const one of started) one.stop()
      sandbox.stop()
      shown.stop()
      await client.end()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
