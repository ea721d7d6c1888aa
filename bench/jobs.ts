/**
 * The queue of jobs and the messages to browsers: what adding one costs a commit, how fast a worker works off what waits,
 * how soon it begins, and what it asks while nothing waits. Yardsticks of the same run: commits that write as many rows
 * and tell nobody, and
 * the same jobs taken and ended one by one, two statements each, by as many connections as a worker has places.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Db, createPool, scopedDb, type Tx } from '../apps/server/src/platform/db.ts'
import { startPostgres } from '../apps/server/src/platform/embedded-postgres.ts'
import { enqueue, enqueueAll } from '../apps/server/src/platform/jobs.ts'
import { migrate } from '../apps/server/src/platform/migrate.ts'
import { publish } from '../apps/server/src/platform/realtime.ts'
import { empty, timed } from './jobs-worker.ts'
import { newSeller, startProcess } from './system.ts'

const WRITERS = 48
const SECONDS = 4
const TURNS = 3
/** Of the rate of commits that write as many rows and tell nobody. */
const ADDING = 0.8
const TELLING = 0.9
const JOBS = 60_000
const ONE_BY_ONE = 6000
const PLACES = 10
const FASTER = 5
const WAKES = 200
const WAKE_P95_MS = 50
const IDLE_SECONDS = 30
const IDLE_STATEMENTS = 3

/** Commits a second of so many writers that write a row, and do `more` in the same transaction. */
async function commits(db: Db, more: (tx: Tx) => Promise<unknown>): Promise<number> {
  const until = performance.now() + SECONDS * 1000
  let done = 0
  const writer = async () => {
    for (; performance.now() < until; done++)
      await db.tx(async (tx) => {
        await tx.insertInto('telemetry_events').values(ROW).execute()
        await more(tx)
      })
  }
  await Promise.all(Array.from({ length: WRITERS }, writer))
  return done / SECONDS
}
const ROW = { kind: 'event', data: '{}' }

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** In turns, so that what else the machine does meets both. */
async function compare(db: Db, more: (tx: Tx) => Promise<unknown>): Promise<{ plain: number; adding: number }> {
  const rates = { plain: [] as number[], adding: [] as number[] }
  for (let turn = 0; turn < TURNS; turn++) {
    rates.plain.push(await commits(db, (tx) => tx.insertInto('telemetry_events').values(ROW).execute()))
    rates.adding.push(await commits(db, more))
  }
  return { plain: median(rates.plain), adding: median(rates.adding) }
}

async function addEmpty(db: Db, many: number): Promise<void> {
  for (let from = 0; from < many; from += 1000)
    await db.tx((tx) =>
      enqueueAll(
        tx,
        empty,
        Array.from({ length: Math.min(1000, many - from) }, (_, n) => ({ n })),
      ),
    )
}

/** As a queue does that takes and ends its jobs singly. */
async function oneByOne(url: string): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: PLACES })
  const from = performance.now()
  const worker = async () => {
    for (;;) {
      const { rows } = await pool.query(`update jobs set worker_id = '00000000-0000-0000-0000-000000000001',
        leased_at = now(), attempts = attempts + 1 where job_id = (select job_id from jobs where worker_id is null
          and name = 'bench.empty' and run_at <= now() order by run_at, job_id limit 1 for update skip locked)
        returning job_id`)
      if (!rows[0]) return
      await pool.query('delete from jobs where job_id = $1', [rows[0].job_id])
    }
  }
  await Promise.all(Array.from({ length: PLACES }, worker))
  await pool.end()
  return ONE_BY_ONE / ((performance.now() - from) / 1000)
}

async function drained(client: pg.Client): Promise<number> {
  const from = performance.now()
  while ((await client.query(`select from jobs where name = 'bench.empty' limit 1`)).rowCount) await pause(50)
  return JOBS / ((performance.now() - from) / 1000)
}

/** Statements of the workers in a while in which nothing waits. Each of theirs is a transaction by itself. */
async function idle(client: pg.Client): Promise<number> {
  const count = async () =>
    (
      await client.query<{ n: number }>(
        `select (xact_commit + xact_rollback)::int as n from pg_stat_database where datname = current_database()`,
      )
    ).rows[0]?.n ?? 0
  await client.query('alter system set autovacuum = off') // its own transactions are counted with the others
  await client.query('select pg_reload_conf()')
  await pause(15_000) // statistics come late
  const before = await count()
  await pause(IDLE_SECONDS * 1000)
  return Math.max(0, (await count()) - before - 1) / IDLE_SECONDS
}

export async function run(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'omni-bench-'))
  chmodSync(folder, 0o755)
  const postgres = await startPostgres(folder)
  const url = postgres.url()
  const pool = createPool(url, WRITERS)
  const client = new pg.Client({ connectionString: url })
  try {
    await migrate(url)
    await client.connect()
    await client.query('create table bench_waits (ms float); grant insert on bench_waits to omni_app')
    const db = scopedDb(pool, {})
    const { user_id } = await newSeller(url)
    await commits(db, async () => {}) // warm
    const publishing = await compare(db, (tx) => publish(tx, user_id, 'notifications.changed', { unread: 1 }))
    const adding = await compare(db, (tx) => enqueue(tx, empty, { n: 1 }))
    await client.query('delete from jobs')
    await addEmpty(db, ONE_BY_ONE)
    const singly = await oneByOne(url)
    await addEmpty(db, JOBS)
    await client.query('vacuum analyze jobs')
    const worker = await startProcess('./jobs-worker.ts', url, { WORKER_CONCURRENCY: String(PLACES) })
    const rate = await drained(client)
    for (let n = 0; n < WAKES; n++) {
      await db.tx((tx) => enqueue(tx, timed, { asked_ms: performance.timeOrigin + performance.now() }))
      await pause(Math.random() * 40)
    }
    await pause(2000)
    const waits = (await client.query<{ ms: number }>('select ms from bench_waits order by ms')).rows.map(
      ({ ms }) => ms,
    )
    const p95 = waits[Math.floor(waits.length * 0.95)] ?? Infinity
    const statements = await idle(client)
    worker.stop()
    const say = ({ plain, adding: more }: { plain: number; adding: number }) =>
      `${more.toFixed(0)} of ${plain.toFixed(0)} commits/s: ${(more / plain).toFixed(2)}`
    console.log(`${WRITERS} writers that tell a browser: ${say(publishing)} (at least ${TELLING})`)
    console.log(`${WRITERS} writers that add a job: ${say(adding)} (at least ${ADDING})`)
    console.log(
      `${JOBS} empty jobs: ${rate.toFixed(0)}/s, ${(rate / singly).toFixed(1)}x of one by one (${singly.toFixed(0)}/s; at least ${FASTER}x)`,
    )
    console.log(`begins within ${p95.toFixed(1)} ms at p95, ${median(waits).toFixed(1)} at the median (${WAKE_P95_MS})`)
    console.log(`nothing waits: ${statements.toFixed(1)} statements a second and worker (at most ${IDLE_STATEMENTS})`)
    return (
      publishing.adding >= TELLING * publishing.plain &&
      adding.adding >= ADDING * adding.plain &&
      rate >= FASTER * singly &&
      waits.length === WAKES &&
      p95 <= WAKE_P95_MS &&
      statements <= IDLE_STATEMENTS
    )
  } finally {
    await client.end()
    await pool.end()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
