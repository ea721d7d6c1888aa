import type { In } from '@omni/contracts/kernel.ts'
import type { supplierCalls } from '@omni/contracts/suppliers.calls.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { type SellerKey, supplierCards } from './supplier-cards.ts'
import { badCursor, readCursor, writeCursor } from './supplier-cursor.ts'

const MAX_COUNTED = 1000

/** Sourcing spec §7 source-suppliers: most ordered from first. */
export async function listSourceSuppliers(ctx: Ctx, input: In<typeof supplierCalls.listSourceSuppliers>) {
  const after = readCursor(input.cursor)
  if (after && !/^\d{1,15}$/.test(after[0] ?? '')) throw badCursor()
  const filter = sql`products > 0 ${input.source ? sql`and source = ${input.source}` : sql``} ${input.text ? sql`and store_name ilike ${`%${input.text.replace(/[%_\\]/g, '\\$&')}%`}` : sql``}`
  return ctx.db.read(async (tx) => {
    const { rows } = await sql<SellerKey & { orders: number }>`
      select source, seller_id, orders from catalog_sellers where ${filter}
      ${after ? sql`and (orders, source, seller_id) < (${after[0]}::bigint, ${after[1]}, ${after[2]})` : sql``}
      order by orders desc, source desc, seller_id desc limit ${input.page_size + 1}`.execute(tx)
    const shown = rows.slice(0, input.page_size)
    const last = shown.at(-1)
    const {
      rows: [counted],
    } = await sql<{
      n: number
    }>`select count(*)::int as n from (select from catalog_sellers where ${filter} limit ${MAX_COUNTED + 1}) c`.execute(
      tx,
    )
    const total = counted?.n ?? 0
    return {
      items: await supplierCards(tx, ctx, shown),
      next_cursor:
        rows.length > input.page_size && last ? writeCursor(String(last.orders), last.source, last.seller_id) : null,
      total: Math.min(total, MAX_COUNTED),
      total_is_capped: total > MAX_COUNTED,
    }
  })
}
