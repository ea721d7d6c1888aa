/** What we read of TikTok Shop's replies. Numbers that name something are texts there, and too long for JavaScript. */
import { z } from 'zod'
import { choices, listed } from '../../rows.ts'

export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
export const list = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((value) => value ?? [])
export const id = z.union([z.string(), z.number()]).transform(String)
export const seconds = z.number().catch(0)

export const Token = z.object({
  access_token: z.string().min(1),
  access_token_expire_in: z.number(),
  refresh_token: z.string().min(1),
  refresh_token_expire_in: z.number(),
  seller_name: text,
  granted_scopes: list(z.string()),
})

export const Shops = z.object({
  shops: list(z.object({ id, name: text, region: text, seller_type: text, cipher: z.string(), code: text })),
})

export const Warehouses = z.object({
  warehouses: choices(
    z.object({ id, name: text, effect_status: text, type: text, is_default: z.boolean().catch(false) }),
  ),
})

export const Prerequisites = z.object({
  check_results: list(
    z.object({ check_item: text, is_failed: z.boolean().catch(false), fail_reasons: list(z.string()) }),
  ),
})

export const Categories = z.object({
  categories: choices(
    z.object({
      id,
      parent_id: id.nullish().transform((one) => one ?? ''),
      local_name: text,
      is_leaf: z.boolean().catch(false),
    }),
  ),
})

export const Recommended = z.object({
  leaf_category_id: text,
  categories: choices(z.object({ id, name: text, is_leaf: z.boolean().catch(false) })),
})

export const Attributes = z.object({
  attributes: choices(
    z
      .object({
        id,
        name: text,
        type: text,
        is_required: z.boolean().optional(),
        // The vendor's own spelling on the page of this call.
        is_requried: z.boolean().optional(),
        is_multiple_selection: z.boolean().catch(false),
        is_customizable: z.boolean().catch(false),
        values: list(z.object({ id, name: text })),
      })
      .transform(({ is_requried, is_required, ...rest }) => ({
        ...rest,
        is_required: is_required ?? is_requried ?? false,
      })),
  ),
})

const Rule = z
  .object({ is_required: z.boolean().catch(false), is_supported: z.boolean().catch(false) })
  .nullish()
  .transform((rule) => rule ?? null)

export const CategoryRules = z.object({
  size_chart: Rule,
  manufacturer: Rule,
  responsible_person: Rule,
  package_dimension: Rule,
})

export const Brands = z.object({
  brands: choices(
    z.object({ id, name: text, authorized_status: text, brand_status: text, is_t1_brand: z.boolean().catch(false) }),
  ),
})

export const SizeCharts = z.object({ size_chart: choices(z.object({ template_id: id, template_name: text })) })
const Profiled = z.object({ id, name: text, regional_profiles: list(z.object({ name: text })) })
export const Manufacturers = z.object({ manufacturers: choices(Profiled) })
export const ResponsiblePersons = z.object({ responsible_persons: choices(Profiled) })

export const Uploaded = z.object({ uri: z.string().min(1) })

const Image = z.object({ uri: text, urls: list(z.string()) })
const Amount = z.object({ amount: text, currency: text })

const SalesAttribute = z.object({
  id: text,
  name: text,
  value_id: text,
  value_name: text,
  sku_img: Image.nullish().catch(null),
})

export const Sku = z.object({
  id,
  seller_sku: text,
  external_sku_id: text,
  sales_attributes: list(SalesAttribute),
  price: z.object({ sale_price: text, tax_exclusive_price: text, amount: text }),
  list_price: Amount.nullish().catch(null),
  inventory: list(z.object({ warehouse_id: id, quantity: z.number().catch(0) })),
  identifier_code: z.object({ code: text, type: text }).nullish().catch(null),
})
export type Sku = z.output<typeof Sku>

export const Product = z.object({
  id,
  status: text,
  title: text,
  description: text,
  external_product_id: text,
  main_images: list(Image),
  skus: list(Sku),
  category_chains: list(z.object({ id, is_leaf: z.boolean().catch(false) })),
  brand: z.object({ id }).nullish().catch(null),
  package_weight: z.object({ value: text, unit: text }).nullish().catch(null),
  audit: z.object({ status: text }).nullish().catch(null),
  update_time: seconds,
})
export type Product = z.output<typeof Product>

export const Found = z.object({
  products: listed(z.object({ id, status: text, update_time: seconds })),
  next_page_token: text,
  total_count: z.number().catch(0),
})

export const Made = z.object({ product_id: id })
export const Nothing = z.looseObject({})

/** Some calls answer "success" and say inside which product or SKU was refused. */
export const PartErrors = z.object({
  errors: list(
    z.object({
      code: id,
      message: text,
      detail: z.object({ extra_errors: list(z.object({ code: id, message: text })) }).nullish(),
    }),
  ),
})

export const Webhooks = z.object({ webhooks: list(z.object({ event_type: text, address: text })) })
