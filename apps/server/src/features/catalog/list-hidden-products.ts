import type { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { asSource } from '@omni/domain/catalog/sources.ts'
import { z } from 'zod'
import type { Ctx } from '../../platform/ctx.ts'
import { keyset } from '../../platform/cursor.ts'

const place = keyset(z.int())
const MAX_COUNTED = 1000

/** What `disableProduct` has hidden, to take it back. */
export async function listHiddenProducts(
  ctx: Ctx,
  { cursor, page_size }: In<typeof catalogCalls.listHiddenProducts>,
): Promise<Out<typeof catalogCalls.listHiddenProducts>> {
  const after = place.read(cursor)
  return ctx.db.read(async (tx) => {
    const hidden = tx.selectFrom('hidden_products as h').where('h.workplace_id', '=', ctx.workplace_id)
    const rows = await hidden
      .innerJoin('catalog_products as p', 'p.id', 'h.product_id')
      .select(['p.id', 'p.source', 'p.source_product_id', 'p.name', 'p.images'])
      .$if(after !== null, (query) => query.where('h.product_id', '<', after))
      .orderBy('h.product_id', 'desc')
      .limit(page_size + 1)
      .execute()
    const counted = await hidden.select('h.product_id').limit(MAX_COUNTED).execute()
    const shown = rows.slice(0, page_size)
    const last = shown.at(-1)
    return {
      items: shown.map(({ images, source, ...row }) => ({
        ...row,
        source: asSource(source),
        image: images[0] ?? null,
      })),
      next_cursor: rows.length > page_size && last ? place.write(last.id) : null,
      total: counted.length,
      total_is_capped: counted.length === MAX_COUNTED,
    }
  })
}
