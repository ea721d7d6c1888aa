import {
  type ListingDetails,
  NO_DETAILS,
  type PackedSize,
  withRemembered,
} from '@omni/domain/channels/listing-details.ts'
import type { ListingDocument } from '@omni/domain/channels/document.ts'
import { sizeIn, weightIn } from '@omni/domain/import-list/packed-size.ts'
import type { SourceCopy } from '@omni/domain/import-list/product-from-source.ts'
import type { Tx } from '../../platform/db.ts'

/** Written by `save` alone, as its contract has it. */
const asSaved = (details: unknown) => details as ListingDetails

/** What was filled in for these products in a store, by product. */
export async function readDetails(
  tx: Tx,
  workplace_id: string,
  store_id: string,
  product_ids: readonly string[],
): Promise<Map<string, ListingDetails>> {
  if (product_ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('listing_details')
    .select(['product_id', 'details'])
    .where('workplace_id', '=', workplace_id)
    .where('store_id', '=', store_id)
    .where('product_id', 'in', [...product_ids])
    .execute()
  return new Map(rows.map(({ product_id, details }) => [product_id, asSaved(details)]))
}

/** What was last filled in for products of these categories, by category. */
export async function readRemembered(
  tx: Tx,
  workplace_id: string,
  store_id: string,
  category_ids: readonly string[],
): Promise<Map<string, ListingDetails>> {
  if (category_ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('category_details')
    .select(['category_id', 'details'])
    .where('workplace_id', '=', workplace_id)
    .where('store_id', '=', store_id)
    .where('category_id', 'in', [...category_ids])
    .execute()
  return new Map(rows.map(({ category_id, details }) => [category_id, asSaved(details)]))
}

/** As the supplier packs it, where its own facts say so. The heaviest variant counts. */
export async function parcelOfSupplier(
  tx: Tx,
  { workplace_id, listing_id }: { workplace_id: string; listing_id: string },
  { variants }: Pick<ListingDocument, 'variants'>,
): Promise<PackedSize | null> {
  const row = await tx
    .selectFrom('listings as l')
    .innerJoin('products as p', (join) =>
      join.onRef('p.workplace_id', '=', 'l.workplace_id').onRef('p.product_id', '=', 'l.product_id'),
    )
    .innerJoin('catalog_products as c', (join) =>
      join.onRef('c.source', '=', 'p.source').onRef('c.source_product_id', '=', 'p.source_product_id'),
    )
    .select('c.specifications')
    .where('l.workplace_id', '=', workplace_id)
    .where('l.listing_id', '=', listing_id)
    .executeTakeFirst()
  const facts = (row?.specifications ?? []) as SourceCopy['specifications'] // written by the ingest
  const size = sizeIn(facts)
  const weight_g = Math.max(0, ...variants.map((variant) => variant.weight_g ?? 0)) || weightIn(facts)
  return size && weight_g ? { ...size, weight_g } : null
}

/** As a listing has them: the category and the brand are fields of it. */
export const detailFields = (
  details: ListingDetails | undefined,
): Pick<ListingDocument, 'categories' | 'brands' | 'details'> =>
  details
    ? {
        ...(details.category && { categories: [details.category.id] }),
        ...(details.brand && { brands: [details.brand.id] }),
        details,
      }
    : {}

/** Of a product of which nobody has said anything: its category as suggested, and what is remembered of that. */
export const suggestedDetails = (
  category: { id: string; name: string },
  remembered: ListingDetails | undefined,
): ListingDetails => ({ ...withRemembered(NO_DETAILS, remembered ?? null), category })
