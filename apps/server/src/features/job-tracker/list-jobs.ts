import type { jobTrackerCalls } from '@omni/contracts/job-tracker.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import type { JobEntry } from '@omni/contracts/products.fields.ts'
import { jobKey } from '@omni/domain/job-tracker/jobs.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { say } from '../../platform/messages.ts'
import { UNDO_DAYS } from '../../platform/runs.ts'
import { ROW_RECORD, type RowRecord } from './row-record.ts'

type Calls = typeof jobTrackerCalls

/** A run of at most this many shows each product; a longer one is one entry with its progress. */
const EACH = 20

const MAX_ENTRIES = 200

interface RunRecord {
  run_id: string
  kind: Exclude<JobEntry['kind'], 'ai_action'>
  total: number
  done: number
  failed: number
  created_at: string
  ended_at: string | null
  undoable: boolean
  undone_by: string | null
  updated: string
  /** The store it is about, and its channel. */
  store_name: string | null
  platform: string | null
}

/**
 * Sourcing spec §4: what is processing, and what finished since the tracker was last closed; a later entry of a key
 * replaces the earlier.
 */
export async function listJobs(ctx: Ctx): Promise<Out<Calls['listJobs']>> {
  return ctx.db.read(async (tx) => {
    const { rows: runs } = await sql<RunRecord>`
      select r.run_id, r.kind, r.total, r.done, r.failed, r.created_at, r.ended_at, r.undoable, r.undone_by,
        coalesce(r.ended_at, r.created_at) as updated, s.store_name, s.platform
      from runs r left join stores s on s.workplace_id = r.workplace_id and s.store_id = (r.input ->> 'store_id')::uuid
      where r.workplace_id = ${ctx.workplace_id} and r.closed_at is null
      order by r.run_id desc limit ${MAX_ENTRIES}`.execute(tx)
    const small = runs.filter(({ total }) => total <= EACH)
    const { rows } = await sql<RowRecord>`
      select ${ROW_RECORD} from run_rows
      where workplace_id = ${ctx.workplace_id} and run_id = any(${small.map(({ run_id }) => run_id)}::uuid[])
      order by run_id, row limit ${MAX_ENTRIES * EACH}`.execute(tx)
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
    run.undoable &&
    run.ended_at !== null &&
    run.undone_by === null &&
    ctx.now.getTime() - new Date(run.created_at).getTime() < UNDO_DAYS * 86_400_000
  return {
    key: jobKey({ id, kind: run.kind, channel: run.platform, ai_action: null }),
    id,
    run_id: run.run_id,
    kind: run.kind,
    channel: run.platform,
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
  ...base(ctx, run, row.subject_id),
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
  title: run.store_name ?? '',
  status: run.ended_at === null ? 'processing' : run.failed > 0 ? 'error' : 'success',
  error: null,
  total: run.total,
  done: run.done,
  failed: run.failed,
})
