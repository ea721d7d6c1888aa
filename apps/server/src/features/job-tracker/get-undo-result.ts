import type { jobTrackerCalls } from '@omni/contracts/job-tracker.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { UNDO } from '../../platform/runs.ts'

type Reply = Out<typeof jobTrackerCalls.getUndoResult>
const MAX_CONFLICTS = 500

/** How far an undo is, how much it put back, and what it left alone because somebody edited it since. */
export async function getUndoResult(ctx: Ctx, { run_id }: In<typeof jobTrackerCalls.getUndoResult>): Promise<Reply> {
  const { workplace_id } = ctx
  return ctx.db.read(async (tx) => {
    const run = await tx
      .selectFrom('runs')
      .select(['ended_at', 'failed'])
      .where('workplace_id', '=', workplace_id)
      .where('run_id', '=', run_id)
      .where('kind', '=', UNDO.name)
      .executeTakeFirst()
    if (!run) refuse('not_found')
    const { rows: conflicts } = await sql<Reply['conflicts'][number]>`
      select r.subject_id as product_id, r.title, c->>'field' as field, c->'wanted' as wanted, c->'now' as now
      from run_rows r, jsonb_array_elements(r.result->'conflicts') c
      where r.workplace_id = ${workplace_id} and r.run_id = ${run_id} and jsonb_array_length(r.result->'conflicts') > 0
      order by r.row limit ${MAX_CONFLICTS + 1}`.execute(tx)
    const {
      rows: [counted],
    } = await sql<{ restored: number }>`
      select count(*)::int as restored from run_rows
      where workplace_id = ${workplace_id} and run_id = ${run_id} and result @> '{"restored": true}'`.execute(tx)
    return {
      finished: run.ended_at !== null,
      restored: counted?.restored ?? 0,
      failed: run.failed,
      conflicts: conflicts.slice(0, MAX_CONFLICTS),
      more_conflicts: conflicts.length > MAX_CONFLICTS,
    }
  })
}
