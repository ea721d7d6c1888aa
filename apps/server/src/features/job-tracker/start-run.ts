import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { enqueue } from '../../platform/jobs.ts'
import { tell } from '../../platform/realtime.ts'
import { purgeProducts, workRun } from './jobs.ts'

export type RunKind = 'import' | 'bulk_edit' | 'price_rule' | 'duplicate' | 'split' | 'delete'
export const UNDO_DAYS = 30

export interface NewRow {
  product_id?: string
  source?: string
  source_product_id?: string
  title: string
  image: string | null
  work?: unknown
  status?: 'processing' | 'success'
}

const DAY_MS = 86_400_000

/** Writes down what is to be done, row by row, and has a worker do it; in the caller's transaction. */
export async function startRun(
  tx: Tx,
  who: { workplace_id: string; user_id: string },
  kind: RunKind,
  work: unknown,
  rows: readonly NewRow[],
  now: Date,
): Promise<string> {
  const { run_id } = await tx
    .insertInto('runs')
    .values({
      workplace_id: who.workplace_id,
      user_id: who.user_id,
      kind,
      work: JSON.stringify(work),
      total: rows.length,
      created_at: now,
    })
    .returning('run_id')
    .executeTakeFirstOrThrow()
  const all = rows.map((row, at) => ({
    row: at,
    product_id: row.product_id ?? null,
    source: row.source ?? null,
    source_product_id: row.source_product_id ?? null,
    title: row.title,
    image: row.image,
    work: row.work ?? {},
    status: row.status ?? 'processing',
  }))
  await sql`insert into run_rows (workplace_id, run_id, row, product_id, source, source_product_id, title, image, work, status)
    select ${who.workplace_id}, ${run_id}, r.row, r.product_id, r.source, r.source_product_id, r.title, r.image, r.work, r.status
    from jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as r (row int, product_id uuid, source text, source_product_id text, title text, image text, work jsonb, status text)`.execute(
    tx,
  )
  if (all.some(({ status }) => status === 'processing')) await enqueue(tx, workRun, { run_id, ...who })
  else
    await tx
      .updateTable('runs')
      .set({ done: rows.length, ended_at: now })
      .where('workplace_id', '=', who.workplace_id)
      .where('run_id', '=', run_id)
      .execute()
  await tell(tx, who.user_id, 'jobs.changed', { run_id, kind, finished: false })
  const day = now.toISOString().slice(0, 10)
  await enqueue(
    tx,
    purgeProducts,
    { workplace_id: who.workplace_id, day },
    new Date(now.getTime() + (UNDO_DAYS + 1) * DAY_MS),
  )
  return run_id
}
