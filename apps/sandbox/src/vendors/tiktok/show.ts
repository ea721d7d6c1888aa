import { findCategory } from './categories.ts'
import { BRANDS } from './details.ts'
import { productId, skuId } from './ids.ts'
import type { ProductBody, ProductRow, Shop, SkuRow, TikTokWorld } from './tables.ts'

const unix = (at: Date) => Math.floor(at.getTime() / 1000)

export const pictureUrl = (world: TikTokWorld, uri: string) => `${world.config.public_url}/tiktok/img/${uri}`

const showImage = (world: TikTokWorld, uri: string) => ({
  uri,
  height: 600,
  width: 600,
  urls: [pictureUrl(world, uri)],
  thumb_urls: [pictureUrl(world, uri)],
})

function showSku(world: TikTokWorld, shop: Shop, product: number, sku: SkuRow) {
  return {
    id: skuId(product, sku.no),
    seller_sku: sku.seller_sku,
    external_sku_id: sku.external_sku_id,
    price: { currency: shop.currency, sale_price: sku.price, tax_exclusive_price: sku.price },
    ...(sku.list_price !== null && { list_price: { amount: sku.list_price, currency: shop.currency } }),
    inventory: sku.inventory,
    sales_attributes: sku.sales_attributes.map(({ sku_img, ...rest }) => ({
      ...rest,
      ...(sku_img !== null && { sku_img: showImage(world, sku_img) }),
    })),
    ...(sku.identifier_code && { identifier_code: sku.identifier_code }),
    status_info: { status: 'NORMAL' },
  }
}

function auditOf({ status, review }: ProductRow): string {
  if (review !== null || status === 'PENDING') return 'AUDITING'
  if (status === 'FAILED') return 'FAILED'
  return status === 'ACTIVATE' ? 'APPROVED' : 'NONE'
}

const chained = ({ id, parent_id, local_name, is_leaf }: NonNullable<ReturnType<typeof findCategory>>) => ({
  id,
  parent_id,
  local_name,
  is_leaf,
})

export function showProduct(world: TikTokWorld, shop: Shop, row: ProductRow, body: ProductBody = row.body) {
  const category = findCategory(body.category_id)
  const brand = BRANDS.find(({ id }) => id === body.brand_id)
  return {
    id: productId(row.id),
    status: row.status,
    title: body.title,
    description: body.description,
    category_chains: category ? [chained(category)] : [],
    ...(brand && { brand: { id: brand.id, name: brand.name } }),
    ...(body.size_chart && { size_chart: { template: { id: body.size_chart } } }),
    manufacturer_ids: body.manufacturer_ids ?? [],
    responsible_person_ids: body.responsible_person_ids ?? [],
    main_images: body.main_images.map((uri) => showImage(world, uri)),
    package_weight: body.package_weight,
    ...(body.package_dimensions && { package_dimensions: body.package_dimensions }),
    product_attributes: body.product_attributes,
    skus: body.skus.map((sku) => showSku(world, shop, row.id, sku)),
    ...(row.key !== null && { external_product_id: row.key }),
    audit: { status: auditOf(row) },
    create_time: unix(row.created_at),
    update_time: unix(row.updated_at),
  }
}

/** A search shows less: no texts, no pictures, no ids of the app's own. */
export const showFound = (shop: Shop, row: ProductRow) => ({
  id: productId(row.id),
  title: row.body.title,
  status: row.status,
  skus: row.body.skus.map((sku) => ({
    id: skuId(row.id, sku.no),
    seller_sku: sku.seller_sku,
    price: { currency: shop.currency, tax_exclusive_price: sku.price },
    inventory: sku.inventory,
  })),
  sales_regions: [shop.region],
  audit: { status: auditOf(row) },
  create_time: unix(row.created_at),
  update_time: unix(row.updated_at),
})
