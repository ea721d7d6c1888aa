/**
 * The seller's own product (sourcing spec §2, editor): a copy of the supplier's that no supplier change ever
 * overwrites.
 */
import type { Minor } from '../money.ts'

export const MAX_VARIANTS = 2048
export const MAX_OPTIONS = 5 // spec: not shown. Suppliers go up to four, "Ships From" included; a channel may allow fewer
export const MAX_TITLE = 255
export const MAX_DESCRIPTION = 200_000
export const MAX_TAGS = 250
export const MAX_TAG = 255
export const MAX_SUPPLIERS_PER_VARIANT = 20 // at least ten are asked for
export const MAX_AMOUNT: Minor = 100_000_000_00
export const MAX_WEIGHT_G = 1_000_000

export interface ProductImage {
  image_id: string
  url: string
  alt: string
  /** The supplier's picture this one was made from; null for the seller's own. */
  origin_url: string | null
}

export interface ProductOption {
  name: string
  values: string[]
}

export interface ProductVariant {
  variant_id: string
  position: number
  /** One per option, in the order of the options. */
  option_values: string[]
  sku: string
  barcode: string
  /** In the product's currency. */
  price: Minor
  compare_at_price: Minor | null
  weight_g: number | null
  image_id: string | null
  /** Stock policy: goes on selling when the supplier has none left. */
  sell_out_of_stock: boolean
  /** Off: kept, but not listed. */
  enabled: boolean
}

/** What a seller edits, and nothing else. */
export interface Product {
  title: string
  /** Cleaned HTML. */
  description: string
  vendor: string
  product_type: string
  tags: string[]
  collections: string[]
  handle: string
  seo_title: string
  seo_description: string
  images: ProductImage[]
  options: ProductOption[]
  variants: ProductVariant[]
}

export const PRODUCT_FIELDS = [
  'title',
  'description',
  'vendor',
  'product_type',
  'tags',
  'collections',
  'handle',
  'seo_title',
  'seo_description',
  'images',
  'options',
] as const satisfies readonly (keyof Product)[]
export type ProductField = (typeof PRODUCT_FIELDS)[number]

export const VARIANT_FIELDS = [
  'position',
  'option_values',
  'sku',
  'barcode',
  'price',
  'compare_at_price',
  'weight_g',
  'image_id',
  'sell_out_of_stock',
  'enabled',
] as const satisfies readonly (keyof ProductVariant)[]
export type VariantField = (typeof VARIANT_FIELDS)[number]

/** Where a product stands in the channels (§3, product center counts). */
export const PUSHED_STATES = ['unpushed', 'draft', 'active'] as const
export type PushedState = (typeof PUSHED_STATES)[number]
