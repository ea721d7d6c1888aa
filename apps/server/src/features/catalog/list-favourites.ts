import type { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { toIsoCountry } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '../../platform/ctx.ts'
import { keyset, Moment } from '../../platform/cursor.ts'
import { cardsOf } from './cards.ts'
import { MAX_COUNTED, countFavourites } from './count-favourites.ts'

const place = keyset(z.tuple([Moment, z.int()]))

export async function listFavourites(ctx: Ctx, input: In<typeof catalogCalls.listFavourites>) {
  const after = place.read(input.cursor)
  return ctx.db.read(async (tx) => {
    const { rows } = await sql<{ product_id: number; created_at: string }>`
      select product_id, created_at from favourites where workplace_id = ${ctx.workplace_id}
      ${after ? sql`and (created_at, product_id) < (${after[0]}::timestamptz, ${after[1]}::bigint)` : sql``}
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
      next_cursor: rows.length > input.page_size && last ? place.write([last.created_at, last.product_id]) : null,
      total: count,
      total_is_capped: count >= MAX_COUNTED,
    }
  })
}
