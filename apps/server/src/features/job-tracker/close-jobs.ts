import type { jobTrackerCalls } from '@omni/contracts/job-tracker.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { mayClose } from '@omni/domain/job-tracker/jobs.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'

type Calls = typeof jobTrackerCalls

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
