import { isExtensionSource } from '@omni/domain/placement/extension.ts'
import { ORDER_SOURCE_IDS } from '@omni/domain/vendors/manifest.ts'
import type { importListCalls } from '@omni/contracts/import-list.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { ROW_COLUMNS, toRow } from '../product-center/product-query.ts'

type Calls = typeof importListCalls

/** Bought by their API: nobody has to press a button. */
const BY_API = ORDER_SOURCE_IDS.filter((id) => !isExtensionSource(id))

/** spec: not shown. Good for a first test order: in stock at a supplier that takes orders by API, best profit first. */
export async function suggestForOrder(ctx: Ctx, { limit }: In<Calls['suggestForOrder']>) {
  return ctx.db.read(async (tx) => {
    const { rows } = await sql<Parameters<typeof toRow>[0]>`
      select ${ROW_COLUMNS} from products p
        left join catalog_sellers s on s.source = p.source and s.seller_id = p.seller_id
      where p.workplace_id = ${ctx.workplace_id} and p.deleted_at is null and p.status = 'ready'
        and p.source = any(${BY_API}::text[]) and coalesce(p.stock, 1) > 0
      order by p.profit desc nulls last, p.product_id desc limit ${limit}`.execute(tx)
    return { items: rows.map(toRow) }
  })
}
