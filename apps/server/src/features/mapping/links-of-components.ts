import type { In } from '@omni/contracts/kernel.ts'
import type { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import { MAX_SUPPLIERS_PER_VARIANT } from '@omni/domain/products/product.ts'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import { type CatalogueProduct, readCatalogue } from '../import-list/read-catalogue.ts'
import type { SupplierLink } from '../product-center/load-products.ts'

export type Components = In<typeof mappingCalls.mapVariant>['variants'][number]['components']

/** Every supplier product that is named, once, as the catalogue knows it. */
export const readNamed = (tx: Tx, all: readonly Components[]) =>
  readCatalogue(
    tx,
    all.flatMap((components) => components.flatMap(({ alternatives }) => alternatives)),
  )

/** What a seller said as supplier links. A supplier's variant that nobody knows is refused. */
export function linksOfComponents(
  variant_id: string,
  components: Components,
  catalogue: ReadonlyMap<string, CatalogueProduct>,
): SupplierLink[] {
  const links = components.flatMap(({ units, gift, alternatives }, component) =>
    alternatives.map(({ source, source_product_id, sku_id, countries }) => {
      const sku = catalogue.get(`${source}:${source_product_id}`)?.variants.find((variant) => variant.sku_id === sku_id)
      if (!sku) refuse('mapping.no_such_variant', { source, product: source_product_id })
      return {
        variant_id,
        component,
        units,
        countries: [...new Set(countries)],
        gift_every: gift?.every ?? null,
        gift_get: gift?.get ?? null,
        source,
        source_product_id,
        sku_id,
        sku_attr: sku.sku_attr,
        sku_name: sku.values.map(({ value }) => value).join(' / '),
        cost: sku.price,
        quantity: sku.quantity,
      }
    }),
  )
  if (components.some(({ units, gift }) => units === 0 && gift === null)) refuse('mapping.nothing_bought')
  if (components.length > 0 && components.every(({ units }) => units === 0)) refuse('mapping.nothing_bought')
  if (links.length > MAX_SUPPLIERS_PER_VARIANT) refuse('product.too_many_suppliers', { max: MAX_SUPPLIERS_PER_VARIANT })
  return links.map((link, rank) => ({ ...link, rank }))
}
