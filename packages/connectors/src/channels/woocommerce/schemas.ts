/** What we read of WooCommerce's replies (REST v3). */
import { z } from 'zod'
import { choices, parts, rows } from '../../rows.ts'
import { fromStored, fromStoredOption } from './stored-text.ts'

const id = z.int().min(0)
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
const stored = text.transform(fromStored)
const option = z.string().transform(fromStoredOption)

const Image = z.object({ id, src: text, name: text, alt: text })
const Meta = z.object({ key: z.string(), value: z.unknown() })
const Stock = {
  manage_stock: z.union([z.boolean(), z.literal('parent')]).catch(false),
  stock_quantity: z.number().nullable().catch(null),
  backorders: text,
}
const Sold = {
  sku: text,
  global_unique_id: text,
  regular_price: text,
  sale_price: text,
  weight: text,
  date_modified_gmt: text,
  ...Stock,
}

export const Product = z.object({
  id,
  name: stored,
  type: text,
  status: text,
  permalink: text,
  description: text,
  parent_id: id.catch(0),
  tags: parts(z.object({ name: stored })),
  categories: parts(z.object({ id })),
  brands: parts(z.object({ id })),
  images: z.array(Image),
  attributes: z.array(
    z.object({
      id: id.catch(0),
      name: stored,
      position: z.number().catch(0),
      visible: z.boolean().catch(true),
      variation: z.boolean().catch(false),
      options: z.array(option),
    }),
  ),
  variations: z.array(id),
  meta_data: parts(Meta),
  ...Sold,
})
export type Product = z.output<typeof Product>
/** Only these are asked for: the rest of a product is long. */
export const PRODUCT_FIELDS = Object.keys(Product.shape).join(',')
export const ProductList = rows(Product)
/** By a SKU variations are found too, and their replies are shorter. */
export const FoundList = rows(
  z.object({ id, type: text, parent_id: id.catch(0), status: text, meta_data: parts(Meta) }),
)

/** What has a SKU: a product, or a variation. */
export const Holder = z.object({ id, sku: text, name: stored, parent_id: id.catch(0), meta_data: parts(Meta) })

export const Variation = z.object({
  id,
  image: Image.nullish().catch(null),
  attributes: z.array(z.object({ id: id.catch(0), name: stored, option })),
  ...Sold,
})
export type Variation = z.output<typeof Variation>
export const VARIATION_FIELDS = Object.keys(Variation.shape).join(',')
export const VariationList = z.array(Variation)

const Failed = z.object({ id: id.catch(0), error: z.object({ code: z.string(), message: text }) })
const BatchItem = z.union([Failed, Variation])
const items = z
  .array(BatchItem)
  .optional()
  .transform((list) => list ?? [])
export const VariationBatch = z.object({ create: items, update: items, delete: items })
export const isFailed = (item: z.output<typeof BatchItem>): item is z.output<typeof Failed> => 'error' in item

export const TermList = choices(z.object({ id, name: stored, parent: id.catch(0) }))

export const Webhook = z.object({ id, topic: text, status: text, delivery_url: text })
export const WebhookList = z.array(Webhook)

/** The index of WordPress's API: everybody may read it. */
export const SiteIndex = z.object({ name: stored, home: text, namespaces: parts(z.string()) })
export const Settings = z.array(z.object({ id: z.string(), value: z.unknown() }))
export const SystemStatus = z.object({ environment: z.object({ version: text }) })
