import { DEFAULT_SHIP_TO } from '@omni/domain/catalog/sources.ts'

export interface ProductKey {
  source: string
  source_product_id: string
}

export const keyOf = ({ source, source_product_id }: ProductKey) => `${source}:${source_product_id}`

/** The page version of a product's detail (sourcing spec §2). */
export const detailHref = ({ source, source_product_id }: ProductKey, shipTo: string = DEFAULT_SHIP_TO) =>
  `/app/find-product/${source}/detail/${encodeURIComponent(source_product_id)}/${shipTo}`

/** Search by image, starting from this product's own picture. */
export const similarHref = ({ source, source_product_id }: ProductKey, shipTo: string = DEFAULT_SHIP_TO) =>
  `/app/find-product/image?${new URLSearchParams({ source, product_id: source_product_id, ship_to: shipTo })}`

export const supplierHref = (source: string, sellerId: string) =>
  `/app/find-product/favorite-supplier?${new URLSearchParams({ source, seller_id: sellerId })}`
