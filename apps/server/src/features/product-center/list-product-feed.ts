import type { In, Out } from '@omni/contracts/kernel.ts'
import type { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { ROW_COLUMNS, toRow } from './product-query.ts'

type Calls = typeof productCenterCalls

/** What changed, oldest change first; deleted products once more, marked. */
export async function listProductFeed(
  ctx: Ctx,
  { page_size, cursor }: In<Calls['listProductFeed']>,
): Promise<Out<Calls['listProductFeed']>> {
  const [, at, id] =
    cursor === undefined
      ? []
      : (/^(\d{4}-\d\d-\d\dT[\d:.]+Z)\|([0-9a-f-]{36})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [])
  if (cursor !== undefined && (!at || !id || Number.isNaN(Date.parse(at))))
    refuse('invalid.cursor', {}, { field: 'cursor' })
  return ctx.db.read(async (tx) => {
    const { rows } = await sql<Parameters<typeof toRow>[0] & { deleted: boolean }>`
      select ${ROW_COLUMNS}, p.deleted_at is not null as deleted from products p left join catalog_sellers s on s.source = p.source and s.seller_id = p.seller_id
      where p.workplace_id = ${ctx.workplace_id} ${at && id ? sql`and (p.updated_at, p.product_id) > (${at}::timestamptz, ${id}::uuid)` : sql``} order by p.updated_at, p.product_id limit ${page_size + 1}`.execute(
      tx,
    )
    const shown = rows.slice(0, page_size)
    const last = shown.at(-1)
    return {
      items: shown.map(({ deleted, ...row }) => ({ ...toRow(row), deleted })),
      next_cursor: last ? Buffer.from(`${last.updated_at}|${last.product_id}`).toString('base64url') : null,
      total: shown.length,
      total_is_capped: rows.length > page_size,
    }
  })
}
