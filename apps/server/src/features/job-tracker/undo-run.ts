import type { jobTrackerCalls } from '@omni/contracts/job-tracker.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { enqueue } from '../../platform/jobs.ts'
import { refuse } from '../../platform/refuse.ts'
import { insertRun, UNDO, UNDO_DAYS, workRun } from '../../platform/runs.ts'

/**
 * Starts a run that puts back what was there, a row for each row that succeeded. What somebody edited after the run
 * stays as it is now and is named in the rows of the undo. Asking twice answers the same undo.
 */
export async function undoRun(
  ctx: Ctx,
  { run_id }: In<typeof jobTrackerCalls.undoRun>,
): Promise<Out<typeof jobTrackerCalls.undoRun>> {
  const { workplace_id, user_id } = ctx
  return ctx.db.tx(async (tx) => {
    const run = await tx
      .selectFrom('runs')
      .select(['kind', 'undoable', 'done', 'created_at', 'ended_at', 'undone_by'])
      .where('workplace_id', '=', workplace_id)
      .where('run_id', '=', run_id)
      .forUpdate()
      .executeTakeFirst()
    if (!run) refuse('not_found')
    if (run.undone_by !== null) return { run_id: run.undone_by, total: run.done }
    if (!run.undoable) refuse('runs.cannot_undo')
    if (run.ended_at === null) refuse('runs.still_working')
    if (ctx.now.getTime() - new Date(run.created_at).getTime() > UNDO_DAYS * 86_400_000) refuse('runs.too_old')
    const undo_id = await insertRun(tx, ctx, UNDO, { kind: run.kind }, run.done, ctx.now)
    await sql`
      insert into run_rows (workplace_id, run_id, row, subject_kind, subject_id, title, image, input)
      select workplace_id, ${undo_id}, row_number() over (order by row) - 1, subject_kind, subject_id, title, image,
        result
      from run_rows where workplace_id = ${workplace_id} and run_id = ${run_id} and status = 'success'`.execute(tx)
    await tx
      .updateTable('runs')
      .set({ undoes: run_id })
      .where('workplace_id', '=', workplace_id)
      .where('run_id', '=', undo_id)
      .execute()
    // The undo takes the place of the run in the tracker.
    await tx
      .updateTable('runs')
      .set({ undone_by: undo_id, closed_at: ctx.now })
      .where('workplace_id', '=', workplace_id)
      .where('run_id', '=', run_id)
      .execute()
    await enqueue(tx, workRun, { run_id: undo_id, workplace_id, user_id })
    return { run_id: undo_id, total: run.done }
  })
}
