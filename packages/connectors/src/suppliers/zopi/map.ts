import type { z } from 'zod'
import { VendorError } from '../../vendor-error.ts'
import { priceRangeOf } from '../amounts.ts'
import type { SupplierQuote } from '../quote.ts'
import type { SupplierProduct, SupplierReview, SupplierSummary, SupplierVariant } from '../supplier.ts'
import type { Product, Quote, Review, Summary } from './schemas.ts'

export const toSummary = (row: z.output<typeof Summary>): SupplierSummary => ({
  source_product_id: row.product_id,
  name: row.name,
  image: row.image,
  currency: row.price_min.currency,
  price_range: [row.price_min.amount, row.price_max.amount],
  orders: row.orders,
  rating: row.rating,
  category_id: row.category_id,
})

type Zopi = z.output<typeof Product>

export function toProduct(product: Zopi): SupplierProduct {
  const variants = product.variants.map((variant) => toVariant(variant, product.options))
  return {
    source_product_id: product.product_id,
    name: product.name,
    description: product.description,
    images: product.images,
    product_link: product.product_link,
    category: product.category_id === null ? null : { category_id: product.category_id, path: product.category_path },
    currency: product.variants[0]?.price.currency ?? 'USD',
    price_range: priceRangeOf(variants.map(({ price }) => price)),
    options: product.options.map(({ name, values }) => ({
      name,
      values: values.map(({ value_id, value, image, country_code }) => ({
        value_id,
        value,
        ...(image && { image }),
        ...(country_code && { country_code }),
      })),
    })),
    variants,
    orders: product.orders,
    rating: product.rating,
    reviews_count: product.reviews_count,
    listings: product.listings ?? null,
    seller: product.seller,
    specifications: product.specifications,
    ship_from: product.ship_from,
    ship_to: product.ship_to,
    weight_g: product.weight_g,
  }
}

function toVariant(variant: Zopi['variants'][number], options: Zopi['options']): SupplierVariant {
  return {
    sku_id: variant.sku_id,
    sku_attr: '',
    values: options.map((option) => {
      const chosen = variant.values.find(({ option_id }) => option_id === option.option_id)
      const value = option.values.find(({ value_id }) => value_id === chosen?.value_id)
      if (!value) throw new VendorError('zopi', 'unknown', `variant ${variant.sku_id} does not choose a ${option.name}`)
      return {
        property_id: option.option_id,
        name: option.name,
        value_id: value.value_id,
        value: value.value,
        ...(value.image && { image: value.image }),
      }
    }),
    price: variant.price.amount,
    quantity: variant.quantity,
    ...(variant.list_price && { list_price: variant.list_price.amount }),
    ...(variant.image && { image: variant.image }),
    ...(variant.weight_g !== undefined && { weight_g: variant.weight_g }),
  }
}

export const toReview = (review: z.output<typeof Review>): SupplierReview => ({
  review_id: review.review_id,
  rating: review.rating,
  feedback: review.text,
  name: review.name,
  country: review.country_code,
  created_at: review.created_at,
  images: review.images,
  order_info: review.variant ?? '',
})

export const toQuote = (quote: z.output<typeof Quote>): SupplierQuote => ({
  service_name: quote.service_name,
  amount: quote.price.amount,
  currency: quote.price.currency,
  min_days: quote.min_days,
  max_days: quote.max_days,
  ship_from: quote.ship_from,
  tracked: quote.tracked,
})
