import type { jobTrackerCalls } from '@omni/contracts/job-tracker.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import type { JobEntry } from '@omni/contracts/products.fields.ts'
import { jobKey, type JobStatus, mayClose } from '@omni/domain/job-tracker/jobs.ts'
import { isSource } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { enqueue } from '../../platform/jobs.ts'
import { type Params, say } from '../../platform/messages.ts'
import { refuse } from '../../platform/refuse.ts'
import { tell } from '../../platform/realtime.ts'
import { workRun } from './jobs.ts'
import { UNDO_DAYS } from './start-run.ts'

type Calls = typeof jobTrackerCalls
/** A run of at most this many shows each product; a longer one is one entry with its progress. */
const EACH = 20
const MAX_ENTRIES = 200
const MAX_ROWS = 1000

interface RunRecord {
  run_id: string
  kind: Exclude<JobEntry['kind'], 'push' | 'ai_action'>
  total: number
  done: number
  failed: number
  created_at: string
  ended_at: string | null
  undone_at: string | null
  updated: string
}
interface RowRecord {
  run_id: string
  row: number
  product_id: string | null
  source: string | null
  source_product_id: string | null
  title: string
  image: string | null
  status: JobStatus
  error_key: string | null
  error_params: Params
}

/**
 * Sourcing spec §4: what is processing, and what finished since the tracker was last closed; a later entry of a key
 * replaces the earlier.
 */
export async function listJobs(ctx: Ctx): Promise<Out<Calls['listJobs']>> {
  return ctx.db.read(async (tx) => {
    const { rows: runs } =
      await sql<RunRecord>`select run_id, kind, total, done, failed, created_at, ended_at, undone_at, coalesce(ended_at, created_at) as updated from runs
      where workplace_id = ${ctx.workplace_id} and closed_at is null and kind <> 'delete' order by run_id desc limit ${MAX_ENTRIES}`.execute(
        tx,
      )
    const small = runs.filter(({ total }) => total <= EACH)
    const { rows } =
      await sql<RowRecord>`select run_id, row, product_id, source, source_product_id, title, image, status, error_key, error_params from run_rows
      where workplace_id = ${ctx.workplace_id} and run_id = any(${small.map(({ run_id }) => run_id)}::uuid[]) order by run_id, row limit ${MAX_ENTRIES * EACH}`.execute(
        tx,
      )
    const rowsOf = Map.groupBy(rows, ({ run_id }) => run_id)
    const entries = new Map<string, JobEntry>()
    for (const run of runs) {
      const list =
        run.total <= EACH ? (rowsOf.get(run.run_id) ?? []).map((row) => rowEntry(ctx, run, row)) : [runEntry(ctx, run)]
      for (const entry of list) if (!entries.has(entry.key)) entries.set(entry.key, entry) // newest run first
    }
    return { entries: [...entries.values()].slice(0, MAX_ENTRIES) }
  })
}

function base(ctx: Ctx, run: RunRecord, id: string) {
  const undo =
    run.kind !== 'import' &&
    run.ended_at !== null &&
    run.undone_at === null &&
    ctx.now.getTime() - new Date(run.created_at).getTime() < UNDO_DAYS * 86_400_000
  return {
    key: jobKey({ id, kind: run.kind, channel: null, ai_action: null }),
    id,
    run_id: run.run_id,
    kind: run.kind,
    channel: null,
    ai_action: null,
    split: run.kind === 'split',
    duplicate: run.kind === 'duplicate',
    import: run.kind === 'import',
    can_undo: undo,
    can_retry: run.failed > 0 && run.ended_at !== null,
    created_at: run.created_at,
    updated_at: run.updated,
  }
}

const rowEntry = (ctx: Ctx, run: RunRecord, row: RowRecord): JobEntry => ({
  ...base(
    ctx,
    run,
    row.product_id ?? (row.source ? `${row.source}:${row.source_product_id}` : `${run.run_id}:${row.row}`),
  ),
  image: row.image,
  title: row.title,
  status: row.status,
  error: row.error_key ? say(ctx.language, row.error_key, row.error_params) : null,
  total: 1,
  done: row.status === 'success' ? 1 : 0,
  failed: row.status === 'error' ? 1 : 0,
})

const runEntry = (ctx: Ctx, run: RunRecord): JobEntry => ({
  ...base(ctx, run, run.run_id),
  image: null,
  title: '',
  status: run.ended_at === null ? 'processing' : run.failed > 0 ? 'error' : 'success',
  error: null,
  total: run.total,
  done: run.done,
  failed: run.failed,
})

const FIXES: Record<string, 'retry' | 'edit' | 'upgrade' | 'none'> = {
  'imports.quota': 'upgrade',
  'imports.demo_mode': 'upgrade',
  'imports.unknown_product': 'edit',
  'imports.gone': 'edit',
  'imports.already_imported': 'edit',
  'imports.no_variants': 'edit',
  'imports.no_price': 'edit',
  'imports.no_title': 'edit',
  'runs.product_gone': 'none',
}

export async function listJobRows(ctx: Ctx, { run_id }: In<Calls['listJobRows']>): Promise<Out<Calls['listJobRows']>> {
  return ctx.db.read(async (tx) => {
    const run = await tx
      .selectFrom('runs')
      .select('run_id')
      .where('workplace_id', '=', ctx.workplace_id)
      .where('run_id', '=', run_id)
      .executeTakeFirst()
    if (!run) refuse('not_found')
    const { rows } =
      await sql<RowRecord>`select run_id, row, product_id, source, source_product_id, title, image, status, error_key, error_params from run_rows
      where workplace_id = ${ctx.workplace_id} and run_id = ${run_id} and status = 'error' order by row limit ${MAX_ROWS}`.execute(
        tx,
      )
    return {
      rows: rows.map((row) => ({
        row: row.row,
        product_id: row.product_id,
        source: row.source && isSource(row.source) ? row.source : null,
        source_product_id: row.source_product_id,
        title: row.title,
        error: say(ctx.language, row.error_key ?? 'runs.row_failed', row.error_params),
        error_key: row.error_key ?? 'runs.row_failed',
        fix: FIXES[row.error_key ?? ''] ?? 'retry',
      })),
    }
  })
}

/** Failed rows wait again; a corrected one with another product to import. Nothing that succeeded is touched. */
export async function retryRun(ctx: Ctx, { run_id, rows }: In<Calls['retryRun']>): Promise<Out<Calls['retryRun']>> {
  return ctx.db.tx(async (tx) => {
    const run = await tx
      .selectFrom('runs')
      .select(['run_id', 'kind', 'user_id', 'undone_at'])
      .where('workplace_id', '=', ctx.workplace_id)
      .where('run_id', '=', run_id)
      .forUpdate()
      .executeTakeFirst()
    if (!run) refuse('not_found')
    if (run.undone_at !== null) refuse('runs.was_undone')
    const fixed = JSON.stringify(
      (rows ?? []).map(({ row, source, product_id }) => ({ row, source: source ?? null, id: product_id ?? null })),
    )
    const { rows: again } = await sql<{ row: number }>`
      update run_rows r set status = 'processing', error_key = null, error_params = '{}', source = coalesce(f.source, r.source), source_product_id = coalesce(f.id, r.source_product_id)
      from (select e.row, x.source, x.id from run_rows e left join jsonb_to_recordset(${fixed}::jsonb) as x (row int, source text, id text) on x.row = e.row
        where e.workplace_id = ${ctx.workplace_id} and e.run_id = ${run_id} and e.status = 'error' ${rows ? sql`and x.row is not null` : sql``}) f
      where r.workplace_id = ${ctx.workplace_id} and r.run_id = ${run_id} and r.row = f.row returning r.row`.execute(tx)
    if (again.length === 0) refuse('runs.nothing_to_retry')
    await sql`update runs set failed = failed - ${again.length}, ended_at = null, closed_at = null where workplace_id = ${ctx.workplace_id} and run_id = ${run_id}`.execute(
      tx,
    )
    await enqueue(tx, workRun, { run_id, workplace_id: ctx.workplace_id, user_id: run.user_id })
    await tell(tx, ctx.user_id, 'jobs.changed', { run_id, kind: run.kind, finished: false })
    return { run_id, total: again.length }
  })
}

/** §4: closing clears the list only if nothing is still processing. */
export async function closeJobs(ctx: Ctx): Promise<Out<Calls['closeJobs']>> {
  return ctx.db.tx(async (tx) => {
    const open = await tx
      .selectFrom('runs')
      .select(['run_id', 'ended_at'])
      .where('workplace_id', '=', ctx.workplace_id)
      .where('closed_at', 'is', null)
      .forUpdate()
      .execute()
    if (
      !mayClose(
        open.map(({ ended_at }) => ({ status: ended_at === null ? ('processing' as const) : ('success' as const) })),
      )
    )
      refuse('runs.still_working')
    if (open.length > 0)
      await tx
        .updateTable('runs')
        .set({ closed_at: ctx.now })
        .where('workplace_id', '=', ctx.workplace_id)
        .where(
          'run_id',
          'in',
          open.map(({ run_id }) => run_id),
        )
        .execute()
    return { closed: open.length }
  })
}
