import { VendorError } from '@omni/connectors/vendor-error.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import { isDatabaseAway, type Tx } from '../../platform/db.ts'
import { enqueue, type Job, work } from '../../platform/jobs.ts'
import { publish } from '../../platform/realtime.ts'
import { isRefusal } from '../../platform/refuse.ts'
import { type RowOutcome, type Run, type RunRow, type RunWork, UNDO, workRun } from '../../platform/runs.ts'
import { allOrEach } from '../../platform/together.ts'
import { type TurnQueue, turnQueue } from './turn-queue.ts'

const GIVEN_UP_AT_ONCE = 1000
/** How soon a run looks again whose rows wait for somebody outside. No failure: nothing counts against its tries. */
const LOOK_AGAIN_MS = 3_000
/** A turn of one run, then the others have theirs: there may be more runs than places. While there are, it is a slice. */
const TURN_MS = 5_000

type Rows = Pick<RunWork, 'chunk' | 'rows' | 'prepare' | 'finished'>

/**
 * Worked a slice at a time, each in one transaction with its outcomes: killed anywhere, what is noted is done and
 * nothing is done twice.
 */
export const workRunJob = (kinds: readonly RunWork[], queue = turnQueue()): Job =>
  work(workRun, (ctx, { run_id, workplace_id }) => runRows(ctx, kinds, queue, workplace_id, run_id), {
    exhausted: (ctx, { run_id, workplace_id }) => giveUp(ctx, kinds, workplace_id, run_id),
  })

const openRun = (ctx: JobCtx, workplace_id: string, run_id: string) =>
  ctx.db.read((tx) =>
    tx
      .selectFrom('runs')
      .select(['run_id', 'workplace_id', 'user_id', 'kind', 'input', 'total', 'undoes'])
      .select(sql<number>`done + failed`.as('worked'))
      .where('workplace_id', '=', workplace_id)
      .where('run_id', '=', run_id)
      .where('ended_at', 'is', null)
      .executeTakeFirst(),
  )

async function runRows(
  ctx: JobCtx,
  kinds: readonly RunWork[],
  queue: TurnQueue,
  workplace_id: string,
  run_id: string,
): Promise<void> {
  queue.begin(run_id)
  const run = await openRun(ctx, workplace_id, run_id)
  if (!run) return
  const rows = workOf(kinds, run)
  const until = performance.now() + TURN_MS
  for (let slices = 0; ; slices++) {
    const waiting = await ctx.db.read((tx) => waitingRows(tx, run, rows.chunk, false))
    if (waiting.length === 0) break
    // Others that were begun with it are not known yet, and those that ask vendors take long.
    const isNew = run.worked === 0 && rows.prepare !== undefined
    const short = () => isNew || queue.others(run_id)
    if (performance.now() > until || (slices > 0 && short())) {
      queue.leave(run_id)
      return goOnAt(ctx, run, ctx.clock())
    }
    let noted = 0
    const note = async (some: readonly RunRow[]) => {
      noted += some.length
      await workRows(ctx, run, rows, some)
    }
    await note(rows.prepare ? await rows.prepare(ctx, run, waiting, { short, note }) : waiting)
    if (noted === 0) return goOnAt(ctx, run, new Date(ctx.clock().getTime() + LOOK_AGAIN_MS))
  }
  await finish(ctx, run, rows)
}

/** One bad row must not hold up the others: each is worked alone then, and the one that fails says so. */
async function workRows(ctx: JobCtx, run: Run, work: Rows, some: readonly RunRow[]): Promise<void> {
  const numbers = some.map(({ row }) => row)
  const outcomes = await allOrEach(numbers, (rows) => workSlice(ctx, run, work, rows), isPassing)
  for (const [at, outcome] of outcomes.entries())
    if (outcome.status === 'rejected') await recordError(ctx, run, numbers[at] ?? 0, outcome.reason)
}

async function goOnAt(ctx: JobCtx, { run_id, workplace_id, user_id }: Run, at: Date): Promise<void> {
  await ctx.db.tx((tx) => enqueue(tx, workRun, { run_id, workplace_id, user_id }, at))
}

/** The job will not be tried again: what is left of the run failed, and its owner sees that and may retry. */
async function giveUp(ctx: JobCtx, kinds: readonly RunWork[], workplace_id: string, run_id: string): Promise<void> {
  const run = await openRun(ctx, workplace_id, run_id)
  if (!run) return
  for (;;) {
    const left = await ctx.db.tx(async (tx) => {
      const rows = await waitingRows(tx, run, GIVEN_UP_AT_ONCE, true)
      await recordOutcomes(
        tx,
        run,
        rows.map(({ row }) => ({ row, ok: false, error_key: 'runs.row_failed' })),
      )
      return rows.length
    })
    if (left === 0) break
  }
  await finish(ctx, run, workOf(kinds, run))
}

/** An undo is worked by the kind of the run it takes back. */
function workOf(kinds: readonly RunWork[], run: Run): Rows {
  const name = run.kind === UNDO.name ? UNDO.input.parse(run.input).kind : run.kind
  const work = kinds.find(({ kind }) => kind.name === name)
  if (!work) throw new Error(`no area works runs of kind ${name}`)
  if (run.kind !== UNDO.name) return work
  if (!work.undo) throw new Error(`runs of kind ${name} cannot be undone`)
  return { ...work.undo, ...(work.finished && { finished: work.finished }) }
}

/** Trouble with the database or a vendor that passes: the job is tried again and goes on where it is. */
const isPassing = (error: unknown) => (error instanceof VendorError && error.down) || isDatabaseAway(error)

async function waitingRows(
  tx: Tx,
  run: Run,
  limit: number,
  lock: boolean,
  only?: readonly number[],
): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select row, subject_kind, subject_id, title, input from run_rows
    where workplace_id = ${run.workplace_id} and run_id = ${run.run_id} and status = 'processing'
      ${only ? sql`and row = any(${[...only]}::int[])` : sql``}
    order by row limit ${limit} ${lock ? sql`for update skip locked` : sql``}`.execute(tx)
  return rows
}

async function workSlice(ctx: JobCtx, run: Run, work: Rows, numbers: readonly number[]): Promise<void[]> {
  await ctx.db.tx(async (tx) => {
    const rows = await waitingRows(tx, run, numbers.length, true, numbers)
    if (rows.length === 0) return // another worker has them
    await recordOutcomes(tx, run, await work.rows(tx, ctx, run, rows))
  })
  return numbers.map(() => undefined)
}

async function recordError(ctx: JobCtx, run: Run, row: number, error: unknown): Promise<void> {
  if (isPassing(error)) throw error
  ctx.log.error({ err: error, run_id: run.run_id, row }, 'a row of a run failed')
  const error_key = (isRefusal(error) && error.key) || 'runs.row_failed'
  await ctx.db.tx((tx) =>
    recordOutcomes(tx, run, [{ row, ok: false, error_key, ...(isRefusal(error) && { error_params: error.params }) }]),
  )
}

const toNote = (outcome: RowOutcome) =>
  outcome.ok
    ? {
        row: outcome.row,
        status: 'success',
        subject_kind: outcome.subject?.subject_kind ?? null,
        subject_id: outcome.subject?.subject_id ?? null,
        result: outcome.result ?? {},
        title: outcome.title ?? null,
        image: outcome.image ?? null,
        error_key: null,
        error_params: {},
      }
    : {
        row: outcome.row,
        status: 'error',
        result: {},
        error_key: outcome.error_key,
        error_params: outcome.error_params ?? {},
      }

async function recordOutcomes(tx: Tx, run: Run, outcomes: readonly RowOutcome[]): Promise<void> {
  const { workplace_id, run_id, kind } = run
  await sql`
    update run_rows r set status = n.status, result = n.result,
      subject_kind = coalesce(n.subject_kind, r.subject_kind), subject_id = coalesce(n.subject_id, r.subject_id),
      title = coalesce(n.title, r.title), image = coalesce(n.image, r.image),
      error_key = n.error_key, error_params = n.error_params
    from jsonb_to_recordset(${JSON.stringify(outcomes.map(toNote))}::jsonb)
      as n (row int, status text, subject_kind text, subject_id text, result jsonb, title text, image text,
        error_key text, error_params jsonb)
    where r.workplace_id = ${workplace_id} and r.run_id = ${run_id} and r.row = n.row
      and r.status = 'processing'`.execute(tx)
  const done = outcomes.filter(({ ok }) => ok).length
  await sql`
    update runs set done = done + ${done}, failed = failed + ${outcomes.length - done}
    where workplace_id = ${workplace_id} and run_id = ${run_id}`.execute(tx)
  await publish(tx, run.user_id, 'jobs.changed', { run_id, kind, finished: false })
}

/** Whoever works the last row ends the run; once. */
async function finish(ctx: JobCtx, run: Run, { finished }: Rows): Promise<void> {
  const { workplace_id, run_id, user_id, kind, undoes } = run
  await ctx.db.tx(async (tx) => {
    const ended = await tx
      .updateTable('runs')
      .set({ ended_at: ctx.now })
      .where('workplace_id', '=', workplace_id)
      .where('run_id', '=', run_id)
      .where('ended_at', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('run_rows')
              .select('row')
              .where('workplace_id', '=', workplace_id)
              .where('run_id', '=', run_id)
              .where('status', '=', 'processing'),
          ),
        ),
      )
      .returning('run_id')
      .executeTakeFirst()
    if (!ended) return
    if (undoes !== null)
      await tx
        .updateTable('runs')
        .set({ undone_at: ctx.now })
        .where('workplace_id', '=', workplace_id)
        .where('run_id', '=', undoes)
        .where('undone_at', 'is', null)
        .execute()
    await finished?.(tx, run)
    await publish(tx, user_id, 'jobs.changed', { run_id, kind, finished: true })
  })
}
