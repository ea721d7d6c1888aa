import { type Minor, parseMinor } from '@omni/domain/money.ts'
import type { z } from 'zod'
import { VendorError } from '../../vendor-error.ts'
import { priceRangeOf, readPriceRange } from '../amounts.ts'
import { countryCodeOf, optionsOf } from '../options.ts'
import type { SupplierProduct, SupplierQuote, SupplierReview, SupplierVariant } from '../supplier.ts'
import { wholeFigure } from '../tolerant.ts'
import type { Goods, Sku } from './schemas.ts'

type TemuGoods = z.output<typeof Goods>
const DEFAULT_SHIP_FROM = 'CN' // sourcing spec §9

/** A price is in cents when it is a whole number, and a decimal otherwise: the page has had both. */
export function readTemuPrice(price: string | number | undefined, currency: string): Minor | undefined {
  if (price === undefined) return undefined
  const read = /^\d+$/.test(String(price)) ? { ok: true as const, value: Number(price) } : parseMinor(price, currency)
  return read.ok ? read.value : readPriceRange(price, currency)?.[1]
}

export function toProduct(goods: TemuGoods, productId: string, url: string): SupplierProduct {
  const currency = goods.currency ?? 'USD'
  const skus = goods.sku.length > 0 ? goods.sku : goods.skus
  const variants = skus.flatMap((sku) => toVariant(sku, currency) ?? [])
  if (variants.length === 0) throw new VendorError('temu', 'invalid', 'the page shows nothing to buy')
  const images = [...goods.gallery, ...goods.images].filter((image) => image !== undefined)
  const categoryId = goods.catId ?? goods.categoryId
  const { mall } = goods
  const warehouses = [...new Set(toQuotes(goods).map(({ ship_from }) => ship_from))]
  return {
    source_product_id: productId,
    name: goods.goodsName ?? goods.title ?? '',
    description: goods.description ?? goods.detail ?? '',
    images: [...new Set(images.map(absolute))],
    product_link: url,
    category: categoryId ? { category_id: categoryId, path: path(goods.category) } : null,
    currency,
    price_range: priceRangeOf(variants.map(({ price }) => price)),
    options: optionsOf(variants),
    variants,
    orders: goods.soldQuantity ?? wholeFigure.parse(goods.salesTip),
    rating: goods.review?.goodsScore ?? null,
    reviews_count: goods.review?.reviewNum ?? null,
    listings: null,
    seller: mall?.mallId
      ? {
          seller_id: mall.mallId,
          name: mall.mallName ?? '',
          url: `https://www.temu.com/mall.html?mall_id=${mall.mallId}`,
          score: score(mall.score ?? mall.mallScore),
        }
      : null,
    specifications: goods.properties.flatMap(({ key, name, value, values }) => {
      const [label, text] = [key ?? name, value ?? values.join(', ')]
      return label && text ? [{ name: label, value: text }] : []
    }),
    ship_from: warehouses.length > 0 ? warehouses : [DEFAULT_SHIP_FROM],
    ship_to: goods.region ? [countryCodeOf(goods.region) ?? 'US'] : null,
    weight_g: null,
  }
}

const absolute = (url: string) => (url.startsWith('//') ? `https:${url}` : url)
const path = (category: unknown): string[] =>
  Array.isArray(category)
    ? category.filter((name) => typeof name === 'string')
    : typeof category === 'string'
      ? category.split(/\s*[/>|]\s*/).filter(Boolean)
      : []
/** Stars or percent. */
const score = (value: number | null | undefined): number | null =>
  value == null ? null : value <= 5 ? Math.round(value * 20) : value

function toVariant(sku: z.output<typeof Sku>, currency: string): SupplierVariant | null {
  const normal = readTemuPrice(sku.normalPrice, currency) ?? readPriceRange(sku.normalPriceStr, currency)?.[1]
  const price = readTemuPrice(sku.salePrice, currency) ?? normal
  const before = readTemuPrice(sku.linePrice, currency) ?? normal
  if (!sku.skuId || price === undefined) return null
  return {
    sku_id: sku.skuId,
    sku_attr: '',
    price,
    ...(before !== undefined && before > price && { list_price: before }),
    quantity: sku.stockQuantity,
    values: sku.specs.map(({ specKey = 'Style', specKeyId, specValue = '', specValueId }) => ({
      property_id: specKeyId ?? specKey,
      name: specKey,
      value_id: specValueId ?? specValue,
      value: specValue,
    })),
    ...(sku.thumbUrl && { image: absolute(sku.thumbUrl) }),
  }
}

export function toReviews(goods: TemuGoods): SupplierReview[] {
  const [reviews = []] = [goods.reviews, goods.review?.list ?? [], goods.review?.reviews ?? []].filter(
    (list) => list.length > 0,
  )
  return reviews.map((review, i) => ({
    review_id: review.reviewId ?? review.id ?? String(i + 1),
    rating: review.score ?? 0,
    feedback: review.comment ?? '',
    name: review.name ?? review.userName ?? '',
    country: review.country ?? review.region ?? '',
    created_at: review.time ?? review.createTime,
    images: [...review.pictures, ...review.images].filter((image) => image !== undefined).map(absolute),
    order_info: review.specInfo ?? '',
  }))
}

export function toQuotes(goods: TemuGoods): (SupplierQuote & { country_code: string })[] {
  const currency = goods.currency ?? 'USD'
  return goods.shipping.flatMap((service) => {
    const amount = readTemuPrice(service.price ?? service.fee, currency)
    if (amount === undefined) return []
    return [
      {
        service_name: service.name ?? service.serviceName ?? 'Standard',
        amount,
        currency,
        min_days: service.minDays,
        max_days: service.maxDays,
        ship_from: service.shipFrom ?? DEFAULT_SHIP_FROM,
        tracked: true,
        country_code: countryCodeOf(service.country ?? goods.region ?? '') ?? 'US',
      },
    ]
  })
}
