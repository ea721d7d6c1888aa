import type { In } from '@omni/contracts/kernel.ts'
import type { listingCalls } from '@omni/contracts/listings.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { push } from './push.ts'

const MOST = 1000

/** Sourcing spec §7 push-all-multiple-channel: the import list, newest first. More than a thousand is another push. */
export async function pushAll(ctx: Ctx, { store_ids, product_listings }: In<typeof listingCalls.pushAll>) {
  const products = await ctx.db.read((tx) =>
    tx
      .selectFrom('products')
      .select('product_id')
      .where('workplace_id', '=', ctx.workplace_id)
      .where('deleted_at', 'is', null)
      .where('pushed', '=', 'unpushed')
      .where('status', '=', 'ready')
      .orderBy('product_id', 'desc')
      .limit(MOST)
      .execute(),
  )
  if (products.length === 0) refuse('listings.nothing_to_push')
  return push(ctx, { product_ids: products.map(({ product_id }) => product_id), store_ids, product_listings })
}
