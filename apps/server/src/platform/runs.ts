import { sql } from 'kysely'
import { z } from 'zod'
import type { JobCtx } from './ctx.ts'
import type { Tx } from './db.ts'
import { enqueue, job } from './jobs.ts'
import type { Params, TextKey } from './messages.ts'
import { publish } from './realtime.ts'

/** How long a run is kept and can be taken back (spec: not shown). */
export const UNDO_DAYS = 30
const DAY_MS = 86_400_000

export interface Run {
  run_id: string
  workplace_id: string
  user_id: string
  kind: string
  input: unknown
  total: number
  /** Rows that came to an end before this turn. */
  worked: number
  /** Of an undo: the run it takes back. */
  undoes: string | null
}

/** What a row is about: a product of ours (its id), a supplier's product (`source:id`), later an order. */
export interface Subject {
  subject_kind: string
  subject_id: string
}
export interface RunRow extends Subject {
  row: number
  title: string
  input: unknown
}

/** What came of a row. `made`: ids of what it created, which an undo removes again. `conflicts`: what an undo left. */
interface RowResult {
  made?: string[]
  conflicts?: { field: string; wanted: unknown; now: unknown }[]
  /** Of an undo: whether anything was put back. */
  restored?: boolean
}
export type RowOutcome =
  | { row: number; ok: true; subject?: Subject; result?: RowResult; title?: string; image?: string | null }
  | { row: number; ok: false; error_key: TextKey; error_params?: Params }

interface Rows {
  /** How many rows are worked in one transaction. */
  chunk: number
  /** In the transaction that notes the outcomes. */
  rows: (tx: Tx, ctx: JobCtx, run: Run, rows: readonly RunRow[]) => Promise<RowOutcome[]>
}

/** The definition of a kind of run: what operations start. Its work is bound by an area's `Feature.runs`. */
export interface RunKind<I extends z.ZodType = z.ZodType> {
  name: string
  input: I
  undoable: boolean
}

/** A turn of a run. Turns of other runs may be waiting for its place. */
interface RunTurn {
  /** Whether they are: then each should do as little at a time as any other. */
  short: () => boolean
  /** Works these rows already, while `prepare` goes on with others. */
  note: (rows: readonly RunRow[]) => Promise<void>
}

/** How the rows of a kind are worked and taken back. */
export interface RunWork extends Rows {
  kind: RunKind
  /** May ask vendors. Says which rows can be worked now; none: it is asked again a little later. */
  prepare?: (ctx: JobCtx, run: Run, rows: readonly RunRow[], turn: RunTurn) => Promise<RunRow[]>
  /** The rows of an undo have the subject and, as input, the result of the row they take back. */
  undo?: Rows
  /** Once, when the last row of a run or of its undo is done. */
  finished?: (tx: Tx, run: Run) => Promise<void>
}

export const runKind = <I extends z.ZodType>(name: string, kind: { input: I; undoable: boolean }): RunKind<I> => ({
  name,
  ...kind,
})

/** The kind of every undo; how its rows are worked is said by the kind of the run it takes back. */
export const UNDO = runKind('undo', { input: z.object({ kind: z.string() }), undoable: false })

/** Works through the rows of a run; killed anywhere, it goes on with the first row that is not done. */
export const workRun = job('runs.work', {
  payload: z.object({ run_id: z.string(), workplace_id: z.string(), user_id: z.string() }),
  attempts: 25,
  key: ({ run_id }) => run_id,
  scope: ({ workplace_id, user_id }) => ({ workplace_id, user_id }),
})

/** Removes what nobody can take back any more. One a day and workplace. */
export const purgeRuns = job('runs.purge', {
  payload: z.object({ workplace_id: z.string(), day: z.string() }),
  attempts: 10,
  key: ({ workplace_id, day }) => `${workplace_id} ${day}`,
  scope: ({ workplace_id }) => ({ workplace_id }),
})

export interface NewRow extends Subject {
  title: string
  image: string | null
  input?: unknown
}
interface Who {
  workplace_id: string
  user_id: string
}

/** Writes down what is to be done, row by row, and has a worker do it; in the caller's transaction. */
export async function startRun<I extends z.ZodType>(
  tx: Tx,
  who: Who,
  kind: RunKind<I>,
  input: z.input<I>,
  rows: readonly NewRow[],
  now: Date,
): Promise<string> {
  const run_id = await insertRun(tx, who, kind, input, rows.length, now)
  await insertRows(tx, who.workplace_id, run_id, rows, 'processing')
  await enqueue(tx, workRun, { run_id, workplace_id: who.workplace_id, user_id: who.user_id })
  return run_id
}

/** Notes what was done in this transaction already, so that it can be taken back. The tracker does not show it. */
export async function recordRun<I extends z.ZodType>(
  tx: Tx,
  who: Who,
  kind: RunKind<I>,
  input: z.input<I>,
  rows: readonly NewRow[],
  now: Date,
): Promise<string> {
  const run_id = await insertRun(tx, who, kind, input, rows.length, now)
  await insertRows(tx, who.workplace_id, run_id, rows, 'success')
  await tx
    .updateTable('runs')
    .set({ done: rows.length, ended_at: now, closed_at: now })
    .where('workplace_id', '=', who.workplace_id)
    .where('run_id', '=', run_id)
    .execute()
  return run_id
}

export async function insertRun<I extends z.ZodType>(
  tx: Tx,
  { workplace_id, user_id }: Who,
  kind: RunKind<I>,
  input: z.input<I>,
  total: number,
  now: Date,
): Promise<string> {
  const { run_id } = await tx
    .insertInto('runs')
    .values({
      workplace_id,
      user_id,
      kind: kind.name,
      input: JSON.stringify(kind.input.parse(input)),
      undoable: kind.undoable,
      total,
      created_at: now,
    })
    .returning('run_id')
    .executeTakeFirstOrThrow()
  await publish(tx, user_id, 'jobs.changed', { run_id, kind: kind.name, finished: false })
  const day = now.toISOString().slice(0, 10)
  await enqueue(tx, purgeRuns, { workplace_id, day }, new Date(now.getTime() + (UNDO_DAYS + 1) * DAY_MS))
  return run_id
}

async function insertRows(
  tx: Tx,
  workplace_id: string,
  run_id: string,
  rows: readonly NewRow[],
  status: 'processing' | 'success',
): Promise<void> {
  const all = rows.map(({ subject_kind, subject_id, title, image, input }, at) => ({
    row: at,
    subject_kind,
    subject_id,
    title,
    image,
    input: input ?? {},
  }))
  await sql`
    insert into run_rows (workplace_id, run_id, row, subject_kind, subject_id, title, image, input, status)
    select ${workplace_id}, ${run_id}, r.row, r.subject_kind, r.subject_id, r.title, r.image, r.input, ${status}
    from jsonb_to_recordset(${JSON.stringify(all)}::jsonb)
      as r (row int, subject_kind text, subject_id text, title text, image text, input jsonb)`.execute(tx)
}
