import type { In, Out } from '@omni/contracts/kernel.ts'
import type { productDetailCalls } from '@omni/contracts/product-detail.calls.ts'
import { DEFAULT_SHIP_TO, toIsoCountry } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { isRefusal } from '../../platform/refuse.ts'
import { cardsOf } from '../catalog/cards.ts'
import { freshProduct, type Product } from './fresh-product.ts'
import { quoteFor } from './quote-for.ts'
import { toDetail } from './to-detail.ts'

const BY_SELLER = 12

/** Sourcing spec §2, §3: product detail. Opening it is remembered for "pick up where you left off". */
export async function getSourceProduct(
  ctx: Ctx,
  input: In<typeof productDetailCalls.getSourceProduct>,
  max_age_ms?: number,
): Promise<Out<typeof productDetailCalls.getSourceProduct>> {
  const { product, stale } = await freshProduct(ctx, input.source, input.product_id, max_age_ms)
  await recordSeen(ctx, product.id)
  const ship_to = toIsoCountry(input.ship_to)
  const quoted = await quoteAway(ctx, product, ship_to)
  return ctx.db.read(async (tx) => ({
    product: await toDetail(tx, ctx, product, ship_to, stale || quoted.stale),
    by_seller:
      input.by_seller && product.seller_id
        ? await cardsOf(tx, ctx, await idsBySeller(tx, product.source, product.seller_id, product.id), ship_to)
        : [],
  }))
}

/** Shipping to a country nobody asked for yet is asked for now; failing that, the page comes without it. */
async function quoteAway(ctx: Ctx, product: Product, ship_to: string): Promise<{ stale: boolean }> {
  if (ship_to === DEFAULT_SHIP_TO) return { stale: false }
  try {
    return await quoteFor(ctx, product, { country_code: ship_to, quantity: 1, ship_from: undefined, sku_id: undefined })
  } catch (error) {
    if (isRefusal(error)) return { stale: true }
    throw error
  }
}

async function recordSeen(ctx: Ctx, product_id: number): Promise<void> {
  await ctx.db.tx((tx) =>
    sql`
    insert into seen_products as s (workplace_id, user_id, product_id, seen_at)
      values (${ctx.workplace_id}, ${ctx.user_id}, ${product_id}, ${ctx.now})
    on conflict (workplace_id, user_id, product_id) do update set times = s.times + 1, seen_at = excluded.seen_at`.execute(
      tx,
    ),
  )
}

async function idsBySeller(tx: Tx, source: string, seller_id: string, but: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('catalog_products')
    .select('id')
    .where('source', '=', source)
    .where('seller_id', '=', seller_id)
    .where('id', '<>', but)
    .where('gone_at', 'is', null)
    .orderBy('orders', 'desc')
    .orderBy('id', 'desc')
    .limit(BY_SELLER)
    .execute()
  return rows.map(({ id }) => id)
}
