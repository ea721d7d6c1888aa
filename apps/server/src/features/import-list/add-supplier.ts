import { MAX_SUPPLIERS_PER_VARIANT } from '@omni/domain/products/product.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import type { Loaded, SupplierLink } from '../product-center/load-products.ts'
import { writeLinks } from '../product-center/write-links.ts'
import { linkMatching, type SupplierProduct } from './link-matching.ts'
import type { CatalogueProduct } from './read-catalogue.ts'

export interface Added {
  linked: number
  /** Variants of ours without a counterpart. */
  unmatched: string[]
}

/** One more supplier, tried after the others, for every variant of a locked product that has a counterpart. */
export async function addSupplier(
  tx: Tx,
  ctx: Ctx,
  loaded: Loaded,
  supplier: SupplierProduct,
  found: CatalogueProduct,
  variants: Readonly<Record<string, string>> = {},
): Promise<Added> {
  const own = Map.groupBy(loaded.links, ({ variant_id }) => variant_id)
  const isBehind = (variant_id: string) =>
    own
      .get(variant_id)
      ?.some((link) => link.source === supplier.source && link.source_product_id === supplier.source_product_id)
  const free = loaded.product.variants.filter(({ variant_id }) => !isBehind(variant_id))
  // A bundle is put together by hand: a supplier of the whole is none of its parts.
  const isBundle = (variant_id: string) => own.get(variant_id)?.some(({ component }) => component > 0) ?? false
  const fitting = linkMatching(
    free.filter(({ variant_id }) => !isBundle(variant_id)),
    supplier,
    found,
    (variant_id) => variants[variant_id],
  )
  const links: SupplierLink[] = [...loaded.links]
  for (const [variant_id, link] of fitting) {
    const rank = own.get(variant_id)?.length ?? 0
    if (rank >= MAX_SUPPLIERS_PER_VARIANT) refuse('product.too_many_suppliers', { max: MAX_SUPPLIERS_PER_VARIANT })
    const { units, gift_every, gift_get } = own.get(variant_id)?.[0] ?? link
    links.push({ ...link, units, gift_every, gift_get, rank })
  }
  if (fitting.size > 0) await writeLinks(tx, ctx, loaded, links)
  const unmatched = free.filter(({ variant_id }) => !fitting.has(variant_id)).map(({ variant_id }) => variant_id)
  return { linked: fitting.size, unmatched }
}
