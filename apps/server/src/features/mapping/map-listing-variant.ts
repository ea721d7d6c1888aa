import type { In } from '@omni/contracts/kernel.ts'
import type { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { remoteOf } from '../listings/listing-row.ts'
import { readListing } from '../listings/advance.ts'
import { readView } from '../listings/listing-view.ts'
import { loadProducts } from '../product-center/load-products.ts'
import { writeLinks } from '../product-center/write-links.ts'
import { linksOfComponents, readNamed } from './links-of-components.ts'
import { mapOneListing } from './map-one-listing.ts'
import { fetchSupplierProduct, readSupplierProduct } from './supplier-product.ts'
import { variantKey } from '@omni/domain/channels/fields.ts'

/** Sourcing spec §7 products/{id}/map-variant: what the variants of a store product are bought as. */
export async function mapListingVariant(ctx: Ctx, { id, variants }: In<typeof mappingCalls.mapListingVariant>) {
  const [first] = variants.flatMap(({ components }) => components.flatMap(({ alternatives }) => alternatives))
  if (!first) refuse('mapping.nothing_bought')
  const supplier = { source: first.source, source_product_id: first.source_product_id }
  await fetchSupplierProduct(ctx, supplier)
  return ctx.db.tx(async (tx) => {
    const row = await readListing(tx, { workplace_id: ctx.workplace_id, listing_id: id })
    const remote = row && remoteOf(row)
    if (!row || !remote) refuse('not_found')
    const there = new Set(remote.variants.map(({ remote_variant_id }) => remote_variant_id))
    if (variants.some(({ remote_variant_id }) => !there.has(remote_variant_id))) refuse('mapping.variant_gone')
    const catalogue = await readNamed(
      tx,
      variants.map(({ components }) => components),
    )
    const componentsOf = new Map(variants.map(({ remote_variant_id, components }) => [remote_variant_id, components]))
    const result = async (product_id: string, unmatched: string[]) => ({
      product_id,
      unmatched,
      listing: await readView(tx, ctx.workplace_id, id),
    })
    if (row.product_id === null) {
      const found = await readSupplierProduct(tx, supplier)
      const who = { ...ctx, public_url: ctx.config.PUBLIC_URL }
      const mapped = await mapOneListing(
        tx,
        who,
        id,
        supplier,
        found,
        (own, remoteId) =>
          own.flatMap(({ variant_id }) =>
            linksOfComponents(variant_id, componentsOf.get(remoteId(variant_id)) ?? [], catalogue),
          ),
        false,
      )
      if (!mapped.ok) refuse(mapped.key, mapped.params)
      return result(mapped.product_id, mapped.unmatched)
    }
    const [loaded] = await loadProducts(tx, ctx.workplace_id, [row.product_id], true)
    if (!loaded) refuse('not_found')
    // A listing and its product know each other's variants by their options.
    const remoteIds = new Map(
      remote.variants.map(({ option_values, remote_variant_id }) => [variantKey(option_values), remote_variant_id]),
    )
    const named = loaded.product.variants.flatMap(({ variant_id, option_values }) => {
      const components = componentsOf.get(remoteIds.get(variantKey(option_values)) ?? '')
      return components ? [{ variant_id, components }] : []
    })
    const changed = new Set(named.map(({ variant_id }) => variant_id))
    const links = [
      ...loaded.links.filter(({ variant_id }) => !changed.has(variant_id)),
      ...named.flatMap(({ variant_id, components }) => linksOfComponents(variant_id, components, catalogue)),
    ]
    await writeLinks(tx, ctx, loaded, links)
    return result(loaded.product_id, [])
  })
}
