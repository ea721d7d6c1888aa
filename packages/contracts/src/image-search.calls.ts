import { z } from 'zod'
import { ProductCard, ProductId, ShipTo, SourceField } from './catalog.calls.ts'
import { Id } from './fields.ts'
import { calls } from './kernel.ts'

const Match = z.object({ product: ProductCard, /** 0 to 100 */ match: z.int() })

const Found = z.object({
  /** `preparing`: the model or the catalogue's pictures are not ready yet; the rest of the screen works. */
  state: z.enum(['ready', 'preparing']),
  /** Offers of the very same good. */
  same: z.array(Match),
  similar: z.array(Match),
  /** Pictures indexed so far, of how many. */
  indexed: z.int(),
  pictures: z.int(),
})

export const imageSearchCalls = calls({
  findSuppliers: {
    method: 'POST',
    path: '/center/products/find-suppliers',
    unkeyed: 'reads',
    about: "Similar products by a picture: uploaded, by address, or a product's own.",
    body: 'multipart',
    input: z.object({
      image: z.file().optional(),
      image_url: z.string().trim().max(2000).optional(),
      source: SourceField.optional(),
      product_source_id: ProductId.optional(),
      ship_to: ShipTo,
      /** The same for every part of one picture: the plan's quota counts it once. */
      search_id: Id.optional(),
    }),
    data: Found.extend({
      /** The product whose own picture was searched for. */
      product: z.object({ name: z.string(), image: z.string().nullable() }).nullable(),
    }),
  },
  getPictureAt: {
    // spec: not shown
    method: 'GET',
    path: '/center/products/find-suppliers/picture',
    about: 'The picture at an address, to be shown and cropped before it is searched for.',
    input: z.object({ image_url: z.string().trim().min(1).max(2000) }),
    data: z.object({ /** A JPEG, in base64. */ jpeg: z.string() }),
  },
  getProductIdByImage: {
    method: 'GET',
    path: '/get-product-id-by-image',
    about: "The catalogue product a picture's address belongs to.",
    input: z.object({ image_url: z.string().trim().min(1).max(2000) }),
    data: z.object({ source: SourceField, product_id: z.string(), id: z.int(), match: z.int() }).nullable(),
  },
  getImageSearchState: {
    // spec: not shown
    method: 'GET',
    path: '/center/products/find-suppliers/state',
    about: 'Whether search by image is ready, and how much of the catalogue it knows.',
    input: z.object({}),
    data: Found.pick({ state: true, indexed: true, pictures: true }),
  },
})
