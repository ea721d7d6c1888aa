import type { In, Out } from '@omni/contracts/kernel.ts'
import type { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '../../platform/ctx.ts'
import { keyset, Moment } from '../../platform/cursor.ts'
import { ROW_COLUMNS, toRow } from './product-query.ts'

type Calls = typeof productCenterCalls
const place = keyset(z.tuple([Moment, z.uuid()]))

/** What changed, oldest change first; deleted products once more, marked. */
export async function listProductFeed(
  ctx: Ctx,
  { page_size, cursor }: In<Calls['listProductFeed']>,
): Promise<Out<Calls['listProductFeed']>> {
  const after = place.read(cursor)
  return ctx.db.read(async (tx) => {
    const { rows } = await sql<Parameters<typeof toRow>[0] & { deleted: boolean }>`
      select ${ROW_COLUMNS}, p.deleted_at is not null as deleted from products p
        left join catalog_sellers s on s.source = p.source and s.seller_id = p.seller_id
      where p.workplace_id = ${ctx.workplace_id} ${after ? sql`and (p.updated_at, p.product_id) > (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
        order by p.updated_at, p.product_id limit ${page_size + 1}`.execute(tx)
    const shown = rows.slice(0, page_size)
    const last = shown.at(-1)
    return {
      items: shown.map(({ deleted, ...row }) => ({ ...toRow(row), deleted })),
      next_cursor: last ? place.write([last.updated_at, last.product_id]) : null,
      total: shown.length,
      total_is_capped: rows.length > page_size,
    }
  })
}
