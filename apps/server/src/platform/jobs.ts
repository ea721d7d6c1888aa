import { sql } from 'kysely'
import type { z } from 'zod'
import type { JobCtx } from './ctx.ts'
import type { Scope, Tx } from './db.ts'

export interface JobDefinition<P extends z.ZodObject = z.ZodObject> {
  name: string
  payload: P
  attempts: number
  /**
   * One job per key: asked for again while it waits, it has the newer payload and time; while it runs, it runs once more
   * afterwards. Jobs by the clock or at a start have a key anyway.
   */
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
interface Exhaustion {
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
  await sql`select ${addingOne(definition, payload, runAt)}`.execute(tx)
}

/** Several at once, in the order of their keys: two who add the same ones never wait for each other in a circle. */
export async function enqueueAll<P extends z.ZodObject>(
  tx: Tx,
  definition: JobDefinition<P>,
  payloads: z.input<P>[],
  runAt?: Date,
): Promise<void> {
  if (payloads.length === 0) return
  const { rows, add } = adding(definition, payloads, runAt)
  await sql`select ${add} from (select * from unnest(${rows.payload}::text[], ${rows.key}::text[], ${rows.queue}::text[])
    as j (payload, key, queue) order by key) j`.execute(tx)
}

/** What waits under these keys is no longer wanted. One that runs goes on. */
export async function cancelAll<P extends z.ZodObject>(
  tx: Tx,
  definition: JobDefinition<P>,
  payloads: z.input<P>[],
): Promise<void> {
  if (payloads.length === 0) return
  const keys = payloads.map((payload) => keyOf(definition, definition.payload.parse(payload)))
  await sql`select cancel_job(key) from unnest(${keys}::text[]) as k (key) order by key`.execute(tx)
}

/** For a statement that does something and adds jobs: a row of each payload, and what adds the job of a row. */
export function adding<P extends z.ZodObject>(definition: JobDefinition<P>, payloads: z.input<P>[], runAt?: Date) {
  const jobs = payloads.map((payload) => toAdd(definition, payload))
  const rows = {
    payload: jobs.map(({ payload }) => payload),
    key: jobs.map(({ key }) => key),
    queue: jobs.map(({ queue }) => queue),
  }
  const row = { payload: sql`payload::json`, key: sql`key`, queue: sql`queue` }
  return { rows, add: addRow(definition, row, runAt) }
}

/** The same for one job. Its values stand in the statement itself: one that unpacks lists is planned anew every time. */
export function addingOne<P extends z.ZodObject>(definition: JobDefinition<P>, payload: z.input<P>, runAt?: Date) {
  const made = toAdd(definition, payload)
  const row = { payload: sql`${made.payload}::json`, key: sql`${made.key}::text`, queue: sql`${made.queue}::text` }
  return addRow(definition, row, runAt)
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
  { name, attempts, priority = 0, keeps_time, serves_all }: JobDefinition<P>,
  { payload, key, queue }: { payload: Fragment; key: Fragment; queue: Fragment },
  runAt?: Date,
): Fragment {
  if (serves_all && !runAt) return sql`ensure_job(${name}, ${payload}, ${key}, ${attempts}, ${queue}, ${priority})`
  return sql`enqueue_job(${name}, ${payload}, ${key}, ${attempts}, ${runAt ?? null}::timestamptz, ${queue},
    ${priority}, ${keeps_time === true}::boolean)`
}

/** What the clock or a start asks for is asked for once, however many workers start: its name is its key. */
const isTimed = ({ cron, at_start }: Pick<JobDefinition, 'cron' | 'at_start'>) =>
  cron !== undefined || at_start === true

export const keyOf = <P extends z.ZodObject>(definition: JobDefinition<P>, payload: z.output<P>): string | null =>
  definition.key ? `${definition.name}:${definition.key(payload)}` : isTimed(definition) ? definition.name : null
