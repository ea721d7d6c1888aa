import { randomUUID } from 'node:crypto'
import type { Tx } from '../../platform/db.ts'
import type { SupplierProduct } from '../import-list/link-matching.ts'
import type { CatalogueProduct } from '../import-list/read-catalogue.ts'
import { lockListing } from '../listings/listing-row.ts'
import { writeProduct } from '../product-center/write-product.ts'
import { type LinksOf, makeFromListing, type MapCtx, type NotMapped, tieListing } from './map-listing.ts'
import { overridePatch } from './replace-supplier.ts'

export type MappedListing = { ok: true; product_id: string; unmatched: string[] } | NotMapped

/** A store product that is not ours yet becomes a product of ours. One that is mapped already stays as it is. */
export async function mapOneListing(
  tx: Tx,
  ctx: MapCtx,
  listing_id: string,
  supplier: SupplierProduct,
  found: CatalogueProduct,
  linksOf: LinksOf,
  override: boolean,
): Promise<MappedListing> {
  const row = await lockListing(tx, { workplace_id: ctx.workplace_id, listing_id })
  if (!row) return { ok: false, key: 'mapping.listing_gone', params: {} }
  if (row.product_id !== null) return { ok: false, key: 'mapping.mapped_already', params: {} }
  const made = await makeFromListing(tx, ctx, row, supplier, found, linksOf)
  if (!made.ok) return made
  const { loaded, unmatched, pricing } = made
  await tieListing(tx, ctx, row, loaded)
  if (override) {
    const { workplace_id, user_id, now } = ctx
    const writing = { workplace_id, user_id, change_id: randomUUID(), kind: 'link' as const, now }
    await writeProduct(tx, loaded, overridePatch(loaded, supplier, found, pricing), writing, pricing)
  }
  return { ok: true, product_id: loaded.product_id, unmatched }
}
