import type { importListCalls } from '@omni/contracts/import-list.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { asSource } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '../../platform/ctx.ts'
import { keyset } from '../../platform/cursor.ts'
import { deleteProducts } from '../product-center/delete-products.ts'
import { listPage } from '../product-center/product-query.ts'

type Calls = typeof importListCalls
const place = keyset(z.tuple([z.string().max(20), z.string().max(64)]))

/** The products that are in no store yet. */
export const listImportList = (ctx: Ctx, input: In<Calls['listImportList']>) =>
  ctx.db.read((tx) => listPage(tx, ctx.workplace_id, 'import', input))

/** Which supplier products are imported, so that cards can say so. */
export async function listImported(ctx: Ctx, { page_size, cursor }: In<Calls['listImported']>) {
  const after = place.read(cursor)
  return ctx.db.read(async (tx) => {
    const { rows } = await sql<{ source: string; source_product_id: string; product_id: string }>`
      select source, source_product_id, product_id from imported_sources where workplace_id = ${ctx.workplace_id}
      ${after ? sql`and (source, source_product_id) > (${after[0]}, ${after[1]})` : sql``}
        order by source, source_product_id limit ${page_size + 1}`.execute(tx)
    const shown = rows.slice(0, page_size)
    const last = shown.at(-1)
    const counts = await tx
      .selectFrom('product_counts')
      .select('total')
      .where('workplace_id', '=', ctx.workplace_id)
      .executeTakeFirst()
    return {
      items: shown.map(({ source, source_product_id, product_id }) => ({
        source: asSource(source),
        source_product_id,
        product_package_id: product_id,
      })),
      next_cursor: rows.length > page_size && last ? place.write([last.source, last.source_product_id]) : null,
      total: counts?.total ?? 0,
      total_is_capped: false,
    }
  })
}

export const listImportedCenter = listImported

export const deleteImported = deleteProducts
