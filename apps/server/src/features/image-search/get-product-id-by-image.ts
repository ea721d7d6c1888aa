import type { imageSearchCalls } from '@omni/contracts/image-search.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { isShown, matchOf } from '@omni/domain/image-search/match.ts'
import { asSource } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { nearest } from './nearest.ts'
import { fetchPicture, readPicture } from './read-picture.ts'

type Found = Out<typeof imageSearchCalls.getProductIdByImage>
const EXACT = 100

/**
 * Sourcing spec §7: the product a picture's address belongs to; failing that, the product whose picture is the same.
 */
export async function getProductIdByImage(
  ctx: Ctx,
  { image_url }: In<typeof imageSearchCalls.getProductIdByImage>,
): Promise<Found> {
  const exact = await ctx.db.read((tx) => byAddress(tx, image_url))
  if (exact) return answer(exact, EXACT)
  const { vector, views, colours } = await readPicture(ctx, await fetchPicture(ctx, image_url), 'image_url')
  if (vector === null) return null
  const [best] = await nearest(ctx.db, ctx.config.DATABASE_URL, vector, { count: 1, views, colours })
  if (!best || !isShown(best.similarity)) return null
  const product = await ctx.db.read((tx) =>
    tx
      .selectFrom('catalog_products')
      .select(['id', 'source', 'source_product_id'])
      .where('id', '=', best.id)
      .executeTakeFirst(),
  )
  return product ? answer(product, matchOf(best.similarity)) : null
}

interface Row {
  id: number
  source: string
  source_product_id: string
}

const answer = ({ id, source, source_product_id }: Row, match: number): Found => ({
  source: asSource(source),
  product_id: source_product_id,
  id,
  match,
})

/** Two listings may show one address: the one whose first picture it is, then the one sold more. */
async function byAddress(tx: Tx, url: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select id, source, source_product_id from catalog_products where images @> ${[url]}::text[] and gone_at is null
    order by images[1] = ${url} desc, orders desc, id limit 1`.execute(tx)
  return rows[0]
}
