import { VendorError } from '@omni/connectors/vendor-error.ts'
import { EventEmitter } from 'node:events'
import { parseCronItems, run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import type { z } from 'zod'
import type { JobCtx } from './ctx.ts'
import type { Scope, Tx } from './db.ts'
import { jobSeconds } from './metrics.ts'
import type { Runtime } from './runtime.ts'

export interface JobDefinition<P extends z.ZodObject = z.ZodObject> {
  name: string
  payload: P
  attempts: number
  /** One live job per key; a later one takes the earlier one's place. */
  key?: (payload: z.output<P>) => string
  /** Whose data the handler may touch. */
  scope?: (payload: z.output<P>) => Scope
  /** Crontab of five fields, UTC. */
  cron?: string
  /** Also once whenever a worker starts: for what a fresh installation must not wait an hour for. */
  at_start?: boolean
}

export interface Job {
  definition: JobDefinition
  run: (ctx: JobCtx, payload: unknown) => Promise<void>
}

/** Declares a job; its handler is bound by `work`, so that operations can enqueue without knowing it. */
export const job = <P extends z.ZodObject>(name: string, definition: Omit<JobDefinition<P>, 'name'>): JobDefinition<P> => ({ name, ...definition })

/** Binds a handler. It must be safe to run twice: a worker can die after the work and before the note of it. */
export const work = <P extends z.ZodObject>(definition: JobDefinition<P>, handler: (ctx: JobCtx, payload: z.output<P>) => Promise<void>): Job => ({
  // Stored beside jobs of other payloads; `run` checks the payload before the handler sees it.
  definition: definition as unknown as JobDefinition,
  run: (ctx, payload) => handler(ctx, definition.payload.parse(payload)),
})

/** Adds a job in the caller's transaction: no commit, no job. */
export async function enqueue<P extends z.ZodObject>(tx: Tx, definition: JobDefinition<P>, payload: z.input<P>, runAt?: Date): Promise<void> {
  const checked = definition.payload.parse(payload)
  await sql`select enqueue_job(${definition.name}, ${JSON.stringify(checked)}::json, ${definition.key ? `${definition.name}:${definition.key(checked)}` : null},
    ${definition.attempts}, ${runAt ?? null})`.execute(tx)
}

/** Runs jobs until stopped. Several workers on one database share the work. */
export async function runJobs(runtime: Runtime, jobs: Job[]): Promise<{ runner: Runner; /** The names under which jobs are taken. */ holds: () => string[] }> {
  const names = new Set<string>()
  const events: WorkerEvents = new EventEmitter()
  events.on('worker:create', ({ worker }) => names.add(worker.workerId))
  // The engine keeps its own tables and needs the URL's own role for them; handlers get the app's pool.
  const pgPool = new pg.Pool({ connectionString: runtime.config.DATABASE_URL, max: runtime.config.WORKER_CONCURRENCY + 2, application_name: 'omni-worker' })
  pgPool.on('error', () => {}) // a broken connection is replaced; the engine tries again by itself
  pgPool.on('connect', (client) => { client.on('error', () => {}) })
  const taskList: TaskList = Object.fromEntries(jobs.map((entry) => [entry.definition.name, task(runtime, entry)]))
  const crons = jobs.flatMap(({ definition: { name, cron, attempts } }) =>
    cron ? [{ task: name, match: cron, identifier: name, options: { maxAttempts: attempts, backfillPeriod: 0, jobKey: name } }] : [])
  const runner = await run({
    pgPool, taskList, concurrency: runtime.config.WORKER_CONCURRENCY, noHandleSignals: true, pollInterval: 1000,
    parsedCronItems: parseCronItems(crons), logger: runtime.jobLogger, events,
  })
  for (const { definition } of jobs) if (definition.at_start) await runtime.db({}).tx((tx) => enqueue(tx, definition, {}))
  runner.promise.finally(() => pgPool.end()).catch(() => {})
  return { runner, holds: () => [...names] }
}

const task = (runtime: Runtime, { definition, run: handle }: Job): TaskList[string] => async (payload, helpers) => {
  const id = String(helpers.job.id)
  // Cron adds a `_cron` note to the payload; handlers see only their own fields (zod drops the rest).
  const scope = definition.scope?.(definition.payload.parse(payload)) ?? {}
  const stop = jobSeconds.startTimer({ job: definition.name })
  try {
    await handle(runtime.jobCtx(scope, id, helpers.job.attempts), payload)
    stop({ outcome: 'done' })
  } catch (error) {
    stop({ outcome: 'failed' })
    if (error instanceof VendorError && !error.retryable) {
      // The vendor's final no: trying again would say the same, so the job ends here and the operator reads why.
      runtime.log.error({ job: definition.name, job_id: id, err: error }, 'job given up')
      return
    }
    runtime.log.warn({ job: definition.name, job_id: id, attempt: helpers.job.attempts, err: error }, 'job failed, will be tried again')
    throw error
  }
}
