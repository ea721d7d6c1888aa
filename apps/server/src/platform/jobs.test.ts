import { VendorError } from '@omni/connectors/vendor-error.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { testServer } from '../testing/test-server.ts'
import { runJobs } from './job-runner.ts'
import { addDue, dueAt } from './job-schedule.ts'
import { cancelAll, enqueue, enqueueAll, job, type Job, type JobDefinition, work } from './jobs.ts'

/** Real workers, in this process. */
const server = await testServer({ WORKER_CONCURRENCY: '3' })
const stops: (() => Promise<void>)[] = []
const start = async (...jobs: Job[]) => {
  const { stop } = await runJobs(server.runtime, jobs)
  stops.push(stop)
}
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
  await server.behind.query('delete from jobs')
})
const add = <P extends z.ZodObject>(definition: JobDefinition<P>, ...payloads: z.input<P>[]) =>
  server.runtime.db({}).tx(async (tx) => {
    for (const payload of payloads) await enqueue(tx, definition, payload)
  })
const rowOf = async (name: string) =>
  (
    await server.behind.query(
      `select *, extract(epoch from run_at - now())::float as wait_s from jobs where name = $1`,
      [name],
    )
  ).rows[0]
/** As a worker does that is never heard of again. */
const take = (name: string, client: Pick<pg.ClientBase, 'query'> = server.behind) =>
  client.query('select take_jobs(new_id(), $1, 10)', [[name]])
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
    if (n === 1) await expect.poll(() => begun.size).toBe(2)
    log.push(`${store}${n} ends`)
  })
  await add(serial, { n: 1, store: 'a' }, { n: 2, store: 'a' }, { n: 1, store: 'b' })
  await start(serialJob)
  await expect.poll(() => log.length).toBe(6)
  const own = log.filter((line) => line.startsWith('a'))
  expect(own).toEqual(['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends'])
})

test('workers are notified after the commit, once for many; of what was taken back or waits they are not', async () => {
  const told = job('test.told', { payload: N, attempts: 1 })
  let notified = 0
  const listener = new pg.Client({ connectionString: server.url })
  await listener.connect()
  listener.on('notification', () => notified++)
  await listener.query('listen jobs')
  const db = server.runtime.db({})
  const arrived = async () => {
    await listener.query('select 1')
    return notified
  }
  const taken_back = db.tx(async (tx) => {
    await enqueue(tx, told, { n: 0 })
    throw new Error('no')
  })
  await expect(taken_back).rejects.toThrow('no')
  expect(await arrived()).toBe(0)
  // A trigger adds jobs without anybody in this process knowing.
  await db.tx((tx) => sql`select enqueue_job('test.told', '{"n": 1}')`.execute(tx))
  await expect.poll(arrived).toBe(1)
  await Promise.all(Array.from({ length: 60 }, (_, n) => db.tx((tx) => enqueueAll(tx, told, [{ n }, { n }]))))
  await expect.poll(arrived).toBeGreaterThan(1)
  expect(notified).toBeLessThan(60)
  await listener.end()
})

test('what a start or the clock asks for waits once, whoever asks; other jobs each for themselves', async () => {
  const waiting = async (definition: JobDefinition) => {
    await add(definition, {}, {})
    const { rows } = await server.behind.query(
      `select from jobs j
       where j.name = $1`,
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
  await expect.poll(() => order.length).toBe(3)
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
  await expect.poll(() => ran).toEqual([1, 2])
})

test('a job that was asked for again while a worker died with it was not given up: the newer request is worked', async () => {
  const ran: number[] = []
  const shown: unknown[] = []
  const replaced = job('test.replaced', { payload: N, attempts: 1, key: ({ store }) => store })
  const replacedJob = work(replaced, async (_ctx, { n }) => void ran.push(n), {
    exhausted: async (_ctx, payload) => void shown.push(payload),
  })
  await add(replaced, { n: 1, store: 'a' })
  await take('test.replaced')
  await add(replaced, { n: 2, store: 'a' })
  await server.behind.query(`select release_dead_workers('0 seconds')`)
  await start(replacedJob)
  await expect.poll(() => rowOf('test.replaced')).toBeUndefined()
  expect([ran, shown, await failures('test.replaced')]).toEqual([[2], [], []])
})

test('what is asked for again while it runs is run once more afterwards, never beside itself; cancelled, it is not', async () => {
  let begun = 0
  let at_once = 0
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const again = job('test.again', { payload: N, attempts: 1, key: () => 'one' })
  const ns: number[] = []
  await start(
    work(again, async (_ctx, { n }) => {
      ns.push(n)
      at_once = Math.max(at_once, ++begun)
      await gates[ns.length - 1]?.promise
      begun--
    }),
  )
  await add(again, { n: 1 })
  await expect.poll(() => ns).toEqual([1])
  await add(again, { n: 2 }, { n: 3 })
  gates[0]?.resolve()
  await expect.poll(() => ns).toEqual([1, 3])
  await add(again, { n: 4 })
  await server.runtime.db({}).tx((tx) => cancelAll(tx, again, [{ n: 4 }]))
  gates[1]?.resolve()
  await expect.poll(() => rowOf('test.again')).toBeUndefined()
  expect([ns, at_once]).toEqual([[1, 3], 1])
})

test('a request for a job that runs, in a transaction that stays open, keeps no other job from ending', async () => {
  const slow = job('test.slow', { payload: N, attempts: 1, key: ({ n }) => String(n) })
  const gate = Promise.withResolvers<void>()
  const ran: number[] = []
  await start(
    work(slow, async (_ctx, { n }) => {
      ran.push(n)
      if (n === 1) await gate.promise
    }),
  )
  await add(slow, { n: 1 })
  await expect.poll(() => ran).toEqual([1])
  await server.runtime.db({}).tx(async (tx) => {
    await enqueue(tx, slow, { n: 1 })
    gate.resolve()
    await add(slow, { n: 2 })
    await expect.poll(() => ran).toEqual([1, 2])
    const second = `select from jobs where key = 'test.slow:2'`
    await expect.poll(async () => (await server.behind.query(second)).rowCount).toBe(0)
  })
  await expect.poll(() => ran).toEqual([1, 2, 1])
})

test('what was leased ahead and cannot begin is given back, to this worker’s next or to another', async () => {
  const gate = Promise.withResolvers<void>()
  const ran: number[] = []
  const quick = job('test.quick', { payload: N, attempts: 1 })
  const slow = work(quick, async (_ctx, { n }) => {
    ran.push(n)
    if (n >= 30) await gate.promise
  })
  await server.runtime.db({}).tx((tx) =>
    enqueueAll(
      tx,
      quick,
      Array.from({ length: 60 }, (_, n) => ({ n })),
    ),
  )
  await start(slow)
  const leased = async () =>
    (await server.behind.query(`select from jobs where name = 'test.quick' and worker_id is not null`)).rowCount
  await expect.poll(() => ran.length).toBeGreaterThanOrEqual(33)
  // Its three places alone.
  await expect.poll(leased).toBe(3)
  gate.resolve()
  await expect.poll(() => ran.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, n) => n))
  expect(await failures('test.quick')).toEqual([])
})

test('a lease whose worker lives and does not know of it is released; what it runs is not', async () => {
  const gate = Promise.withResolvers<void>()
  const ran: number[] = []
  const lost = job('test.lost', { payload: N, attempts: 5 })
  await start(
    work(lost, async (_ctx, { n }) => {
      ran.push(n)
      if (n === 1) await gate.promise
    }),
  )
  await add(lost, { n: 1 })
  await expect.poll(() => ran).toEqual([1])
  // Taken by a statement whose reply never came.
  await server.behind.query(`insert into jobs (name, payload, max_attempts, attempts, worker_id, leased_at)
    select name, '{"n": 2}', 5, 1, worker_id, now() from jobs where name = 'test.lost'`)
  await server.behind.query(`update jobs set leased_at = now() - interval '1 minute' where name = 'test.lost'`)
  await expect.poll(() => ran).toEqual([1, 2])
  gate.resolve()
  await expect.poll(() => rowOf('test.lost')).toBeUndefined()
  expect(ran).toEqual([1, 2])
})

test('schedules: a minute is asked for once, whichever worker comes to it', async () => {
  const definition = job('test.minute', { payload: z.object({}), attempts: 1, cron: '*/5 * * * *' })
  const five_past = new Date('2026-03-01T10:05:00Z')
  expect(dueAt([definition], five_past)).toEqual([definition])
  expect(dueAt([definition], new Date('2026-03-01T10:06:00Z'))).toEqual([])
  await Promise.all([1, 2, 3].map(() => addDue(server.behind, [definition], five_past)))
  const waiting = async () => (await server.behind.query(`delete from jobs where name = 'test.minute'`)).rowCount
  expect(await waiting()).toBe(1)
  await addDue(server.behind, [definition], five_past)
  expect(await waiting()).toBe(0)
  await addDue(server.behind, [definition], new Date('2026-03-01T10:10:00Z'))
  expect(await waiting()).toBe(1)
})

test('a vendor’s final no ends the job at once, and a person is shown it', async () => {
  let runs = 0
  const handledAtStart = async () => (await rowOf('jobs.dead-letters')) === undefined
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
  await expect.poll(handledAtStart).toBe(true)
  await add(refused, { n: 7 })
  await expect.poll(() => shown.length).toBe(1)
  expect(runs).toBe(1)
  expect(shown).toEqual([
    { payload: { n: 7, store: '' }, error: 'cj: no such product', tries: 1, scope: { workplace: WORKPLACE } },
  ])
  await expect.poll(() => rowOf('test.refused')).toBeUndefined()
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
  await expect.poll(async () => (await rowOf('test.unclear'))?.error).toContain('1600999')
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
  await expect.poll(async () => (await rowOf('test.limited'))?.wait_s ?? 0).toBeGreaterThan(3590)
})

test('a job whose worker was killed during its last try is found and shown as well', async () => {
  const shown: number[] = []
  const last = job('test.last', { payload: N, attempts: 1 })
  const lastJob = work(last, async () => {}, { exhausted: async (_ctx, { n }) => void shown.push(n) })
  await add(last, { n: 5 })
  await take('test.last')
  await server.behind.query(`select release_dead_workers('0 seconds')`)
  await start(lastJob)
  await expect.poll(() => shown).toEqual([5])
  expect(await failures('test.last')).toMatchObject([{ error: 'the worker ended during this try' }])
})

const WORKPLACE = '01a1dd15-5f67-7ff4-9952-92a3f5d5e080'
const SCOPE = {
  sql: `select current_setting('app.workplace_id') as workplace`,
  parameters: [],
  query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
} as never // a plain statement, without the query builder

test('a job that is taken just while it is asked for again runs once more: no request is lost', async () => {
  const keyed = job('test.keyed', { payload: N, attempts: 3, key: () => 'one' })
  await add(keyed, { n: 1 })
  const worker = await server.behind.connect()
  await worker.query('begin')
  await take('test.keyed', worker)
  // It waits for the worker's row, and finds it taken.
  const again = add(keyed, { n: 2 })
  const isWaiting = async () =>
    (await server.behind.query(`select from pg_locks where not granted`)).rowCount === 0 ? 'no' : 'yes'
  await expect.poll(isWaiting).toBe('yes')
  await worker.query('commit')
  worker.release()
  await again
  expect(await rowOf('test.keyed')).toMatchObject({ payload: { n: 2 }, again: true })
})
