import type { In } from '@omni/contracts/kernel.ts'
import type { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { linkMatching } from '../import-list/link-matching.ts'
import { readView } from '../listings/listing-view.ts'
import { mapOneListing } from './map-one-listing.ts'
import { fetchSupplierProduct, readSupplierProduct } from './supplier-product.ts'

/** Sourcing spec §7 products/{id}/map-group: a store product gets its supplier. */
export async function mapListingGroup(
  ctx: Ctx,
  { id, variants = {}, override, ...supplier }: In<typeof mappingCalls.mapListingGroup>,
) {
  await fetchSupplierProduct(ctx, supplier)
  return ctx.db.tx(async (tx) => {
    const found = await readSupplierProduct(tx, supplier)
    const who = { ...ctx, public_url: ctx.config.PUBLIC_URL }
    const mapped = await mapOneListing(
      tx,
      who,
      id,
      supplier,
      found,
      (own, remoteId) =>
        [...linkMatching(own, supplier, found, (variant_id) => variants[remoteId(variant_id)]).values()].map(
          (link) => ({ ...link, rank: 0 }),
        ),
      override,
    )
    if (!mapped.ok) refuse(mapped.key, mapped.params)
    const { product_id, unmatched } = mapped
    return { product_id, unmatched, listing: await readView(tx, ctx.workplace_id, id) }
  })
}
