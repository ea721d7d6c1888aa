import { Refusal } from '@omni/domain/result.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { Fail, type Params } from '../../platform/fail.ts'
import { type Job, work } from '../../platform/jobs.ts'
import { emit } from '../../platform/outbox.ts'
import { tell } from '../../platform/realtime.ts'
import { tellLists } from '../product-center/write-product.ts'
import { workRun } from './jobs.ts'
import type { RunKind } from './start-run.ts'

export interface Run {
  run_id: string
  workplace_id: string
  user_id: string
  kind: RunKind
  work: unknown
}
export interface RunRow {
  row: number
  product_id: string | null
  source: string | null
  source_product_id: string | null
  title: string
  work: unknown
}
export type RowOutcome =
  | { row: number; ok: true; product_id?: string; made?: string[]; title?: string; image?: string | null }
  | { row: number; ok: false; error_key: string; error_params?: Params }

/**
 * How rows of a kind are worked. `prepare` may ask suppliers, and says which rows can be worked now (at least one, or
 * it throws); `rows` runs in the transaction that notes its outcomes.
 */
export interface RowWork {
  chunk: number
  prepare?: (ctx: JobCtx, run: Run, rows: readonly RunRow[]) => Promise<RunRow[]>
  rows: (tx: Tx, ctx: JobCtx, run: Run, rows: readonly RunRow[]) => Promise<RowOutcome[]>
}

/**
 * Worked a slice at a time, each in one transaction with its outcomes: killed anywhere, what is noted is done and
 * nothing is done twice.
 */
export const workRunJob = (kinds: Partial<Record<RunKind, RowWork>>): Job =>
  work(workRun, async (ctx, { run_id, workplace_id, user_id }) => {
    const run = await ctx.db.read((tx) =>
      tx
        .selectFrom('runs')
        .select(['run_id', 'workplace_id', 'user_id', 'kind', 'work', 'ended_at'])
        .where('workplace_id', '=', workplace_id)
        .where('run_id', '=', run_id)
        .executeTakeFirst(),
    )
    const how = run && kinds[run.kind as RunKind] // checked by the table
    if (!run || !how || run.ended_at !== null) return
    const { ended_at: _, ...asked } = run
    const about: Run = { ...asked, kind: run.kind as RunKind } // the same
    for (;;) {
      const waits = await ctx.db.read((tx) => waiting(tx, about, how.chunk, false))
      if (waits.length === 0) break
      const next = how.prepare ? await how.prepare(ctx, about, waits) : waits
      try {
        await slice(
          ctx,
          about,
          how,
          next.map(({ row }) => row),
        )
      } catch (error) {
        if (isPassing(error)) throw error
        // One bad row must not hold up the others: each by itself, and the one that fails says so.
        ctx.log.warn({ err: error, run_id }, 'a slice of a run failed, going on row by row')
        for (const { row } of next)
          await slice(ctx, about, how, [row]).catch((failed: unknown) => refuse(ctx, about, row, failed))
      }
    }
    await finish(ctx, about, user_id)
  })

/** Trouble with the database or a vendor that passes: the job is tried again and goes on where it is. */
const isPassing = (error: unknown) =>
  (error instanceof VendorError && error.down) ||
  (error instanceof Error && 'code' in error && /^(08|40|53|57)|^ECONN/.test(String(error.code)))

async function waiting(tx: Tx, run: Run, limit: number, lock: boolean, only?: readonly number[]): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`select row, product_id, source, source_product_id, title, work from run_rows
    where workplace_id = ${run.workplace_id} and run_id = ${run.run_id} and status = 'processing' ${only ? sql`and row = any(${[...only]}::int[])` : sql``}
    order by row limit ${limit} ${lock ? sql`for update skip locked` : sql``}`.execute(tx)
  return rows
}

async function slice(ctx: JobCtx, run: Run, how: RowWork, numbers: readonly number[]): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const rows = await waiting(tx, run, numbers.length, true, numbers)
    if (rows.length === 0) return // another worker has them
    await noteOutcomes(tx, run, await how.rows(tx, ctx, run, rows))
  })
}

async function refuse(ctx: JobCtx, run: Run, row: number, error: unknown): Promise<void> {
  if (isPassing(error)) throw error
  ctx.log.error({ err: error, run_id: run.run_id, row }, 'a row of a run failed')
  const error_key =
    error instanceof Fail ? error.key : error instanceof Refusal ? `product.${error.reason}` : 'runs.row_failed'
  await ctx.db.tx((tx) =>
    noteOutcomes(tx, run, [
      { row, ok: false, error_key, ...(error instanceof Fail && { error_params: error.params }) },
    ]),
  )
}

async function noteOutcomes(tx: Tx, run: Run, outcomes: readonly RowOutcome[]): Promise<void> {
  const noted = outcomes.map((one) =>
    one.ok
      ? {
          row: one.row,
          status: 'success',
          product_id: one.product_id ?? null,
          made: one.made ?? [],
          title: one.title ?? null,
          image: one.image ?? null,
          error_key: null,
          error_params: {},
        }
      : {
          row: one.row,
          status: 'error',
          product_id: null,
          made: [],
          title: null,
          image: null,
          error_key: one.error_key,
          error_params: one.error_params ?? {},
        },
  )
  await sql`update run_rows r set status = n.status, product_id = coalesce(n.product_id, r.product_id), made = coalesce(n.made, '{}'), title = coalesce(n.title, r.title), image = coalesce(n.image, r.image), error_key = n.error_key, error_params = n.error_params
    from jsonb_to_recordset(${JSON.stringify(noted)}::jsonb) as n (row int, status text, product_id uuid, made uuid[], title text, image text, error_key text, error_params jsonb)
    where r.workplace_id = ${run.workplace_id} and r.run_id = ${run.run_id} and r.row = n.row and r.status = 'processing'`.execute(
    tx,
  )
  const done = outcomes.filter(({ ok }) => ok).length
  await sql`update runs set done = done + ${done}, failed = failed + ${outcomes.length - done} where workplace_id = ${run.workplace_id} and run_id = ${run.run_id}`.execute(
    tx,
  )
  await tell(tx, run.user_id, 'jobs.changed', { run_id: run.run_id, kind: run.kind, finished: false })
}

/** Sourcing spec §4: when all split or duplicate jobs are finished, a completed event is emitted; once. */
async function finish(ctx: JobCtx, run: Run, user_id: string): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const ended = await tx
      .updateTable('runs')
      .set({ ended_at: ctx.now })
      .where('workplace_id', '=', run.workplace_id)
      .where('run_id', '=', run.run_id)
      .where('ended_at', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('run_rows')
              .select('row')
              .where('workplace_id', '=', run.workplace_id)
              .where('run_id', '=', run.run_id)
              .where('status', '=', 'processing'),
          ),
        ),
      )
      .returning('run_id')
      .executeTakeFirst()
    if (!ended) return
    const { workplace_id, run_id } = run
    if (run.kind === 'split') await emit(tx, 'products.split_completed', { workplace_id, run_id })
    if (run.kind === 'duplicate') await emit(tx, 'products.duplicate_completed', { workplace_id, run_id })
    await tell(tx, user_id, 'jobs.changed', { run_id, kind: run.kind, finished: true })
    await tellLists(tx, workplace_id)
  })
}
