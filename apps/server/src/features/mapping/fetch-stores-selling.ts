import type { In } from '@omni/contracts/kernel.ts'
import type { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { compareProduct, type Offers } from './compare-product.ts'

/** A figure younger than this is not asked for again. */
const FRESH_MS = 60 * 60_000

/** Sourcing spec §7 fetch-stores-selling: what is known now; older figures are read again as soon as suppliers allow. */
export async function fetchStoresSelling(
  ctx: Ctx,
  { id }: In<typeof mappingCalls.fetchStoresSelling>,
): Promise<Offers> {
  const known = await compareProduct(ctx, { id })
  const before = new Date(ctx.now.getTime() - FRESH_MS)
  await ctx.db.tx((tx) =>
    sql`update catalog_products o set due_at = ${ctx.now}
      from products p join catalog_products c on c.source = p.source and c.source_product_id = p.source_product_id
      where p.workplace_id = ${ctx.workplace_id} and p.product_id = ${id} and o.good_id = c.good_id
        and o.seen_at < ${before} and o.due_at > ${ctx.now} and o.gone_at is null`.execute(tx),
  )
  return known
}
