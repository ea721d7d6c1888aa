import type { editorCalls } from '@omni/contracts/editor.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { z } from 'zod'
import type { Ctx } from '../../platform/ctx.ts'
import { keyset } from '../../platform/cursor.ts'
import { changedBy } from './changed-by.ts'
import { refuse } from '../../platform/refuse.ts'

type Calls = typeof editorCalls

const SHOWN_FIELDS = 40

const SHOWN_TEXT = 2000
const place = keyset(z.int32().positive())

type Json = Out<Calls['listProductHistory']>['items'][number]['fields'][number]['before']

type Noted = Record<string, [before: Json, after: Json, revision: number]>

/** A long text is shown by its beginning; restoring uses all of it. */
const short = (value: Json): Json =>
  typeof value === 'string' && value.length > SHOWN_TEXT ? `${value.slice(0, SHOWN_TEXT)}…` : value

export async function listProductHistory(
  ctx: Ctx,
  { id, page_size, cursor }: In<Calls['listProductHistory']>,
): Promise<Out<Calls['listProductHistory']>> {
  const before = place.read(cursor)
  return ctx.db.read(async (tx) => {
    const product = await tx
      .selectFrom('products')
      .select('revision')
      .where('workplace_id', '=', ctx.workplace_id)
      .where('product_id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!product) refuse('not_found')
    let query = tx
      .selectFrom('product_changes as c')
      .leftJoin('users as u', 'u.user_id', 'c.user_id')
      .select([
        'c.revision',
        'c.kind',
        'c.rule',
        'c.fields',
        'c.user_id',
        'c.updated_at',
        'c.change_id',
        'c.kept_at',
        'u.first_name',
        'u.last_name',
      ])
      .where('c.workplace_id', '=', ctx.workplace_id)
      .where('c.product_id', '=', id)
    if (before !== null) query = query.where('c.revision', '<', before)
    const rows = await query
      .orderBy('c.revision', 'desc')
      .limit(page_size + 1)
      .execute()
    const shown = rows.slice(0, page_size)
    const last = shown.at(-1)
    return {
      items: shown.map((row) => {
        const fields = Object.entries(row.fields as Noted) // written by write-product.ts
        return {
          revision: row.revision,
          kind: row.kind as Out<Calls['listProductHistory']>['items'][number]['kind'],
          by: changedBy(ctx.language, row),
          mine: row.user_id === ctx.user_id,
          at: row.updated_at, // checked by the table
          fields: fields
            .slice(0, SHOWN_FIELDS)
            .map(([field, [was, is]]) => ({ field, before: short(was), after: short(is) })),
          total: fields.length,
          snapshot_id: row.kind === 'ai' && row.kept_at === null ? row.change_id : null,
        }
      }),
      next_cursor: rows.length > page_size && last ? place.write(last.revision) : null,
      total: product.revision,
      total_is_capped: false,
    }
  })
}
