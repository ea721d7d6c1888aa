/** What we read of a catalog's items (ProductItem). */
import { z } from 'zod'
import { parts, rows } from '../../rows.ts'
import { groupOf, itemRows } from '../item-group.ts'

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')

/** The Graph API tells maps as lists of pairs. */
const pairs = z
  .union([
    z
      .array(z.object({ key: z.string(), value: z.string() }))
      .transform((list) => list.map((one) => [one.key, one.value])),
    z.record(z.string(), z.string()).transform((map) => Object.entries(map)),
  ])
  .nullish()
  .transform((list): Record<string, string> => Object.fromEntries(list ?? []))

export const Item = z.object({
  id: z.string(),
  retailer_id: z.string(),
  retailer_product_group_id: text,
  name: text,
  description: text,
  rich_text_description: text,
  brand: text,
  product_type: text,
  availability: text,
  visibility: text,
  currency: text,
  price: text,
  sale_price: text,
  url: text,
  image_url: text,
  additional_image_urls: parts(z.string()),
  image_fetch_status: text,
  gtin: text,
  manufacturer_part_number: text,
  shipping_weight_value: z.number().nullish().catch(null),
  shipping_weight_unit: text,
  color: text,
  size: text,
  material: text,
  pattern: text,
  additional_variant_attributes: pairs,
  custom_label_0: text,
  custom_label_1: text,
  quantity_to_sell_on_facebook: z.number().int().nullish().catch(null),
})
export type Item = z.output<typeof Item>
export const ITEM_FIELDS = Object.keys(Item.shape).join(',')

const paging = z.object({ cursors: z.object({ after: z.string().optional() }).optional(), next: z.string().optional() })
const Name = z.object({ retailer_id: z.string(), retailer_product_group_id: text })
export const ItemPage = z.object({
  data: itemRows(
    Item,
    Name.transform((item) => groupOf(item.retailer_product_group_id, item.retailer_id)),
  ),
  paging: paging.optional(),
})
export const NamePage = z.object({ data: rows(Name), paging: paging.optional() })

const Message = z.object({ message: text })
export const BatchReply = z.object({
  handles: parts(z.string()),
  validation_status: parts(z.object({ retailer_id: text, errors: parts(Message) })),
})

export const BatchStatus = z.object({
  data: z
    .array(
      z.object({
        status: z.string(),
        errors_total_count: z.number().catch(0),
        errors: parts(z.object({ id: text, message: text })),
        ids_of_invalid_requests: parts(z.string()),
      }),
    )
    .min(1),
})
export const STATUS_FIELDS = 'handle,status,errors,errors_total_count,ids_of_invalid_requests'
