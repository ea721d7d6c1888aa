import type { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { toIsoCountry } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { cardsOf } from './cards.ts'
import { MAX_COUNTED, countFavourites } from './count-favourites.ts'

export async function listFavourites(ctx: Ctx, input: In<typeof catalogCalls.listFavourites>) {
  const after = readCursor(input.cursor)
  return ctx.db.read(async (tx) => {
    const { rows } = await sql<{ product_id: number; created_at: string }>`
      select product_id, created_at from favourites where workplace_id = ${ctx.workplace_id}
      ${after ? sql`and (created_at, product_id) < (${after.at}::timestamptz, ${after.id}::bigint)` : sql``}
      order by created_at desc, product_id desc limit ${input.page_size + 1}`.execute(tx)
    const shown = rows.slice(0, input.page_size)
    const last = shown.at(-1)
    const count = await countFavourites(tx, ctx)
    return {
      items: await cardsOf(
        tx,
        ctx,
        shown.map(({ product_id }) => product_id),
        toIsoCountry(input.ship_to),
      ),
      next_cursor:
        rows.length > input.page_size && last
          ? Buffer.from(`${last.created_at}|${last.product_id}`).toString('base64url')
          : null,
      total: count,
      total_is_capped: count >= MAX_COUNTED,
    }
  })
}

function readCursor(cursor: string | undefined): { at: string; id: number } | null {
  if (cursor === undefined) return null
  const parts = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)\|(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString())
  if (!parts || Number.isNaN(Date.parse(parts[1] ?? ''))) refuse('invalid.cursor', {}, { field: 'cursor' })
  return { at: parts[1] ?? '', id: Number(parts[2]) }
}
