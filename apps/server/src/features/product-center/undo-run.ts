import type { In, Out } from '@omni/contracts/kernel.ts'
import type { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import { takeBack } from '@omni/domain/products/changes.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { tell } from '../../platform/realtime.ts'
import { UNDO_DAYS } from '../job-tracker/start-run.ts'
import { markDeleted, markRestored } from './delete-products.ts'
import { loadProducts } from './load-products.ts'
import { readPricing } from './pricing.ts'
import { type Noted, tellLists, toChanges, writeProduct } from './write-product.ts'

type Calls = typeof productCenterCalls
const SLICE = 100
const MAX_CONFLICTS = 500

/**
 * Puts back exactly what was there. What somebody edited after the run stays as it is now and is named. Undoing twice
 * undoes once.
 */
export async function undoRun(ctx: Ctx, { run_id }: In<Calls['undoRun']>): Promise<Out<Calls['undoRun']>> {
  return ctx.db.tx(async (tx) => {
    const { workplace_id } = ctx
    const run = await tx
      .selectFrom('runs')
      .select(['kind', 'created_at', 'ended_at', 'undone_at'])
      .where('workplace_id', '=', workplace_id)
      .where('run_id', '=', run_id)
      .forUpdate()
      .executeTakeFirst()
    if (!run) refuse('not_found')
    if (run.undone_at !== null) return { restored: 0, conflicts: [], at: run.undone_at }
    if (run.kind === 'import') refuse('runs.cannot_undo')
    if (run.ended_at === null) refuse('runs.still_working')
    if (ctx.now.getTime() - new Date(run.created_at).getTime() > UNDO_DAYS * 86_400_000) refuse('runs.too_old')
    const conflicts: Out<Calls['undoRun']>['conflicts'] = []
    let restored = 0
    const { rows } = await sql<{
      product_id: string | null
      made: string[]
    }>`select product_id, made from run_rows where workplace_id = ${workplace_id} and run_id = ${run_id} and status = 'success' order by row`.execute(
      tx,
    )
    if (run.kind === 'delete')
      restored = (
        await markRestored(
          tx,
          workplace_id,
          rows.flatMap(({ product_id }) => product_id ?? []),
          ctx.now,
        )
      ).length
    else {
      const made = rows.flatMap((row) => row.made)
      if (made.length > 0) await markDeleted(tx, workplace_id, made, ctx.now)
      if (run.kind === 'duplicate') restored = made.length
      const pricing = await readPricing(tx, workplace_id)
      const { rows: noted } = await sql<{ product_id: string; fields: Noted }>`
        select product_id, fields from product_changes where workplace_id = ${workplace_id} and run_id = ${run_id} and kind in ('bulk_edit', 'price_rule', 'split') and revision > 1 order by product_id`.execute(
        tx,
      )
      for (let from = 0; from < noted.length; from += SLICE) {
        const slice = noted.slice(from, from + SLICE)
        const loaded = new Map(
          (
            await loadProducts(
              tx,
              workplace_id,
              slice.map(({ product_id }) => product_id),
              true,
            )
          ).map((one) => [one.product_id, one]),
        )
        for (const { product_id, fields } of slice) {
          const one = loaded.get(product_id)
          if (!one) continue // deleted since: it stays deleted
          const { patch, conflicts: clashing } = takeBack(one.product, toChanges(fields))
          for (const { field, wanted, now } of clashing)
            if (conflicts.length < MAX_CONFLICTS)
              conflicts.push({
                product_id,
                title: one.product.title,
                field,
                wanted: (wanted ?? null) as never,
                now: (now ?? null) as never,
              }) // values of fields are JSON
          const { changes: made } = await writeProduct(
            tx,
            one,
            patch,
            { workplace_id, user_id: ctx.user_id, change_id: randomUUID(), kind: 'undo', run_id, now: ctx.now },
            pricing,
          )
          if (Object.keys(made).length > 0) restored++
        }
      }
    }
    await tx
      .updateTable('runs')
      .set({ undone_at: ctx.now, closed_at: ctx.now })
      .where('workplace_id', '=', workplace_id)
      .where('run_id', '=', run_id)
      .execute()
    await tell(tx, ctx.user_id, 'jobs.changed', { run_id, kind: run.kind, finished: true })
    await tellLists(tx, workplace_id)
    return { restored, conflicts, at: ctx.now.toISOString() }
  })
}

/** What was done to many at once, newest first. */
export async function listRuns(
  ctx: Ctx,
  { page_size, cursor }: In<Calls['listRuns']>,
): Promise<Out<Calls['listRuns']>> {
  if (cursor !== undefined && !/^[0-9a-f-]{36}$/.test(cursor)) refuse('invalid.cursor', {}, { field: 'cursor' })
  return ctx.db.read(async (tx) => {
    let query = tx
      .selectFrom('runs as r')
      .leftJoin('users as u', 'u.user_id', 'r.user_id')
      .select([
        'r.run_id',
        'r.kind',
        'r.work',
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
    if (cursor) query = query.where('r.run_id', '<', cursor)
    const rows = await query
      .orderBy('r.run_id', 'desc')
      .limit(page_size + 1)
      .execute()
    const shown = rows.slice(0, page_size)
    return {
      items: shown.map((row) => {
        const until = new Date(new Date(row.created_at).getTime() + UNDO_DAYS * 86_400_000)
        const open = row.undone_at === null && row.ended_at !== null && row.kind !== 'import' && until > ctx.now
        return {
          run_id: row.run_id,
          kind: row.kind,
          summary: row.work as never,
          total: row.total,
          done: row.done,
          failed: row.failed,
          by: [row.first_name, row.last_name].filter(Boolean).join(' '),
          created_at: row.created_at, // JSON as it was asked
          status:
            row.undone_at !== null
              ? ('undone' as const)
              : row.ended_at === null
                ? ('processing' as const)
                : row.failed > 0
                  ? ('error' as const)
                  : ('success' as const),
          undo_until: open ? until.toISOString() : null,
        }
      }),
      next_cursor: rows.length > page_size ? (shown.at(-1)?.run_id ?? null) : null,
      total: shown.length,
      total_is_capped: rows.length > page_size,
    }
  })
}
