import { bulkEditCalls } from '@omni/contracts/bulk-edit.calls.ts'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { jobTrackerCalls } from '@omni/contracts/job-tracker.calls.ts'
import { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import { expect, test } from 'vitest'
import { allJobs } from '../../features.ts'
import { UNDO_DAYS, workRun } from '../../platform/runs.ts'
import { fillCatalogue } from '../../testing/fill-catalogue.ts'
import { type Person, testServer } from '../../testing/test-server.ts'

const server = await testServer()
await fillCatalogue(server.behind, { products: 30, variants: 2 })

const { ask } = server
async function sellerWith(products: number, from = 0): Promise<Person> {
  const maya = await server.person()
  const import_data = Array.from({ length: products }, (_, n) => ({
    source: 'cj' as const,
    product_id: `p${from + n + 1}`,
  }))
  await ask(importListCalls.importAll, { import_data }, maya)
  await server.runJobs()
  return maya
}
const titles = async ({ workplace_id }: Person) =>
  (
    await server.behind.query(
      'select title from products where workplace_id = $1 and deleted_at is null order by product_id',
      [workplace_id],
    )
  ).rows.map(({ title }) => String(title))

test('a selection beyond the limit is refused, not cut', async () => {
  const maya = await sellerWith(1)
  const {
    rows: [columns],
  } = await server.behind.query(`
    select string_agg(quote_ident(attname), ', ') as names from pg_attribute
    where attrelid = 'products'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and attname <> 'product_id'`)
  await server.behind.query(
    `insert into products (product_id, ${columns.names})
     select new_id(), ${columns.names} from products, generate_series(1, 20000) where workplace_id = $1`,
    [maya.workplace_id],
  )
  const edits = [{ field: 'title' as const, how: 'append' as const, value: '!' }]
  const selection = { all: { view: 'import' as const } }
  const reply = await ask(bulkEditCalls.bulkUpdate, { selection, edits }, maya)
  expect(reply.http).toBe(422)
  expect(reply.body.errors).toEqual({ selection: ['At most 20000 products at once. Narrow the list with a filter.'] })
  expect((await server.behind.query('select from runs where kind = $1', ['bulk_edit'])).rowCount).toBe(0)
})

test('a delete is taken back by a run of its own, and the history says so', async () => {
  const maya = await sellerWith(3, 10)
  const before = await titles(maya)
  const deleted = await ask(productCenterCalls.deleteProducts, { selection: { all: { view: 'center' } } }, maya)
  expect(await titles(maya)).toEqual([])
  // Nothing of a delete is left to do: the tracker does not show it.
  expect((await ask(jobTrackerCalls.listJobs, {}, maya)).body.data?.entries).toEqual([])
  const run_id = deleted.body.data?.run_id ?? ''
  const undo = await ask(jobTrackerCalls.undoRun, { run_id }, maya)
  const halfway = await ask(jobTrackerCalls.listRuns, {}, maya)
  expect(halfway.body.data?.items).toMatchObject([{ run_id, kind: 'delete', status: 'processing', undo_until: null }])
  await server.runJobs(2)
  expect(await titles(maya)).toEqual(before)
  const result = await ask(jobTrackerCalls.getUndoResult, { run_id: undo.body.data?.run_id ?? '' }, maya)
  expect(result.body.data).toEqual({ finished: true, restored: 3, failed: 0, conflicts: [], more_conflicts: false })
  expect((await ask(jobTrackerCalls.listRuns, {}, maya)).body.data?.items).toMatchObject([{ run_id, status: 'undone' }])
  // An undo is not itself undone.
  const again = await ask(jobTrackerCalls.undoRun, { run_id: undo.body.data?.run_id ?? '' }, maya)
  expect(again.http).toBe(422)
})

const appendTo = async (maya: Person) => {
  const edits = [{ field: 'title' as const, how: 'append' as const, value: '!' }]
  const reply = await ask(bulkEditCalls.bulkUpdate, { selection: { all: { view: 'import' as const } }, edits }, maya)
  return reply.body.data?.run_id ?? ''
}

test('asked for twice, also at the same time, an undo is one run', async () => {
  const maya = await sellerWith(2)
  const before = await titles(maya)
  const run_id = await appendTo(maya)
  await server.runJobs()
  expect(await titles(maya)).toEqual(before.map((title) => `${title}!`))
  const replies = await Promise.all(Array.from({ length: 5 }, () => ask(jobTrackerCalls.undoRun, { run_id }, maya)))
  await server.runJobs()
  replies.push(await ask(jobTrackerCalls.undoRun, { run_id }, maya))
  expect(new Set(replies.map(({ http, body }) => `${http} ${body.data?.run_id}`)).size).toBe(1)
  await server.runJobs()
  expect(await titles(maya)).toEqual(before)
  const { rowCount } = await server.behind.query('select from runs where undoes = $1', [run_id])
  expect(rowCount).toBe(1)
})

test('a run can be taken back for 30 days, and not a moment longer', async () => {
  const maya = await sellerWith(1)
  const started = server.clock.now
  const after = (ms: number) => {
    server.clock.now = new Date(started.getTime() + ms)
  }
  const run_ids = [await appendTo(maya), await appendTo(maya)]
  await server.runJobs()
  // The database's own clock wrote it; the frozen one is what the rule goes by.
  await server.behind.query('update runs set created_at = $1 where run_id = any($2)', [started, run_ids])
  const undo = async (n: number) => (await ask(jobTrackerCalls.undoRun, { run_id: run_ids[n] ?? '' }, maya)).http
  try {
    after(UNDO_DAYS * 86_400_000 + 1)
    expect(await undo(0)).toBe(422)
    after(UNDO_DAYS * 86_400_000)
    expect(await undo(1)).toBe(200)
  } finally {
    after(0)
  }
  expect(UNDO_DAYS).toBe(30)
})

test('two workers at the same rows work each of them once', async () => {
  const maya = await sellerWith(12)
  const before = await titles(maya)
  // Copies: nothing but the lock of a row keeps the second worker from making them again.
  const reply = await ask(importListCalls.duplicateImported, { selection: { all: { view: 'import' } } }, maya)
  const run_id = reply.body.data?.run_id ?? ''
  const payload = { run_id, workplace_id: maya.workplace_id, user_id: maya.user_id }
  const entry = allJobs().find(({ definition }) => definition.name === workRun.name)
  await Promise.all(
    Array.from({ length: 4 }, (_, n) =>
      entry?.run(server.runtime.jobCtx(workRun.scope?.(payload) ?? {}, `w${n}`, 1), payload),
    ),
  )
  expect(await titles(maya)).toHaveLength(2 * before.length)
  const { rows } = await server.behind.query('select total, done, failed from runs where run_id = $1', [run_id])
  expect(rows).toEqual([{ total: 12, done: 12, failed: 0 }])
})

test('failed rows are listed with their fix and tried again; a corrected one with another product', async () => {
  const maya = await sellerWith(1, 20)
  const rows = [
    { line: 1, source: 'cj' as const, product_id: 'p21' },
    { line: 2, source: 'cj' as const, product_id: 'p22' },
  ]
  const run = await ask(importListCalls.runImport, { rows }, maya)
  await server.runJobs()
  const run_id = run.body.data?.run_id ?? ''
  const failed = await ask(jobTrackerCalls.listJobRows, { run_id }, maya)
  expect(failed.body.data?.rows).toMatchObject([
    {
      row: 0,
      product_id: null,
      source: 'cj',
      source_product_id: 'p21',
      error_key: 'imports.already_imported',
      fix: 'edit',
    },
  ])
  expect((await ask(jobTrackerCalls.retryRun, { run_id, rows: [{ row: 1 }] }, maya)).http).toBe(422)
  const retried = await ask(
    jobTrackerCalls.retryRun,
    { run_id, rows: [{ row: 0, source: 'cj', product_id: 'p23' }] },
    maya,
  )
  expect(retried.body.data).toEqual({ run_id, total: 1 })
  expect((await ask(jobTrackerCalls.closeJobs, {}, maya)).http).toBe(422)
  await server.runJobs(2)
  expect(await titles(maya)).toHaveLength(3)
  expect((await ask(jobTrackerCalls.listJobRows, { run_id }, maya)).body.data?.rows).toEqual([])
  await ask(jobTrackerCalls.closeJobs, {}, maya)
  expect((await ask(jobTrackerCalls.listJobs, {}, maya)).body.data?.entries).toEqual([])
})

test('runs written by the version before subjects were generic are worked as well', async () => {
  const maya = await sellerWith(1, 5)
  const { rows } = await server.behind.query('select product_id from products where workplace_id = $1', [
    maya.workplace_id,
  ])
  const work = { edits: [{ field: 'title', how: 'set', value: 'From before' }] }
  const {
    rows: [run],
  } = await server.behind.query(
    `insert into runs (workplace_id, user_id, kind, work, total) values ($1, $2, 'bulk_edit', $3, 1) returning run_id`,
    [maya.workplace_id, maya.user_id, JSON.stringify(work)],
  )
  await server.behind.query(
    `insert into run_rows (workplace_id, run_id, row, product_id, title) values ($1, $2, 0, $3, 'x')`,
    [maya.workplace_id, run.run_id, rows[0].product_id],
  )
  await server.behind.query(`select enqueue_job('runs.work', $1::json, null, 1, null)`, [
    JSON.stringify({ run_id: run.run_id, workplace_id: maya.workplace_id, user_id: maya.user_id }),
  ])
  await server.runJobs(2)
  expect(await titles(maya)).toEqual(['From before'])
  await ask(jobTrackerCalls.undoRun, { run_id: run.run_id }, maya)
  await server.runJobs(2)
  expect(await titles(maya)).not.toEqual(['From before'])
})

test('what can no longer be taken back is removed, with the products that were kept for it', async () => {
  const maya = await sellerWith(2, 7)
  await ask(productCenterCalls.deleteProducts, { selection: { all: { view: 'center' } } }, maya)
  const now = server.clock.now
  server.clock.now = new Date(now.getTime() + 32 * 86_400_000)
  try {
    await server.runJobs(2)
  } finally {
    server.clock.now = now
  }
  for (const table of ['runs', 'run_rows', 'products'])
    expect(
      (await server.behind.query(`select from ${table} where workplace_id = $1`, [maya.workplace_id])).rowCount,
    ).toBe(0)
})

test('a run whose job is given up ends with its rows failed, and can be retried', async () => {
  const maya = await sellerWith(3, 20)
  const edits = [{ field: 'title' as const, how: 'append' as const, value: ' given up' }]
  const started = await ask(bulkEditCalls.bulkUpdate, { selection: { all: { view: 'import' } }, edits }, maya)
  const run_id = started.body.data?.run_id ?? ''
  const job = allJobs().find(({ definition }) => definition.name === 'runs.work')
  const payload = { run_id, workplace_id: maya.workplace_id, user_id: maya.user_id }
  const ctx = server.runtime.jobCtx({ workplace_id: maya.workplace_id, user_id: maya.user_id }, 'test', 25)
  for (let twice = 0; twice < 2; twice++)
    await job?.exhausted?.(ctx, payload, { failure_id: 'f', error: 'down', tries: 25 })
  const entries = (await ask(jobTrackerCalls.listJobs, {}, maya)).body.data?.entries ?? []
  expect(entries.map(({ status, can_retry }) => [status, can_retry])).toEqual(
    Array.from({ length: 3 }, () => ['error', true]),
  )
  await ask(jobTrackerCalls.retryRun, { run_id }, maya)
  await server.runJobs()
  expect((await titles(maya)).every((title) => title.endsWith(' given up'))).toBe(true)
})
