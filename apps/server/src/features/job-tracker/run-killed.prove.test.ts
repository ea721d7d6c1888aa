import { bulkEditCalls } from '@omni/contracts/bulk-edit.calls.ts'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { jobTrackerCalls } from '@omni/contracts/job-tracker.calls.ts'
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, inject, test } from 'vitest'
import { fillCatalogue } from '../../testing/fill-catalogue.ts'
import { testServer } from '../../testing/test-server.ts'

const PRODUCTS = 1500
const server = await testServer()
await fillCatalogue(server.behind, { products: PRODUCTS, variants: 10 })

const maya = await server.person()

const kill: (() => void)[] = []
afterAll(() => {
  for (const one of kill) one()
})

async function startWorker() {
  const child = fork(fileURLToPath(new URL('../../main.worker.ts', import.meta.url)), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: server.url,
      SECRETS_KEYS: server.runtime.config.SECRETS_KEYS,
      PUBLIC_URL: 'http://omni.test',
      LOG_LEVEL: 'fatal',
      SMTP_URL: 'smtp://127.0.0.1:1',
    },
  })
  kill.push(() => child.kill('SIGKILL'))
  await new Promise<void>((done) => {
    child.once('message', () => done())
  })
  return child
}

const count = async (table: string) =>
  (await server.behind.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n ?? 0
async function until(check: () => Promise<boolean>, seconds: number) {
  for (let n = 0; n < seconds * 50 * inject('patience'); n++) {
    if (await check()) return
    await new Promise((done) => setTimeout(done, 20))
  }
  throw new Error(`it did not happen within ${seconds} s`)
}

test('kill -9 in the middle of an import: another worker goes on where it stopped, and nothing is done twice', async () => {
  await server.behind.query(`update users set plan_id = 'enterprise_monthly'`)
  const rows = Array.from({ length: PRODUCTS }, (_, n) => ({
    line: n + 1,
    source: 'cj' as const,
    product_id: `p${n + 1}`,
  }))
  const {
    body: { data: run },
  } = await server.ask(importListCalls.runImport, { rows }, maya)
  const first = await startWorker()
  await until(async () => (await count('products')) > 100, 40)
  first.kill('SIGKILL')
  await until(async () => first.signalCode !== null, 5)
  const before = await count('products')
  expect(before).toBeLessThan(PRODUCTS)
  const half = await server.ask(jobTrackerCalls.listJobs, {}, maya)
  expect(half.body.data?.entries).toMatchObject([{ status: 'processing', total: PRODUCTS, done: before, failed: 0 }])
  // A living worker buries a silent one after half a minute; here somebody does it at once.
  await server.behind.query(`select release_dead_workers('0 seconds')`)
  await startWorker()
  await until(async () => (await server.behind.query('select from runs where ended_at is not null')).rowCount === 1, 60)
  expect([
    await count('products'),
    await count('product_variants'),
    await count('variant_suppliers'),
    await count('imported_sources'),
  ]).toEqual([PRODUCTS, PRODUCTS * 10, PRODUCTS * 10, PRODUCTS])
  const after = await server.ask(jobTrackerCalls.listJobs, {}, maya)
  expect(after.body.data?.entries).toMatchObject([
    { run_id: run?.run_id, status: 'success', done: PRODUCTS, failed: 0 },
  ])
  const {
    rows: [used],
  } = await server.behind.query(`select sum(usage)::int as n from feature_usage where feature = 'IMPORT_PRODUCT'`)
  expect(used.n).toBe(PRODUCTS)
})

test(
  'kill -9 in the middle of an undo: another worker takes back the rest, and nothing twice',
  async () => {
    const titles = async () =>
      (await server.behind.query(`select title from products order by product_id`)).rows.map(({ title }) =>
        String(title),
      )
    const before = await titles()
    const edits = [{ field: 'title' as const, how: 'append' as const, value: ' (sale)' }]
    const edit = await server.ask(bulkEditCalls.bulkUpdate, { selection: { all: { view: 'import' } }, edits }, maya)
    const ended = async (run_id: string) =>
      (await server.behind.query('select from runs where run_id = $1 and ended_at is not null', [run_id])).rowCount ===
      1
    const edit_id = edit.body.data?.run_id ?? ''
    await until(() => ended(edit_id), 60)
    expect((await titles()).every((title) => title.endsWith(' (sale)'))).toBe(true)
    for (const one of kill) one()
    await server.behind.query(`select release_dead_workers('0 seconds')`)

    const undo = await server.ask(jobTrackerCalls.undoRun, { run_id: edit_id }, maya)
    const undo_id = undo.body.data?.run_id ?? ''
    expect(undo.body.data?.total).toBe(PRODUCTS)
    const first = await startWorker()
    const takenBack = async () => (await titles()).filter((title) => !title.endsWith(' (sale)')).length
    await until(async () => (await takenBack()) > 0, 40)
    first.kill('SIGKILL')
    await until(async () => first.signalCode !== null, 5)
    expect(await takenBack()).toBeLessThan(PRODUCTS)
    await server.behind.query(`select release_dead_workers('0 seconds')`)
    await startWorker()
    await until(() => ended(undo_id), 60)
    expect(await titles()).toEqual(before)
    const result = await server.ask(jobTrackerCalls.getUndoResult, { run_id: undo_id }, maya)
    // With the sentence that came instead, where none came.
    expect(result.body).toMatchObject({ data: { finished: true, restored: PRODUCTS, failed: 0, conflicts: [] } })
    const {
      rows: [changes],
    } = await server.behind.query(`select count(*)::int as n from product_changes where kind = 'undo'`)
    expect(changes.n).toBe(PRODUCTS)
  },
  180_000 * inject('patience'),
)
