import { VendorError } from '@omni/connectors/vendor-error.ts'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { testServer } from '../testing/test-server.ts'
import { enqueue, enqueueAll, job, type Job, type JobDefinition, runJobs, work } from './jobs.ts'

/** The real engine, in this process. */
const server = await testServer({ WORKER_CONCURRENCY: '3' })
const stops: (() => Promise<void>)[] = []
const start = async (...jobs: Job[]) => {
  const { stop } = await runJobs(server.runtime, jobs)
  stops.push(stop)
}
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
  await server.behind.query('delete from graphile_worker._private_jobs')
  // A job that is deleted while it runs leaves its queue locked.
  await server.behind.query('delete from graphile_worker._private_job_queues')
})
const add = <P extends z.ZodObject>(definition: JobDefinition<P>, ...payloads: z.input<P>[]) =>
  server.runtime.db({}).tx(async (tx) => {
    for (const payload of payloads) await enqueue(tx, definition, payload)
  })
const rowOf = async (name: string) =>
  (
    await server.behind.query(
      `select j.*, extract(epoch from j.run_at - now())::float as wait_s from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = $1`,
      [name],
    )
  ).rows[0]
const failures = async (name: string) =>
  (await server.behind.query('select * from job_failures where job = $1', [name])).rows

const N = z.object({ n: z.int(), store: z.string().default('') })

test('jobs of one queue run one after another in their order, those of another run beside them', async () => {
  const serial = job('test.serial', { payload: N, attempts: 1, queue: ({ store }) => `store ${store}` })
  const log: string[] = []
  const begun = new Set<string>()
  const serialJob = work(serial, async (_ctx, { n, store }) => {
    log.push(`${store}${n} begins`)
    begun.add(store)
    // The first of each store ends only when the other store's has begun: they run beside each other.
    if (n === 1) await expect.poll(() => begun.size, { timeout: 30_000 }).toBe(2)
    log.push(`${store}${n} ends`)
  })
  await add(serial, { n: 1, store: 'a' }, { n: 2, store: 'a' }, { n: 1, store: 'b' })
  await start(serialJob)
  await expect.poll(() => log.length, { timeout: 40_000 }).toBe(6)
  const own = log.filter((line) => line.startsWith('a'))
  expect(own).toEqual(['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends'])
})

test('workers are told after the commit, one word for many; what was taken back or waits is not told of', async () => {
  const told = job('test.told', { payload: N, attempts: 1 })
  const counts: number[] = []
  const listener = new pg.Client({ connectionString: server.url })
  await listener.connect()
  listener.on('notification', ({ payload = '{}' }) => counts.push(JSON.parse(payload).count))
  await listener.query('listen "jobs:insert"')
  const db = server.runtime.db({})
  const taken_back = db.tx(async (tx) => {
    await enqueue(tx, told, { n: 0 })
    throw new Error('no')
  })
  await expect(taken_back).rejects.toThrow('no')
  await db.tx((tx) => enqueue(tx, told, { n: 0 }, new Date(Date.now() + 3_600_000)))
  await Promise.all(Array.from({ length: 60 }, (_, n) => db.tx((tx) => enqueueAll(tx, told, [{ n }, { n }]))))
  const sum = () => counts.reduce((all, count) => all + count, 0)
  await expect.poll(sum, { timeout: 30_000 }).toBe(120)
  expect(counts.length).toBeLessThan(60)
  await listener.end()
})

test('what a start or the clock asks for waits once, whoever asks; other jobs each for themselves', async () => {
  const waiting = async (definition: JobDefinition) => {
    await add(definition, {}, {})
    const { rows } = await server.behind.query(
      `select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = $1`,
      [definition.name],
    )
    return rows.length
  }
  const bare = { payload: z.object({}), attempts: 1 }
  expect(await waiting(job('test.at-start', { ...bare, at_start: true }))).toBe(1)
  expect(await waiting(job('test.by-clock', { ...bare, cron: '0 0 1 1 *' }))).toBe(1)
  expect(await waiting(job('test.each', bare))).toBe(2)
})

test('a lower priority runs first', async () => {
  const order: string[] = []
  const note = (name: string) => async () => {
    order.push(name)
    await new Promise((done) => setTimeout(done, 50))
  }
  const slow = job('test.bulk', { payload: N, attempts: 1, priority: 10, queue: () => 'one' })
  const quick = job('test.urgent', { payload: N, attempts: 1, priority: -10, queue: () => 'one' })
  await add(slow, { n: 1 }, { n: 2 })
  await add(quick, { n: 1 })
  await start(work(slow, note('bulk')), work(quick, note('urgent')))
  await expect.poll(() => order.length, { timeout: 20_000 }).toBe(3)
  expect(order[0]).toBe('urgent')
})

test('several are added at once, each under its key; one that keeps its time is not put off by being asked for again', async () => {
  const seconds = (n: number) => new Date(Date.now() + n * 1000)
  const keeping = job('test.keeping', { payload: N, attempts: 1, key: ({ store }) => store, keeps_time: true })
  const moving = job('test.moving', { payload: N, attempts: 1, key: ({ store }) => store })
  await server.runtime.db({}).tx(async (tx) => {
    for (const definition of [keeping, moving]) {
      await enqueueAll(tx, definition, [{ n: 1, store: 'a' }], seconds(100))
      await enqueueAll(tx, definition, [{ n: 2, store: 'a' }], seconds(200))
    }
    await enqueueAll(tx, keeping, [])
  })
  const [kept, moved] = [await rowOf('test.keeping'), await rowOf('test.moving')]
  expect([kept.payload.n, moved.payload.n]).toEqual([2, 2])
  expect(kept.wait_s).toBeLessThan(101)
  expect(moved.wait_s).toBeGreaterThan(101)
  const many = job('test.many', { payload: N, attempts: 1, key: ({ n }) => String(n), queue: () => 'many' })
  const ran: number[] = []
  await server.runtime.db({}).tx((tx) => enqueueAll(tx, many, [{ n: 2 }, { n: 1 }, { n: 2 }]))
  await start(work(many, async (_ctx, { n }) => void ran.push(n)))
  await expect.poll(() => ran, { timeout: 30_000 }).toEqual([1, 2])
})

test('a job that was asked for again while a worker died with it was not given up: the new one works', async () => {
  const ran: number[] = []
  const shown: unknown[] = []
  const replaced = job('test.replaced', { payload: N, attempts: 5, key: ({ store }) => store })
  const replacedJob = work(replaced, async (_ctx, { n }) => void ran.push(n), {
    exhausted: async (_ctx, payload) => void shown.push(payload),
  })
  await add(replaced, { n: 1, store: 'a' })
  await server.behind.query(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'dead', attempts = 1 where key = 'test.replaced:a'`,
  )
  await add(replaced, { n: 2, store: 'a' })
  // What the heartbeat of another worker does about it.
  await server.behind.query(
    `update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_by = 'dead'`,
  )
  await start(replacedJob)
  await expect.poll(() => rowOf('test.replaced'), { timeout: 20_000 }).toBeUndefined()
  expect([ran, shown, await failures('test.replaced')]).toEqual([[2], [], []])
})

test('a vendor’s final no ends the job at once, and a person is shown it', async () => {
  let runs = 0
  const buriedAtStart = async () =>
    (await server.behind.query(`select from graphile_worker.jobs where task_identifier = 'jobs.bury'`)).rowCount === 0
  const shown: unknown[] = []
  const refused = job('test.refused', { payload: N, attempts: 25, scope: () => ({ workplace_id: WORKPLACE }) })
  const refusedJob = work(
    refused,
    async () => {
      runs++
      throw new VendorError('cj', 'invalid', 'no such product')
    },
    {
      exhausted: async (ctx, payload, { error, tries }) => {
        const { rows } = await ctx.db.read((tx) => tx.executeQuery(SCOPE))
        shown.push({ payload, error, tries, scope: rows[0] })
      },
    },
  )
  await start(refusedJob)
  // The round of the start is over: it must not be the one that finds the job.
  await expect.poll(buriedAtStart, { timeout: 20_000 }).toBe(true)
  await add(refused, { n: 7 })
  await expect.poll(() => shown.length, { timeout: 20_000 }).toBe(1)
  expect(runs).toBe(1)
  expect(shown).toEqual([
    { payload: { n: 7, store: '' }, error: 'cj: no such product', tries: 1, scope: { workplace: WORKPLACE } },
  ])
  await expect.poll(() => rowOf('test.refused'), { timeout: 20_000 }).toBeUndefined()
  expect(await failures('test.refused')).toMatchObject([{ tries: 1, error: 'cj: no such product', payload: { n: 7 } }])
})

test('an outcome nobody understands is not taken for success: the job is tried again', async () => {
  const unclear = job('test.unclear', { payload: N, attempts: 25 })
  await add(unclear, { n: 1 })
  await start(
    work(unclear, async () => {
      throw new VendorError('cj', 'unknown', 'code 1600999')
    }),
  )
  await expect.poll(async () => (await rowOf('test.unclear'))?.last_error, { timeout: 20_000 }).toContain('1600999')
  expect(await rowOf('test.unclear')).toMatchObject({ attempts: 1, max_attempts: 25 })
  expect(await failures('test.unclear')).toEqual([])
})

test('a job waits as long as the vendor said', async () => {
  const limited = job('test.limited', { payload: N, attempts: 25 })
  await add(limited, { n: 1 })
  await start(
    work(limited, async () => {
      throw new VendorError('cj', 'rate_limited', 'slow down', 3600)
    }),
  )
  await expect.poll(async () => (await rowOf('test.limited'))?.wait_s ?? 0, { timeout: 20_000 }).toBeGreaterThan(3590)
})

test('a job whose worker was killed during its last try is found and shown as well', async () => {
  const shown: number[] = []
  const last = job('test.last', { payload: N, attempts: 1 })
  const lastJob = work(last, async () => {}, { exhausted: async (_ctx, { n }) => void shown.push(n) })
  await add(last, { n: 5 })
  // As the engine leaves it: tried, not locked any more, no error noted.
  await server.behind.query(
    `update graphile_worker._private_jobs j set attempts = max_attempts from graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = 'test.last'`,
  )
  await start(lastJob)
  await expect.poll(() => shown, { timeout: 20_000 }).toEqual([5])
  expect(await failures('test.last')).toMatchObject([{ error: 'the worker ended during the last try' }])
})

const WORKPLACE = '01a1dd15-5f67-7ff4-9952-92a3f5d5e080'
const SCOPE = {
  sql: `select current_setting('app.workplace_id') as workplace`,
  parameters: [],
  query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
} as never // a plain statement, without the query builder

test('a job that is taken just while it is asked for again runs once more: no wish is lost', async () => {
  const keyed = job('test.keyed', { payload: N, attempts: 3, key: () => 'one' })
  await add(keyed, { n: 1 })
  const worker = await server.behind.connect()
  await worker.query('begin')
  await worker.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker', attempts = 1`)
  // It waits for the worker's row, and finds it taken.
  const again = add(keyed, { n: 2 })
  const isWaiting = async () =>
    (await server.behind.query(`select from pg_locks where not granted`)).rowCount === 0 ? 'no' : 'yes'
  await expect.poll(isWaiting, { timeout: 10_000 }).toBe('yes')
  await worker.query('commit')
  worker.release()
  await again
  const { rows } = await server.behind.query(
    'select payload, locked_at is null as free from graphile_worker._private_jobs order by id',
  )
  expect(rows).toEqual([
    { payload: { n: 1, store: '' }, free: false },
    { payload: { n: 2, store: '' }, free: true },
  ])
})
