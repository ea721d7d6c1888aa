import type { In, Out } from '@omni/contracts/kernel.ts'
import type { jobTrackerCalls } from '@omni/contracts/job-tracker.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { UNDO, UNDO_DAYS } from '../../platform/runs.ts'

/** What was done to many at once, newest first. */
export async function listRuns(
  ctx: Ctx,
  { page_size, cursor }: In<typeof jobTrackerCalls.listRuns>,
): Promise<Out<typeof jobTrackerCalls.listRuns>> {
  if (cursor !== undefined && !/^[0-9a-f-]{36}$/.test(cursor)) refuse('invalid.cursor', {}, { field: 'cursor' })
  return ctx.db.read(async (tx) => {
    let query = tx
      .selectFrom('runs as r')
      .leftJoin('users as u', 'u.user_id', 'r.user_id')
      .select([
        'r.run_id',
        'r.kind',
        'r.input',
        'r.undoable',
        'r.undone_by',
        'r.total',
        'r.done',
        'r.failed',
        'r.created_at',
        'r.ended_at',
        'r.undone_at',
        'u.first_name',
        'u.last_name',
      ])
      .where('r.workplace_id', '=', ctx.workplace_id)
      .where('r.kind', '<>', UNDO.name) // an undo shows as the state of what it takes back
    if (cursor) query = query.where('r.run_id', '<', cursor)
    const rows = await query
      .orderBy('r.run_id', 'desc')
      .limit(page_size + 1)
      .execute()
    const shown = rows.slice(0, page_size)
    return {
      items: shown.map((row) => {
        const until = new Date(new Date(row.created_at).getTime() + UNDO_DAYS * 86_400_000)
        const open = row.undoable && row.undone_by === null && row.ended_at !== null && until > ctx.now
        return {
          run_id: row.run_id,
          kind: row.kind,
          summary: row.input as never, // JSON as it was sent
          total: row.total,
          done: row.done,
          failed: row.failed,
          by: [row.first_name, row.last_name].filter(Boolean).join(' '),
          created_at: row.created_at,
          status: statusOf(row),
          undo_until: open ? until.toISOString() : null,
        }
      }),
      next_cursor: rows.length > page_size ? (shown.at(-1)?.run_id ?? null) : null,
      total: shown.length,
      total_is_capped: rows.length > page_size,
    }
  })
}

interface States {
  ended_at: string | null
  undone_by: string | null
  undone_at: string | null
  failed: number
}
function statusOf({ ended_at, undone_by, undone_at, failed }: States): 'undone' | 'processing' | 'error' | 'success' {
  if (undone_at !== null) return 'undone'
  if (ended_at === null || undone_by !== null) return 'processing'
  return failed > 0 ? 'error' : 'success'
}
