import { dayOf, ordersBy } from '../../catalogue/days.ts'
import { picturesOf, variantPicture } from '../../catalogue/pictures/picture-key.ts'
import type { Category, Offer, Variant } from '../../catalogue/shapes.ts'
import { priceRange, quantityOf, variantsOf } from '../../catalogue/variants.ts'
import { vendorId } from '../../catalogue/vendor-ids.ts'
import { writeDescription } from '../../catalogue/write-description.ts'

const dollars = (cents: number) => (cents / 100).toFixed(2)
/** "8.13" or "8.13-10.00". */
const range = ([low, high]: [number, number]) => (low === high ? dollars(low) : `${dollars(low)}-${dollars(high)}`)

/** What CJ suggests to sell at, times the price. */
const SUGGESTED = 2.4

/** CJ's categories are UUIDs, the same for ever. */
export const categoryId = ({ number }: Category): string => {
  const hex = (number * 2_654_435_761).toString(16).toUpperCase().padStart(12, '0')
  return `${hex.slice(-8)}-C0DE-4000-9000-${String(number).padStart(12, '0')}`
}
export const categoryNumber = (id: string): number => Number(id.slice(-12))

export const productSku = (offer: Offer): string =>
  `CJ${String.fromCharCode(65 + (offer.index % 26))}${String(1_000_000 + offer.index)}`
export const variantSku = (offer: Offer, variant: Variant): string =>
  `${productSku(offer)}${String(variant.index + 1).padStart(2, '0')}AZ`

/** What the shops of CJ's users list; it grows with what is sold. */
const listedNum = (offer: Offer, day: number): number => Math.round(Math.sqrt(ordersBy(offer, day)) * 3)

export function listRow(offer: Offer, publicUrl: string, now: Date) {
  const day = dayOf(now)
  const variants = variantsOf(offer, day)
  const [image = null] = picturesOf(publicUrl, offer)
  return {
    pid: offer.id,
    productName: `["${offer.title}"]`,
    productNameEn: offer.title,
    productSku: productSku(offer),
    productImage: image,
    productWeight: String(offer.good.grams),
    productType: 'ORDINARY_PRODUCT',
    productUnit: 'unit(s)',
    sellPrice: range(priceRange(variants)),
    categoryId: categoryId(offer.good.kind.category),
    categoryName: offer.good.kind.category.path.join(' / '),
    listedNum: listedNum(offer, day),
    isFreeShipping: offer.free_to_us,
    supplierName: offer.seller.name,
    supplierId: offer.seller.id,
    createTime: null,
  }
}

export function listV2Row(offer: Offer, publicUrl: string, now: Date) {
  const row = listRow(offer, publicUrl, now)
  const stock = variantsOf(offer, dayOf(now)).reduce((sum, variant) => sum + quantityOf(variant), 0)
  return {
    id: row.pid,
    nameEn: row.productNameEn,
    sku: row.productSku,
    spu: row.productSku,
    bigImage: row.productImage,
    sellPrice: row.sellPrice,
    nowPrice: row.sellPrice,
    listedNum: row.listedNum,
    categoryId: row.categoryId,
    threeCategoryName: offer.good.kind.category.name,
    addMarkStatus: row.isFreeShipping ? 1 : 0,
    warehouseInventoryNum: stock,
    totalVerifiedInventory: Math.floor(stock * 0.8),
    verifiedWarehouse: 1,
    supplierName: row.supplierName,
    currency: 'USD',
  }
}

export function variantRow(offer: Offer, variant: Variant, publicUrl: string) {
  const values = variant.values.map(({ value }) => value)
  const key = values.join('-') || 'Default'
  const side = Math.round(Math.cbrt(variant.grams) * 22)
  return {
    vid: vendorId('cj', offer.index, variant.index),
    pid: offer.id,
    variantName: null,
    variantNameEn: `${offer.title} ${key.replaceAll('-', ' ')}`,
    variantImage: variantPicture(publicUrl, offer, variant.colour),
    variantSku: variantSku(offer, variant),
    variantUnit: null,
    variantKey: offer.index % 4 === 1 && values.length > 0 ? JSON.stringify(values) : key,
    variantLength: side,
    variantWidth: Math.round(side * 0.8),
    variantHeight: Math.round(side * 0.5),
    variantVolume: Math.round(side ** 3 * 0.4),
    variantWeight: variant.grams,
    variantSellPrice: variant.price / 100,
    variantSugSellPrice: variant.list_price / 100,
    variantStandard: `long=${side},width=${Math.round(side * 0.8)},height=${Math.round(side * 0.5)}`,
    createTime: null,
  }
}

/** All pictures in a set beside the main one, or in `productImage` as JSON text or as a list. */
function imagesOf({ index }: Offer, pictures: string[]) {
  if (index % 3 === 0) return { productImage: pictures[0] ?? null, productImageSet: pictures }
  return { productImage: index % 3 === 1 ? JSON.stringify(pictures) : pictures }
}

export function detail(offer: Offer, publicUrl: string, now: Date) {
  const variants = variantsOf(offer, dayOf(now))
  const pictures = picturesOf(publicUrl, offer)
  const [low, high] = priceRange(variants)
  return {
    ...listRow(offer, publicUrl, now),
    productKey: JSON.stringify(offer.options.map(({ name }) => name)),
    productKeyEn: offer.options.map(({ name }) => name).join('-') || 'Title',
    ...imagesOf(offer, pictures),
    bigImage: pictures[0] ?? null,
    entryCode: '8517120000',
    entryNameEn: offer.good.kind.names[0],
    materialNameEn: `["${offer.good.material}"]`,
    materialNameEnSet: [offer.good.material],
    packingWeight: Math.round(offer.good.grams * 1.08),
    suggestSellPrice: range([Math.round(low * SUGGESTED), Math.round(high * SUGGESTED)]),
    description: writeDescription(offer, pictures),
    status: '3',
    productPro: null,
    productProEnSet: ['COMMON'],
    variants: variants.map((variant) => variantRow(offer, variant, publicUrl)),
  }
}

/** Some lies in CJ's own warehouse and is checked, the rest at the factory. */
export const inventoryRows = (variant: Variant) =>
  variant.stock.map(({ country, quantity }) => ({
    countryCode: country,
    totalInventory: quantity,
    cjInventory: Math.floor(quantity * 0.3),
    factoryInventory: quantity - Math.floor(quantity * 0.3),
    verifiedWarehouse: 1,
  }))
