import type { In } from '@omni/contracts/kernel.ts'
import type { listingCalls } from '@omni/contracts/listings.calls.ts'
import { asSource } from '@omni/domain/catalog/sources.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { pushSource } from './push-source.ts'

/** Sourcing spec §7 push-favourite: favourites are named by their numbers in the catalogue. */
export async function pushFavourite(ctx: Ctx, { es_product_ids, ...input }: In<typeof listingCalls.pushFavourite>) {
  const rows = await ctx.db.read((tx) =>
    tx
      .selectFrom('catalog_products')
      .select(['source', 'source_product_id'])
      .where('id', 'in', es_product_ids)
      .orderBy('id')
      .execute(),
  )
  if (rows.length === 0) refuse('not_found')
  const products = rows.map(({ source, source_product_id }) => ({ source: asSource(source), source_product_id }))
  return pushSource(ctx, { ...input, products })
}
