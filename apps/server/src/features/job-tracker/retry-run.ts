import type { jobTrackerCalls } from '@omni/contracts/job-tracker.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { enqueue } from '../../platform/jobs.ts'
import { publish } from '../../platform/realtime.ts'
import { subjectOfSource } from '../../platform/run-subjects.ts'
import { refuse } from '../../platform/refuse.ts'
import { workRun } from '../../platform/runs.ts'

type Calls = typeof jobTrackerCalls

/** Failed rows wait again; a corrected one with another product to import. Nothing that succeeded is touched. */
export async function retryRun(ctx: Ctx, { run_id, rows }: In<Calls['retryRun']>): Promise<Out<Calls['retryRun']>> {
  return ctx.db.tx(async (tx) => {
    const run = await tx
      .selectFrom('runs')
      .select(['run_id', 'kind', 'user_id', 'undone_by'])
      .where('workplace_id', '=', ctx.workplace_id)
      .where('run_id', '=', run_id)
      .forUpdate()
      .executeTakeFirst()
    if (!run) refuse('not_found')
    if (run.undone_by !== null) refuse('runs.was_undone')
    const fixed = (rows ?? []).map(({ row, source, product_id }) => ({
      row,
      subject_id: source && product_id ? subjectOfSource({ source, source_product_id: product_id }).subject_id : null,
    }))
    const { rows: again } = await sql<{ row: number }>`
      update run_rows r set status = 'processing', error_key = null, error_params = '{}',
        subject_id = case when r.subject_kind = 'source_product' then coalesce(f.subject_id, r.subject_id)
          else r.subject_id end
      from (
        select e.row, x.subject_id from run_rows e
        left join jsonb_to_recordset(${JSON.stringify(fixed)}::jsonb) as x (row int, subject_id text) on x.row = e.row
        where e.workplace_id = ${ctx.workplace_id} and e.run_id = ${run_id} and e.status = 'error'
          ${rows ? sql`and x.row is not null` : sql``}) f
      where r.workplace_id = ${ctx.workplace_id} and r.run_id = ${run_id} and r.row = f.row returning r.row`.execute(tx)
    if (again.length === 0) refuse('runs.nothing_to_retry')
    await sql`
      update runs set failed = failed - ${again.length}, ended_at = null, closed_at = null
      where workplace_id = ${ctx.workplace_id} and run_id = ${run_id}`.execute(tx)
    await enqueue(tx, workRun, { run_id, workplace_id: ctx.workplace_id, user_id: run.user_id })
    await publish(tx, ctx.user_id, 'jobs.changed', { run_id, kind: run.kind, finished: false })
    return { run_id, total: again.length }
  })
}
