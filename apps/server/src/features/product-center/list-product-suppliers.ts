import type { In, Out } from '@omni/contracts/kernel.ts'
import type { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '../../platform/ctx.ts'
import { keyset } from '../../platform/cursor.ts'
import { asSource } from '@omni/domain/catalog/sources.ts'

type Calls = typeof productCenterCalls
const place = keyset(z.tuple([z.int32(), z.string().max(20), z.string().max(200)]))

/** The suppliers behind the workplace's products, most products first. */
export async function listProductSuppliers(
  ctx: Ctx,
  { text, source, page_size, cursor }: In<Calls['listProductSuppliers']>,
): Promise<Out<Calls['listProductSuppliers']>> {
  const after = place.read(cursor)
  return ctx.db.read(async (tx) => {
    const { rows } = await sql<{
      source: string
      seller_id: string
      store_name: string | null
      store_url: string | null
      rating: number | null
      score: number | null
      products: number
      tracking: number
      partial: number
      not_tracking: number
      skus: number
      skus_tracking: number
      followed: boolean
    }>`
      select c.source, c.seller_id, s.store_name, s.store_url, s.rating, s.score, c.products, c.tracking, c.partial,
        c.not_tracking, c.skus, c.skus_tracking, f.seller_id is not null as followed
      from supplier_product_counts c left join catalog_sellers s on s.source = c.source and s.seller_id = c.seller_id
      left join favorite_suppliers f on f.workplace_id = c.workplace_id and f.source = c.source
        and f.seller_id = c.seller_id
      where c.workplace_id = ${ctx.workplace_id}
        and c.products > 0 ${source ? sql`and c.source = ${source}` : sql``} ${text === '' ? sql`` : sql`and strpos(lower(coalesce(s.store_name, c.seller_id)), ${text.toLowerCase()}) > 0`}
      ${after ? sql`and (-c.products, c.source, c.seller_id) > (${-after[0]}::int, ${after[1]}, ${after[2]})` : sql``}
      order by c.products desc, c.source, c.seller_id limit ${page_size + 1}`.execute(tx)
    const shown = rows.slice(0, page_size)
    const last = shown.at(-1)
    return {
      items: shown.map((row) => ({
        ...row,
        source: asSource(row.source),
        store_name: row.store_name ?? '',
        store_url: row.store_url ?? '',
      })),
      next_cursor: rows.length > page_size && last ? place.write([last.products, last.source, last.seller_id]) : null,
      total: shown.length,
      total_is_capped: rows.length > page_size,
    }
  })
}
