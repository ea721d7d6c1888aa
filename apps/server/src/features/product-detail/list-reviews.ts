import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import type { productDetailCalls } from '@omni/contracts/product-detail.calls.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '../../platform/ctx.ts'
import { keyset } from '../../platform/cursor.ts'
import { refuse } from '../../platform/refuse.ts'
import { callSupplier } from '../catalog/ingest/supplier-state.ts'
import { storeReviews } from '../catalog/ingest/take-captures.ts'
import { productBy } from '../catalog/product-by.ts'

const FETCHED = 50
const STARS = [5, 4, 3, 2, 1]
const place = keyset(z.int32().nonnegative())

/** Reviews as kept; the first look at a product asks its supplier for them. */
export async function listReviews(
  ctx: Ctx,
  input: In<typeof productDetailCalls.listReviews>,
): Promise<Out<typeof productDetailCalls.listReviews>> {
  const from = place.read(input.cursor) ?? 0
  const product = await ctx.db.read((tx) => productBy(tx, input.source, input.id))
  if (!product) refuse('not_found')
  let found = await read(ctx, product.id, from, input.page_size)
  const supplier = ctx.services.suppliers.shared[input.source]
  const reviews = supplier?.catalog?.reviews
  if (found.count === 0 && from === 0 && reviews) {
    try {
      const page = await callSupplier(ctx, input.source, () => reviews({ product_id: input.id, page_size: FETCHED }))
      await ctx.as({}).tx((tx) => storeReviews(tx, product.id, page.items))
      found = await read(ctx, product.id, from, input.page_size)
    } catch (error) {
      // without the supplier there are no reviews to show; the page works
      if (!(error instanceof VendorError)) throw error
    }
  }
  return {
    items: found.rows
      .slice(0, input.page_size)
      .map((row) => ({
        id: row.review_id,
        feedback: row.feedback,
        rating: row.rating,
        createdAt: row.created_at,
        country: row.country,
        images: row.images,
        name: row.name,
        orderInfos: row.order_info,
      })),
    next_cursor: found.rows.length > input.page_size ? place.write(from + input.page_size) : null,
    total: found.count,
    total_is_capped: false,
    stars: STARS.map((star) => found.stars.find((one) => one.star === star)?.n ?? 0),
  }
}

/** At most some hundred a product are kept, so counting them is cheap. */
const read = (ctx: Ctx, product_id: number, from: number, limit: number) =>
  ctx.db.read(async (tx) => {
    const rows = await tx
      .selectFrom('catalog_reviews')
      .selectAll()
      .where('product_id', '=', product_id)
      .where('position', '>=', from)
      .orderBy('position')
      .limit(limit + 1)
      .execute()
    const stars = (
      await sql<{
        star: number
        n: number
      }>`select greatest(1, least(5, round(rating)))::int as star, count(*)::int as n from catalog_reviews
        where product_id = ${product_id} group by 1`.execute(tx)
    ).rows
    return { rows, stars, count: stars.reduce((sum, { n }) => sum + n, 0) }
  })
