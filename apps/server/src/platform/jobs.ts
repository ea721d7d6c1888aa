import { VendorError } from '@omni/connectors/vendor-error.ts'
import { EventEmitter } from 'node:events'
import { parseCronItems, run, type TaskList, type WorkerEvents } from 'graphile-worker'
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
  /**
   * Nobody waits for it, and it may take long. It has places of its own: a full catalogue round must not hold up a
   * mail.
   */
  background?: boolean
}

export interface Job {
  definition: JobDefinition
  run: (ctx: JobCtx, payload: unknown) => Promise<void>
}

/** Declares a job; its handler is bound by `work`, so that operations can enqueue without knowing it. */
export const job = <P extends z.ZodObject>(
  name: string,
  definition: Omit<JobDefinition<P>, 'name'>,
): JobDefinition<P> => ({ name, ...definition })

/** Binds a handler. It must be safe to run twice: a worker can die after the work and before the note of it. */
export const work = <P extends z.ZodObject>(
  definition: JobDefinition<P>,
  handler: (ctx: JobCtx, payload: z.output<P>) => Promise<void>,
): Job => ({
  // Stored beside jobs of other payloads; `run` checks the payload before the handler sees it.
  definition: definition as unknown as JobDefinition,
  run: (ctx, payload) => handler(ctx, definition.payload.parse(payload)),
})

/** Adds a job in the caller's transaction: no commit, no job. */
export async function enqueue<P extends z.ZodObject>(
  tx: Tx,
  definition: JobDefinition<P>,
  payload: z.input<P>,
  runAt?: Date,
): Promise<void> {
  const checked = definition.payload.parse(payload)
  await sql`select enqueue_job(${definition.name}, ${JSON.stringify(checked)}::json, ${keyOf(definition, checked)},
    ${definition.attempts}, ${runAt ?? null})`.execute(tx)
}

const keyOf = <P extends z.ZodObject>({ name, key }: JobDefinition<P>, payload: z.output<P>) =>
  key ? `${name}:${key(payload)}` : null

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
      jobs.filter((one) => !isBackground(one)),
      WORKER_CONCURRENCY,
    ),
    start(jobs.filter(isBackground), BACKGROUND_CONCURRENCY),
  ])
  for (const { definition } of jobs)
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
  const jobKey = keyOf(definition, {})
  return cron
    ? [
        {
          task: name,
          match: cron,
          identifier: name,
          options: { maxAttempts: attempts, backfillPeriod: 0, ...(jobKey !== null && { jobKey }) },
        },
      ]
    : []
}

const task =
  (runtime: Runtime, { definition, run: handle }: Job): TaskList[string] =>
  async (payload, helpers) => {
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
      runtime.log.warn(
        { job: definition.name, job_id: id, attempt: helpers.job.attempts, err: error },
        'job failed, will be tried again',
      )
      throw error
    }
  }
