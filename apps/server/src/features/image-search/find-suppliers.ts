import type { imageSearchCalls } from '@omni/contracts/image-search.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { isSameByLooks, isShown, isSimilar, matchOf } from '@omni/domain/image-search/match.ts'
import type { Near } from '@omni/domain/image-search/vectors.ts'
import { type Source, toIsoCountry } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { isRefusal, refuse } from '../../platform/refuse.ts'
import { cardsOf } from '../catalog/cards.ts'
import { productBy } from '../catalog/product-by.ts'
import { askSuppliers } from './ask-suppliers.ts'
import { countSearch } from './count-search.ts'
import { nearest, rankProducts } from './nearest.ts'
import { toVector } from './picture-index.ts'
import { fetchPicture, readPicture } from './read-picture.ts'
import { imageSearchState } from './state.ts'
import { isVector } from './store-vector.ts'

type Input = In<typeof imageSearchCalls.findSuppliers>
type Found = Out<typeof imageSearchCalls.findSuppliers>

const MOST = 40 // spec: not shown
const OFFERS_OF_A_GOOD = 50

/**
 * What is searched for. `product`: a product's own picture; its own good is known, and it is not among its own results.
 */
interface Query {
  vector: Int8Array | null
  views: Int8Array[]
  colours: Uint8Array | null
  jpeg: Uint8Array | null
  product?: { id: number; good_id: number | null; name: string; image: string | null }
  source: Source | undefined
}

/** Sourcing spec §7: similar products by a picture. spec: not shown in which order: by how alike the pictures are. */
export async function findSuppliers(ctx: Ctx, input: Input): Promise<Found> {
  const query = await readQuery(ctx, input)
  const state = await imageSearchState(ctx.db, ctx.config)
  const product = query.product ? { name: query.product.name, image: query.product.image } : null
  if (query.vector === null) return { ...state, state: 'preparing', same: [], similar: [], product }
  const { vector } = query
  // What a product's page shows beside it without being asked is no search of the seller's.
  if (!query.product || input.search_id !== undefined) await countSearch(ctx, input.search_id)
  const ship_to = toIsoCountry(input.ship_to)
  const also = query.jpeg ? await askSuppliers(ctx, query.jpeg, ship_to, query.source) : []
  const near = await nearest(ctx.as({}), ctx.config.DATABASE_URL, vector, {
    count: 2 * MOST,
    views: query.views,
    colours: query.colours,
    source: query.source,
    also,
  })
  return ctx.db.read(async (tx) => {
    const offers = await offersOfGood(tx, query, near)
    const farther = offers.filter((id) => !near.some((one) => one.id === id))
    const all = [
      ...near,
      ...(await rankProducts(tx, vector, farther, { count: OFFERS_OF_A_GOOD, source: query.source })),
    ].filter(({ id }) => id !== query.product?.id)
    const isSame = ({ id, similarity }: Near) => offers.includes(id) || isSameByLooks(similarity)
    const same = all.filter(isSame).slice(0, MOST)
    const similar = all.filter((one) => !isSame(one) && isSimilar(one.similarity)).slice(0, MOST)
    const cards = new Map(
      (
        await cardsOf(
          tx,
          ctx,
          [...same, ...similar].map(({ id }) => id),
          ship_to,
        )
      ).map((card) => [card.id, card]),
    )
    const shown = (list: Near[]) =>
      list.flatMap(({ id, similarity }) => {
        const product = cards.get(id) // hidden ones have no card
        return product ? [{ product, match: matchOf(similarity) }] : []
      })
    return { ...state, same: shown(same), similar: shown(similar), product }
  })
}

async function readQuery(ctx: Ctx, input: Input): Promise<Query> {
  if (input.image)
    return {
      ...(await readPicture(ctx, new Uint8Array(await input.image.arrayBuffer()), 'image')),
      source: input.source,
    }
  if (input.image_url)
    return { ...(await readPicture(ctx, await fetchPicture(ctx, input.image_url), 'image_url')), source: input.source }
  if (input.source === undefined || input.product_source_id === undefined) {
    refuse('image_search.picture_missing', {}, { field: 'image' })
  }
  return ownPicture(ctx, input.source, input.product_source_id)
}

/** Its vector is kept; the picture is only fetched for the suppliers to see, and goes missing without harm. */
async function ownPicture(ctx: Ctx, source: Source, product_source_id: string): Promise<Query> {
  const { product, kept } = await ctx.db.read(async (tx) => {
    const found = await productBy(tx, source, product_source_id)
    if (!found) refuse('not_found')
    const { rows } = await sql<{
      vector: Buffer
    }>`select v.vector from catalog_vectors v where v.product_id = ${found.id} and ${isVector}`.execute(tx)
    return { product: found, kept: rows[0] ? toVector(rows[0].vector) : null }
  })
  const [image = null] = product.images
  const own = { product: { id: product.id, good_id: product.good_id, name: product.name, image }, source: undefined }
  if (image === null) return { vector: kept, views: [], colours: null, jpeg: null, ...own }
  try {
    const seen = await readPicture(ctx, await fetchPicture(ctx, image), 'image_url', kept ? 'preview' : 'search')
    return { vector: kept ?? seen.vector, views: [], colours: null, jpeg: seen.jpeg, ...own }
  } catch (error) {
    if (!isRefusal(error) || kept === null) throw error
    return { vector: kept, views: [], colours: null, jpeg: null, ...own }
  }
}

/** Every offer of the good that the picture shows, found by looks or not. */
async function offersOfGood(tx: Tx, query: Query, near: readonly Near[]): Promise<number[]> {
  const [best] = near
  const best_id = query.product?.id ?? (best && isShown(best.similarity) ? best.id : null)
  if (best_id === null) return []
  const { rows } = await sql<{ id: number }>`
    select o.id from catalog_products p join catalog_products o on o.good_id = p.good_id and o.gone_at is null
    where p.id = ${best_id} order by o.id limit ${OFFERS_OF_A_GOOD}`.execute(tx)
  return rows.map(({ id }) => id)
}
