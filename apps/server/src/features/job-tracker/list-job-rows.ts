import type { jobTrackerCalls } from '@omni/contracts/job-tracker.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { sourceSubject } from '../../platform/run-subjects.ts'
import { say } from '../../platform/messages.ts'
import { refuse } from '../../platform/refuse.ts'
import { ROW_RECORD, type RowRecord } from './row-record.ts'

type Calls = typeof jobTrackerCalls

const MAX_ROWS = 1000

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

/** The contract's names of what a row is about. */
function namesOf({ subject_kind, subject_id }: RowRecord) {
  if (subject_kind !== 'source_product') return { product_id: subject_id, source: null, source_product_id: null }
  const { source, source_product_id } = sourceSubject(subject_id)
  return { product_id: null, source, source_product_id }
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
    const { rows } = await sql<RowRecord>`
      select ${ROW_RECORD} from run_rows
      where workplace_id = ${ctx.workplace_id} and run_id = ${run_id} and status = 'error'
      order by row limit ${MAX_ROWS}`.execute(tx)
    return {
      rows: rows.map((row) => ({
        row: row.row,
        ...namesOf(row),
        title: row.title,
        error: say(ctx.language, row.error_key ?? 'runs.row_failed', row.error_params),
        error_key: row.error_key ?? 'runs.row_failed',
        fix: FIXES[row.error_key ?? ''] ?? 'retry',
      })),
    }
  })
}
