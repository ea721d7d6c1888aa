import { matchVariants } from '@omni/domain/mapping/match-variants.ts'
import { ONE_FOR_ONE } from '@omni/domain/mapping/plan.ts'
import type { ProductVariant } from '@omni/domain/products/product.ts'
import type { Source } from '@omni/domain/catalog/sources.ts'
import type { CatalogueProduct } from './read-catalogue.ts'
import type { SupplierLink } from '../product-center/load-products.ts'

export interface SupplierProduct {
  source: Source
  source_product_id: string
}

/**
 * A link to the supplier's counterpart of each variant: the one a person picked, else the one whose options have the
 * same words. An empty pick: none.
 */
export function linkMatching(
  variants: readonly Pick<ProductVariant, 'variant_id' | 'option_values'>[],
  { source, source_product_id }: SupplierProduct,
  found: CatalogueProduct,
  picked: (variant_id: string) => string | undefined,
): Map<string, Omit<SupplierLink, 'rank'>> {
  const left = variants.filter(({ variant_id }) => picked(variant_id) === undefined)
  const taken = new Set(variants.flatMap(({ variant_id }) => picked(variant_id) ?? []))
  const matched = matchVariants(
    left.map(({ variant_id, option_values }) => ({ id: variant_id, option_values })),
    found.variants.filter(({ sku_id }) => !taken.has(sku_id)),
  )
  const bySku = new Map(found.variants.map((variant) => [variant.sku_id, variant]))
  return new Map(
    variants.flatMap(({ variant_id }) => {
      const sku = bySku.get(picked(variant_id) ?? matched.get(variant_id) ?? '')
      if (!sku) return []
      const link = {
        ...ONE_FOR_ONE,
        variant_id,
        source,
        source_product_id,
        sku_id: sku.sku_id,
        sku_attr: sku.sku_attr,
        sku_name: sku.values.map(({ value }) => value).join(' / '),
        cost: sku.price,
        quantity: sku.quantity,
      }
      return [[variant_id, link] as const]
    }),
  )
}
