import { VendorError } from '@omni/connectors/vendor-error.ts'
import { EventEmitter } from 'node:events'
import { parseCronItems, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import { z } from 'zod'
import type { JobCtx } from './ctx.ts'
import { afterCommit, type Scope, type Tx } from './db.ts'
import { jobsExhausted, jobSeconds } from './metrics.ts'
import type { Runtime } from './runtime.ts'

export interface JobDefinition<P extends z.ZodObject = z.ZodObject> {
  name: string
  payload: P
  attempts: number
  /** One live job per key; a later one takes the earlier one's place. Jobs by the clock or at a start have one anyway. */
  key?: (payload: z.output<P>) => string
  /** Asked for again while it waits, it keeps its time: however often that is, it is not put off for ever. */
  keeps_time?: true
  /** All payloads of a key are the same: one that waits and is due serves whoever asks for it meanwhile, as it is. */
  serves_all?: true
  /** Jobs of one queue run one after another, over all workers: per store, per account. */
  queue?: (payload: z.output<P>) => string
  /** Lower runs first; 0 where nothing is said. */
  priority?: number
  /** Whose data the handler may touch. */
  scope?: (payload: z.output<P>) => Scope
  /** Crontab of five fields, UTC. */
  cron?: string
  /** Also once whenever a worker starts: for what a fresh installation must not wait an hour for. */
  at_start?: boolean
  /** Nobody waits for it, and it may take long. It has places of its own: a catalogue round must not hold up a mail. */
  background?: boolean
}

/** What became of a job that will not be tried again. */
export interface Exhaustion {
  failure_id: string
  error: string
  tries: number
}

export interface Job {
  definition: JobDefinition
  run: (ctx: JobCtx, payload: unknown) => Promise<void>
  /** Absent: the operator sees the failure (`npm run operate -- jobs`) and nobody else needs to. */
  exhausted?: (ctx: JobCtx, payload: unknown, exhaustion: Exhaustion) => Promise<void>
}

/** Declares a job; its handler is bound by `work`, so that operations can enqueue without knowing it. */
export const job = <P extends z.ZodObject>(
  name: string,
  definition: Omit<JobDefinition<P>, 'name'>,
): JobDefinition<P> => ({ name, ...definition })

interface WorkOptions<P extends z.ZodObject> {
  /** Shows a person that it was given up. Runs in a job of its own, at least once. */
  exhausted?: (ctx: JobCtx, payload: z.output<P>, exhaustion: Exhaustion) => Promise<void>
}

/** Binds a handler. It must be safe to run twice: a worker can die after the work and before the note of it. */
export function work<P extends z.ZodObject>(
  definition: JobDefinition<P>,
  handler: (ctx: JobCtx, payload: z.output<P>) => Promise<void>,
  { exhausted }: WorkOptions<P> = {},
): Job {
  return {
    // Stored beside jobs of other payloads; `run` checks the payload before the handler sees it.
    definition: definition as unknown as JobDefinition,
    run: (ctx, payload) => handler(ctx, definition.payload.parse(payload)),
    ...(exhausted && {
      exhausted: (ctx, payload, exhaustion) => exhausted(ctx, definition.payload.parse(payload), exhaustion),
    }),
  }
}

/** Adds a job in the caller's transaction: no commit, no job. */
export const enqueue = async <P extends z.ZodObject>(
  tx: Tx,
  definition: JobDefinition<P>,
  payload: z.input<P>,
  runAt?: Date,
): Promise<void> => {
  await sql`select ${addingOne(tx, definition, payload, runAt)}`.execute(tx)
}

/** Several at once, in the order of their keys: two who add the same ones never wait for each other in a circle. */
export async function enqueueAll<P extends z.ZodObject>(
  tx: Tx,
  definition: JobDefinition<P>,
  payloads: z.input<P>[],
  runAt?: Date,
): Promise<void> {
  const { rows, add } = adding(tx, definition, payloads, runAt)
  await sql`select ${add} from (select * from unnest(${rows.payload}::text[], ${rows.key}::text[], ${rows.queue}::text[])
    as j (payload, key, queue) order by key) j`.execute(tx)
}

/** What waits under these keys is no longer wanted. One that has begun goes on. */
export async function forgetAll<P extends z.ZodObject>(
  tx: Tx,
  definition: JobDefinition<P>,
  payloads: z.input<P>[],
): Promise<void> {
  const keys = payloads.map((payload) => keyOf(definition, definition.payload.parse(payload)))
  await sql`select forget_job(key) from unnest(${keys}::text[]) as k (key) order by key`.execute(tx)
}

/** For a statement that does something and adds jobs: a row of each payload, and what adds the job of a row. */
export function adding<P extends z.ZodObject>(
  tx: Tx,
  definition: JobDefinition<P>,
  payloads: z.input<P>[],
  runAt?: Date,
) {
  const jobs = payloads.map((payload) => toAdd(definition, payload))
  const rows = {
    payload: jobs.map(({ payload }) => payload),
    key: jobs.map(({ key }) => key),
    queue: jobs.map(({ queue }) => queue),
  }
  const row = { payload: sql`payload::json`, key: sql`key`, queue: sql`queue` }
  return { rows, add: addRow(tx, definition, row, payloads.length, runAt) }
}

/** The same for one job. Its values stand in the statement itself: one that unpacks lists is planned anew every time. */
export function addingOne<P extends z.ZodObject>(
  tx: Tx,
  definition: JobDefinition<P>,
  payload: z.input<P>,
  runAt?: Date,
) {
  const made = toAdd(definition, payload)
  const row = { payload: sql`${made.payload}::json`, key: sql`${made.key}::text`, queue: sql`${made.queue}::text` }
  return addRow(tx, definition, row, 1, runAt)
}

function toAdd<P extends z.ZodObject>(definition: JobDefinition<P>, given: z.input<P>) {
  const payload = definition.payload.parse(given)
  return {
    payload: JSON.stringify(payload),
    key: keyOf(definition, payload),
    queue: definition.queue?.(payload) ?? null,
  }
}

type Fragment = ReturnType<typeof sql>

function addRow<P extends z.ZodObject>(
  tx: Tx,
  { name, attempts, priority = 0, keeps_time, serves_all }: JobDefinition<P>,
  { payload, key, queue }: { payload: Fragment; key: Fragment; queue: Fragment },
  count: number,
  runAt?: Date,
): Fragment {
  if (serves_all && !runAt) return sql`wake_job(${name}, ${payload}, ${key}, ${attempts}, ${queue}, ${priority})`
  // What is not due yet is found when it is.
  if (!runAt || runAt.getTime() <= Date.now()) afterCommit(tx, (pool) => announce(pool, count))
  return sql`enqueue_quietly(${name}, ${payload}, ${key}, ${attempts}, ${runAt ?? null}::timestamptz, ${queue},
    ${priority}, ${keeps_time === true}::boolean)`
}

const ANNOUNCE_EVERY_MS = 10
const unannounced = new WeakMap<pg.Pool, number>()

/**
 * Tells the workers that there are jobs: the first one at once, those that come meanwhile together. It is a hint, so
 * nobody waits for it or for its disk: a worker that was not told looks by itself every second.
 */
function announce(pool: pg.Pool, count: number): void {
  const before = unannounced.get(pool)
  unannounced.set(pool, (before ?? 0) + count)
  if (before === undefined) void announceAll(pool)
}

async function announceAll(pool: pg.Pool): Promise<void> {
  for (let count = unannounced.get(pool) ?? 0; count > 0; count = unannounced.get(pool) ?? 0) {
    unannounced.set(pool, 0)
    const said = JSON.stringify({ r: Math.random(), count })
    await pool
      .query(`select set_config('synchronous_commit', 'off', true), pg_notify('jobs:insert', $1)`, [said])
      .catch(() => {})
    await new Promise((done) => setTimeout(done, ANNOUNCE_EVERY_MS).unref())
  }
  unannounced.delete(pool)
}

/** What the clock or a start asks for is asked for once, however many workers start: its name is its key. */
const isTimed = ({ cron, at_start }: Pick<JobDefinition, 'cron' | 'at_start'>) =>
  cron !== undefined || at_start === true

const keyOf = <P extends z.ZodObject>(definition: JobDefinition<P>, payload: z.output<P>): string | null =>
  definition.key ? `${definition.name}:${definition.key(payload)}` : isTimed(definition) ? definition.name : null

/** Runs jobs until stopped. Several workers on one database share the work. */
export async function runJobs(
  runtime: Runtime,
  jobs: Job[],
): Promise<{ stop: () => Promise<void>; /** The names under which jobs are taken. */ holds: () => string[] }> {
  const { DATABASE_URL, WORKER_CONCURRENCY, BACKGROUND_CONCURRENCY } = runtime.config
  const names = new Set<string>()
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => names.add(workerPool.id))
  // The engine keeps its own tables and needs the URL's own role for them; handlers get the app's pool.
  const pgPool = new pg.Pool({
    connectionString: DATABASE_URL,
    max: WORKER_CONCURRENCY + BACKGROUND_CONCURRENCY + 4,
    application_name: 'omni-worker',
  })
  pgPool.on('error', () => {}) // a broken connection is replaced; the engine tries again by itself
  pgPool.on('connect', (client) => {
    client.on('error', () => {})
  })
  const all = [...jobs, buryJob(jobs)]
  const start = (some: Job[], concurrency: number) =>
    run({
      pgPool,
      concurrency,
      noHandleSignals: true,
      pollInterval: 1000,
      logger: runtime.jobLogger,
      events,
      taskList: Object.fromEntries(some.map((entry) => [entry.definition.name, task(runtime, entry)])),
      parsedCronItems: parseCronItems(some.flatMap(({ definition }) => cronOf(definition))),
    })
  const isBackground = ({ definition }: Job) => definition.background === true
  const runners = await Promise.all([
    start(
      all.filter((entry) => !isBackground(entry)),
      WORKER_CONCURRENCY,
    ),
    start(all.filter(isBackground), BACKGROUND_CONCURRENCY),
  ])
  for (const { definition } of all)
    if (definition.at_start) await runtime.db({}).tx((tx) => enqueue(tx, definition, {}))
  Promise.all(runners.map(({ promise }) => promise))
    .finally(() => pgPool.end())
    .catch(() => {})
  return {
    stop: async () => {
      await Promise.all(runners.map((runner) => runner.stop()))
    },
    holds: () => [...names],
  }
}

function cronOf(definition: JobDefinition) {
  const { name, cron, attempts } = definition
  if (!cron) return []
  const jobKey = keyOf(definition, {})
  const queueName = definition.queue?.({})
  const options = {
    maxAttempts: attempts,
    backfillPeriod: 0,
    ...(jobKey !== null && { jobKey }),
    ...(queueName !== undefined && { queueName }),
    ...(definition.priority !== undefined && { priority: definition.priority }),
  }
  return [{ task: name, match: cron, identifier: name, options }]
}

const task =
  (runtime: Runtime, { definition, run: handle }: Job): TaskList[string] =>
  async (payload, helpers) => {
    const { id, attempts } = helpers.job
    // Cron adds a `_cron` note to the payload; handlers see only their own fields (zod drops the rest).
    const scope = definition.scope?.(definition.payload.parse(payload)) ?? {}
    const stop = jobSeconds.startTimer({ job: definition.name })
    try {
      await handle(runtime.jobCtx(scope, String(id), attempts), payload)
      stop({ outcome: 'done' })
    } catch (error) {
      stop({ outcome: 'failed' })
      // The vendor's final no: trying again would be answered the same.
      const isFinal = error instanceof VendorError && !error.retryable
      const wait_s = error instanceof VendorError ? (error.retry_after_s ?? 0) : 0
      // Written before the engine notes the failure: it adds its own pause to this time, and counts against this limit.
      if (isFinal || wait_s > 0)
        await helpers.withPgClient((client) =>
          client.query(
            `update graphile_worker._private_jobs set max_attempts = case when $2 then attempts else max_attempts end,
             run_at = greatest(run_at, now() + make_interval(secs => $3)) where id = $1`,
            [id, isFinal, wait_s],
          ),
        )
      const context = { job: definition.name, job_id: String(id), attempt: attempts, err: error }
      runtime.log.warn(context, isFinal ? 'job failed, the vendor said no' : 'job failed')
      throw error
    }
  }

const BURIED_AT_ONCE = 100
/** The database adds one, under this key and queue, whenever the engine gives a job up (migration 0024). */
const bury = job('jobs.bury', {
  payload: z.object({}),
  attempts: 3,
  cron: '* * * * *',
  at_start: true,
  key: () => 'all',
  queue: () => 'jobs.bury',
})

/** Every job that will not be tried again is recorded, shown where its area says so, and removed from the engine. */
function buryJob(jobs: Job[]): Job {
  const byName = new Map(jobs.map((entry) => [entry.definition.name, entry]))
  return work(bury, async (ctx) => {
    await ctx.db.tx((tx) => sql`delete from job_failures where failed_at < now() - interval '90 days'`.execute(tx))
    const { rows } = await ctx.db.tx((tx) =>
      sql<ExhaustedJob>`select job_id, job, payload, tries, error, key from exhausted_jobs(${BURIED_AT_ONCE})`.execute(
        tx,
      ),
    )
    for (const { job_id, job: name, payload, tries, error, key } of rows) {
      const entry = byName.get(name)
      // A later job took its key, and with it the work: nothing was given up.
      if (key === null && entry && (entry.definition.key || isTimed(entry.definition))) {
        await ctx.db.tx((tx) => sql`select bury_job(${job_id})`.execute(tx))
        continue
      }
      ctx.log.error({ job: name, job_id, tries, error }, 'job given up')
      const failure_id = await ctx.db.tx(async (tx) => {
        await sql`insert into job_failures (job_id, job, payload, tries, error)
          values (${job_id}, ${name}, ${JSON.stringify(payload)}::jsonb, ${tries}, ${error.slice(0, 2000)})
          on conflict (job_id) do nothing`.execute(tx)
        const row = await tx
          .selectFrom('job_failures')
          .select('failure_id')
          .where('job_id', '=', job_id)
          .executeTakeFirstOrThrow()
        return row.failure_id
      })
      jobsExhausted.inc({ job: name })
      const parsed = entry?.definition.payload.safeParse(payload)
      if (entry?.exhausted && parsed?.success) {
        const scope = entry.definition.scope?.(parsed.data) ?? {}
        await entry.exhausted({ ...ctx, db: ctx.as(scope) }, payload, { failure_id, error, tries })
      }
      // Last: killed before this, the next round does it again, and `exhausted` is safe to run twice.
      await ctx.db.tx((tx) => sql`select bury_job(${job_id})`.execute(tx))
    }
  })
}

interface ExhaustedJob {
  job_id: number
  job: string
  payload: unknown
  tries: number
  error: string
  key: string | null
}
