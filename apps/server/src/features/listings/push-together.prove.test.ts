/** Many products into one Shopify store: what was made is read by one export, judged by the store's own ledger. */
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { jobTrackerCalls } from '@omni/contracts/job-tracker.calls.ts'
import { listingCalls as calls } from '@omni/contracts/listings.calls.ts'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { beforeAll, expect, test } from 'vitest'
import { freePort } from '../../platform/embedded-postgres.ts'
import type { Run, RunRow } from '../../platform/runs.ts'
import { allowStore } from '../../testing/allow-store.ts'
import { fillCatalogue } from '../../testing/fill-catalogue.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { testServer } from '../../testing/test-server.ts'
import { pushWork } from './push-run.ts'
import { workListingsJob } from './work-listings.job.ts'

const MANY = 22
/** Pushed by themselves, between the two halves. */
const FEW = 4
const ALL = MANY * 2 + FEW
const SHOP = 'northwind-goods.myshopify.com'
const port = await freePort()
const PUBLIC_URL = `http://127.0.0.1:${port}`
const sandbox = await sandboxProcess(100, PUBLIC_URL)
const server = await testServer({ ...sandbox.env, PUBLIC_URL, LISTING_LANDS_MS: '1000' })
const { ask } = server
const me = await server.person()

async function settle() {
  for (let round = 0; round < 12; round++) {
    server.clock.now = new Date(Math.max(server.clock.now.getTime(), Date.now()) + 6_000)
    if ((await server.runJobs()).length === 0) return
  }
}

/** How often the store was asked what since so many calls. */
async function asked(since: number): Promise<Record<string, number>> {
  const { rows } = (await sandbox.control(`/shopify/ledger?shop=${SHOP}`)) as { rows: { operation: string }[] }
  const counts: Record<string, number> = {}
  for (const { operation } of rows.slice(since)) counts[operation] = (counts[operation] ?? 0) + 1
  return counts
}
const callsSoFar = async () => Object.values(await asked(0)).reduce((sum, count) => sum + count, 0)

const states = async () => {
  const { rows } = await server.behind.query<{ state: string; n: number }>(
    `select state, count(*)::int as n from listings where product_id is not null and url is not null group by state`,
  )
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
}

async function connect(): Promise<string> {
  const { url = '' } =
    (await ask(storeCalls.linkPlatform, { platform: 'shopify', shop: 'northwind-goods' }, me)).body.data ?? {}
  const query = await allowStore(url)
  const done = await ask(storeCalls.installPlatform, { platform: 'shopify', query }, me)
  return done.body.data?.id ?? ''
}

let store_id = ''
let product_ids: string[] = []

beforeAll(async () => {
  await server.app.listen({ port, host: '127.0.0.1' })
  await server.behind.query(`update users set plan_id = 'enterprise_monthly'`)
  await fillCatalogue(server.behind, { products: ALL, variants: 2 })
  const rows = Array.from({ length: ALL }, (_, n) => ({ line: n + 1, source: 'cj' as const, product_id: `p${n + 1}` }))
  await ask(importListCalls.runImport, { rows }, me)
  await settle()
  const imported = await server.behind.query<{ product_id: string }>('select product_id from products')
  product_ids = imported.rows.map(({ product_id }) => product_id)
  store_id = await connect()
  await settle()
})

test('what was made is shown in the shop and read by one export, not each by itself', async () => {
  expect(product_ids.length).toBe(ALL)
  const before = await callsSoFar()
  await ask(calls.pushProducts, { product_ids: product_ids.slice(0, MANY), store_id }, me)
  await settle()
  expect(await states()).toEqual({ idle: MANY })
  const counts = await asked(before)
  expect(counts).toMatchObject({ productSet: MANY, publishablePublish: MANY, bulkOperationRunQuery: 1 })
  // The shop's own messages about what was made may come after the export; these are read several at once.
  expect(counts['nodes'] ?? 0).toBeLessThan(MANY / 4)
  const { entries = [] } = (await ask(jobTrackerCalls.listJobs, {}, me)).body.data ?? {}
  const { rows: stores } = await server.behind.query<{ store_name: string }>(
    'select store_name from stores where store_id = $1',
    [store_id],
  )
  const named = { title: stores[0]?.store_name, channel: 'shopify' }
  expect(entries[0]).toMatchObject({ status: 'success', done: MANY, failed: 0, ...named })
  // What it knows of the store is whole: a second push has nothing to write.
  const again = await callsSoFar()
  await ask(calls.pushProducts, { product_ids: product_ids.slice(0, MANY), store_id }, me)
  await settle()
  expect(await asked(again)).not.toHaveProperty('productSet')
})

const jobCtx = () => server.runtime.jobCtx({ workplace_id: me.workplace_id }, 'test', 1)

test('what a push has yet to begin is left to its run: whatever else is due in the store does not overtake others', async () => {
  const before = await callsSoFar()
  await ask(calls.pushProducts, { product_ids: product_ids.slice(MANY, MANY + 2), store_id }, me)
  await workListingsJob.run(jobCtx(), { workplace_id: me.workplace_id, store_id })
  expect(await asked(before)).not.toHaveProperty('productSet')
  await settle()
  expect(await asked(before)).toMatchObject({ productSet: 2 })
})

test('where the first rows wait for an outcome, those behind them are worked', async () => {
  const [first = '', second = ''] = product_ids.slice(MANY + 2)
  await ask(calls.pushProducts, { product_ids: [first, second], store_id }, me)
  const wait = (state: string, open: string | null) =>
    server.behind.query('update listings set state = $1, open = $2 where product_id = $3', [state, open, first])
  await wait('sending', '{"send_no": 1}')
  const { rows } = await server.behind.query<Run>(
    `select *, done + failed as worked from runs where kind = 'push' and ended_at is null`,
  )
  const [run] = rows
  if (!run) throw new Error('no run was begun')
  const [row] = (await server.behind.query<RunRow>('select * from run_rows where subject_id = $1', [first])).rows
  if (!row) throw new Error('the run has no rows')
  const ended = await pushWork.prepare?.(jobCtx(), run, [row], { short: () => false, note: async () => {} })
  expect(ended?.map(({ subject_id }) => subject_id)).toEqual([second])
  await wait('queued', null)
  await settle()
})

test('an export that fails: each is read by its id, and nothing is made twice', async () => {
  await sandbox.act('shopify', 'fail_exports', { shop: SHOP, exports: 1 })
  const before = await callsSoFar()
  await ask(calls.pushProducts, { product_ids: product_ids.slice(MANY + FEW), store_id }, me)
  await settle()
  expect(await states()).toEqual({ idle: ALL })
  const counts = await asked(before)
  expect(counts).toMatchObject({ productSet: MANY, bulkOperationRunQuery: 1 })
  expect(counts['nodes']).toBeGreaterThan(0)
})

test('a store with more than a page of products is read as a whole by one export, when it is connected', async () => {
  await ask(storeCalls.unlinkPlatform, { store_id }, me)
  const before = await callsSoFar()
  await connect()
  await settle()
  expect(await asked(before)).toMatchObject({ products: 1, bulkOperationRunQuery: 1 })
  expect(await states()).toEqual({ idle: ALL })
})
