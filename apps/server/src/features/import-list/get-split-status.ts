import type { importListCalls } from '@omni/contracts/import-list.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'

type Calls = typeof importListCalls

export async function getSplitStatus(
  ctx: Ctx,
  { trackingId }: In<Calls['getSplitStatus']>,
): Promise<Out<Calls['getSplitStatus']>> {
  return ctx.db.read(async (tx) => {
    const run = await tx
      .selectFrom('runs')
      .select(['total', 'done', 'failed', 'ended_at'])
      .where('workplace_id', '=', ctx.workplace_id)
      .where('run_id', '=', trackingId)
      .where('kind', '=', 'split')
      .executeTakeFirst()
    if (!run) refuse('not_found')
    const { rows } = await sql<{ id: string }>`
      select jsonb_array_elements_text(jsonb_build_array(subject_id) || (result->'made')) as id from run_rows
      where workplace_id = ${ctx.workplace_id} and run_id = ${trackingId} and status = 'success'
      order by row limit 5000`.execute(tx)
    return {
      status: run.ended_at === null ? 'processing' : run.failed > 0 && run.done === 0 ? 'error' : 'success',
      total: run.total,
      done: run.done,
      failed: run.failed,
      product_ids: rows.map(({ id }) => id),
    }
  })
}
