import { DEFAULT_SHIP_FROM } from '@omni/domain/catalog/sources.ts'
import type { z } from 'zod'
import { mustReadPrice, priceRangeOf, readPriceRange } from '../amounts.ts'
import { optionsOf } from '../options.ts'
import { slug } from '../site.ts'
import type { SupplierQuote } from '../quote.ts'
import type { SupplierProduct, SupplierReview, SupplierStock, SupplierSummary, SupplierVariant } from '../supplier.ts'
import { splitChoices } from './options.ts'
import type { Comment, Freight, Inventory, ListRow, Product } from './schemas.ts'

export const CURRENCY = 'USD' // CJ prices everything in it

export function toSummary(row: z.output<typeof ListRow>): SupplierSummary {
  return {
    source_product_id: row.id,
    name: row.nameEn ?? '',
    image: row.bigImage ?? null,
    currency: CURRENCY,
    price_range: readPriceRange(row.sellPrice, CURRENCY) ?? [0, 0],
    orders: null,
    rating: null,
    category_id: row.categoryId ?? null,
  }
}

export function toStock(inventory: z.output<typeof Inventory>): SupplierStock[] {
  return inventory.variantInventories.flatMap(({ vid, inventory }) =>
    inventory.map(({ countryCode, totalInventory }) => ({
      sku_id: vid,
      country_code: countryCode,
      quantity: totalInventory ?? 0,
    })),
  )
}

/** `stock` null: CJ did not tell, so nothing is said about quantities. */
export function toProduct(product: z.output<typeof Product>, stock: SupplierStock[] | null): SupplierProduct {
  // A single variant is still given a key ("Default"); there is nothing to choose.
  const choices =
    product.variants.length > 1
      ? splitChoices(
          product.productKeyEn,
          product.variants.map((variant) => variant.variantKey ?? variant.variantNameEn ?? variant.vid),
        )
      : []
  const pieces = new Map<string, number>()
  for (const { sku_id, quantity } of stock ?? []) pieces.set(sku_id, (pieces.get(sku_id) ?? 0) + quantity)
  const variants = product.variants.map((variant, i): SupplierVariant => ({
    sku_id: variant.vid,
    sku_attr: '',
    values: choices[i] ?? [],
    price: mustReadPrice('cj', variant.variantSellPrice ?? product.sellPrice, CURRENCY),
    quantity: stock ? (pieces.get(variant.vid) ?? 0) : null,
    ...(variant.variantImage && { image: variant.variantImage }),
    ...(variant.variantWeight !== null && { weight_g: variant.variantWeight }),
  }))
  const named = product.productImageSet.length > 0 ? product.productImageSet : product.productImage
  const images = [...new Set([...named, product.bigImage ?? ''])].filter((url) => url.startsWith('http'))
  const facts = [
    ['Material', product.materialNameEnSet, product.materialNameEn],
    ['Packing', product.packingNameEnSet, product.packingNameEn],
  ] as const
  const shipFrom = [
    ...new Set((stock ?? []).filter(({ quantity }) => quantity > 0).map(({ country_code }) => country_code)),
  ]
  return {
    source_product_id: product.pid,
    name: product.productNameEn ?? '',
    description: product.description ?? '',
    images,
    product_link: `https://cjdropshipping.com/product/${slug(product.productNameEn ?? '')}-p-${product.pid}.html`,
    category: product.categoryId
      ? {
          category_id: product.categoryId,
          path:
            product.categoryName
              ?.split('/')
              .map((name) => name.trim())
              .filter(Boolean) ?? [],
        }
      : null,
    currency: CURRENCY,
    price_range:
      variants.length > 0
        ? priceRangeOf(variants.map(({ price }) => price))
        : (readPriceRange(product.sellPrice, CURRENCY) ?? [0, 0]),
    options: optionsOf(variants),
    variants,
    orders: null,
    rating: null,
    reviews_count: null,
    listings: product.listedNum,
    seller: product.supplierId
      ? {
          seller_id: product.supplierId,
          name: product.supplierName ?? product.supplierId,
          url: 'https://cjdropshipping.com',
          score: null,
        }
      : null,
    specifications: facts.flatMap(([name, set, text]) => {
      const values = set.length > 0 ? set : text
      return values.length > 0 ? [{ name, value: values.join(', ') }] : []
    }),
    ship_from: shipFrom.length > 0 ? shipFrom : [DEFAULT_SHIP_FROM],
    ship_to: null,
    weight_g: product.productWeight,
  }
}

type Rate = z.output<typeof Freight>[number]

/** A service that CJ names without a price, or with the reason why it cannot carry this, is no offer. */
export const toQuotes = (rates: readonly Rate[], shipFrom: string): SupplierQuote[] =>
  rates.flatMap((rate) => {
    const amount = rate.errorEn === undefined ? amountOf(rate) : null
    return amount === null || rate.logisticName === undefined
      ? []
      : [toQuote(rate, rate.logisticName, amount, shipFrom)]
  })

/** The sum CJ gives is 0 where CJ did not add up; its parts are then the better answer. */
function amountOf(rate: Rate): number | null {
  const cents = (price: Rate['logisticPrice']) => readPriceRange(price, CURRENCY)?.[1]
  const [price, total] = [cents(rate.logisticPrice), cents(rate.totalPostageFee)]
  if (price === undefined && total === undefined) return null
  const parts = (price ?? 0) + (cents(rate.taxesFee) ?? 0) + (cents(rate.clearanceOperationFee) ?? 0)
  return Math.max(total ?? 0, parts)
}

/** '5-10' is days. */
function toQuote(rate: Rate, service_name: string, amount: number, shipFrom: string): SupplierQuote {
  const [min, max = min] = (rate.logisticAging ?? '')
    .split('-')
    .map((days) => Number.parseInt(days, 10))
    .filter(Number.isFinite)
  return {
    service_name,
    amount,
    currency: CURRENCY,
    min_days: min ?? null,
    max_days: max ?? null,
    ship_from: shipFrom,
    tracked: true, // CJ sells tracked lines only
  }
}

export const toReview = (comment: z.output<typeof Comment>): SupplierReview => ({
  review_id: comment.commentId,
  rating: Math.min(5, Math.max(0, comment.score ?? 0)),
  feedback: comment.comment ?? '',
  name: comment.commentUser ?? '',
  country: comment.countryCode ?? '',
  created_at: comment.commentDate,
  images: comment.commentUrls,
  order_info: '',
})
