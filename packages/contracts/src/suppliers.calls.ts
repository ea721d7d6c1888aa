import { z } from 'zod'
import { ProductCard, SourceField, ShipTo } from './catalog.calls.ts'
import { Timestamp } from './fields.ts'
import { calls, listOf, page } from './kernel.ts'

const SellerId = z.string().trim().min(1).max(100)

/** A seller (store, agent, warehouse) at a source. */
export const SupplierCard = z.object({
  source: SourceField,
  seller_id: z.string(),
  store_name: z.string(),
  store_url: z.string(),
  /** 0 to 100. */
  score: z.number().nullable(),
  rating: z.number().nullable(),
  reviews_count: z.int(),
  products: z.int(),
  orders: z.int(),
  followed: z.boolean(),
  images: z.array(z.string()),
})

export const supplierCalls = calls({
  listSourceSuppliers: {
    method: 'GET',
    path: '/product-sources/source-suppliers',
    about: 'Suppliers by source, most ordered from first.',
    input: z.object({ source: SourceField.optional(), text: z.string().trim().max(100).default(''), ...page }),
    data: listOf(SupplierCard),
  },
  listFavoriteSuppliers: {
    method: 'GET',
    path: '/center/products/suppliers/favorites',
    about: 'The suppliers this workplace follows.',
    input: z.object({ ...page }),
    data: listOf(SupplierCard.extend({ followed_at: Timestamp, new_products: z.int() })),
  },
  followSupplier: {
    method: 'POST',
    path: '/center/products/suppliers/{action}',
    unkeyed: 'same_again',
    about: 'Follows a supplier, or stops.',
    input: z.object({ action: z.enum(['follow', 'unfollow']), source: SourceField, seller_id: SellerId }),
    data: z.object({ followed: z.boolean(), total: z.int() }),
  },
  crawlBySeller: {
    method: 'GET',
    path: '/center/products/crawl-by-seller/{source}/{seller_id}',
    about: 'A supplier with its products; unknown ones are fetched from the source.',
    input: z.object({
      source: SourceField,
      seller_id: SellerId,
      page: z.coerce.number().int().min(1).max(100).default(1),
      ship_to: ShipTo,
    }),
    data: z.object({ supplier: SupplierCard, items: z.array(ProductCard), total: z.int(), has_more: z.boolean() }),
  },
})
