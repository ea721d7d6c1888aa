/** AliExpress dropshipping replies, simplified or not. The platform publishes no schema; index.ts says what was seen. */
import { z } from 'zod'
import { choices, rows } from '../../rows.ts'
import { figure, maybePrice, maybeText, moment, text, wholeFigure } from '../tolerant.ts'

/**
 * Without `simplify` a list is wrapped in an object with one key: { ae_item_sku_info_d_t_o: […] }. With or without, a
 * list of one element may be that element alone.
 */
const list = <T extends z.ZodType>(item: T) => z.preprocess(toList, z.array(item))
const offered = <T extends z.ZodType>(row: T) => z.preprocess(toList, choices(row))
const listed = <T extends z.ZodType>(row: T) => z.preprocess(toList, rows(row))

function toList(value: unknown): unknown {
  if (value == null || value === '') return []
  if (Array.isArray(value) || typeof value !== 'object') return value
  const entries: unknown[] = Object.values(value)
  const [only] = entries
  const wrapper = entries.length === 1 && typeof only === 'object' && only !== null
  if (!wrapper) return entries.length === 0 ? [] : [value]
  return Array.isArray(only) ? only : [only]
}

/** true, "true" and nothing at all are three things. */
const flag = z
  .unknown()
  .optional()
  .transform((value) => {
    if (value === true || value === 'true') return true
    return value === false || value === 'false' ? false : null
  })

export const Token = z.object({
  access_token: z.string(),
  /** A renewal may leave it out: the old one stays good. */
  refresh_token: maybeText,
  expire_time: moment,
  refresh_token_valid_time: moment,
  expires_in: figure,
  refresh_expires_in: figure,
  user_id: maybeText,
  seller_id: maybeText,
  user_nick: maybeText,
  account: maybeText,
})

export const TextRow = z.object({
  itemId: text,
  title: maybeText,
  itemMainPic: maybeText,
  orders: wholeFigure,
  score: figure,
  evaluateRate: figure,
  salePrice: maybePrice,
  salePriceCurrency: maybeText,
  targetSalePrice: maybePrice,
  targetOriginalPriceCurrency: maybeText,
  cateId: maybeText,
})
export const TextPage = z.object({
  data: z
    .object({ totalCount: wholeFigure, pageIndex: wholeFigure, pageSize: wholeFigure, products: listed(TextRow) })
    .nullish(),
})

export const ImageRow = z.object({
  product_id: text,
  product_title: maybeText,
  product_main_image_url: maybeText,
  target_sale_price: maybePrice,
  target_sale_price_currency: maybeText,
  lastest_volume: wholeFigure,
  evaluate_rate: figure,
  first_level_category_id: maybeText,
})
export const ImagePage = z.object({ data: z.object({ products: listed(ImageRow) }).nullish() })

const SkuProperty = z.object({
  sku_property_id: text,
  sku_property_name: maybeText,
  sku_property_value: maybeText,
  property_value_id: maybeText,
  property_value_definition_name: maybeText,
  sku_image: maybeText,
})
export const Sku = z.object({
  sku_id: maybeText,
  id: maybeText,
  sku_attr: maybeText,
  sku_price: maybePrice,
  offer_sale_price: maybePrice,
  sku_available_stock: wholeFigure,
  currency_code: maybeText,
  price_include_tax: flag,
  tax_amount: maybePrice,
  tax_currency_code: maybeText,
  estimated_import_charges: maybePrice,
  ae_sku_property_dtos: list(SkuProperty),
  aeop_s_k_u_propertys: list(SkuProperty),
})
export const Item = z.object({
  ae_item_base_info_dto: z.object({
    product_id: text,
    category_id: maybeText,
    subject: maybeText,
    currency_code: maybeText,
    evaluation_count: wholeFigure,
    avg_evaluation_rating: figure,
    sales_count: wholeFigure,
    detail: z.string().nullish(),
    product_status_type: maybeText,
  }),
  ae_item_sku_info_dtos: list(Sku),
  ae_multimedia_info_dto: z.object({ image_urls: maybeText }).nullish(),
  package_info_dto: z
    .object({ gross_weight: figure, package_length: figure, package_width: figure, package_height: figure })
    .nullish(),
  logistics_info_dto: z.object({ delivery_time: figure, ship_to_country: maybeText }).nullish(),
  ae_store_info: z
    .object({
      store_id: maybeText,
      store_name: maybeText,
      item_as_described_rating: figure,
      communication_rating: figure,
      shipping_speed_rating: figure,
      ratings: figure,
    })
    .nullish(),
  ae_item_properties: list(z.object({ attr_name: maybeText, attr_value: maybeText })),
})
export const ProductReply = z.object({ result: Item.nullish(), rsp_code: maybeText, rsp_msg: maybeText })

export const DeliveryOption = z.object({
  code: maybeText,
  company: maybeText,
  shipping_fee_cent: maybePrice,
  /** "US $1.99": beside the figure, or instead of it. */
  shipping_fee_format: maybePrice,
  shipping_fee_currency: maybeText,
  free_shipping: flag,
  /** The platform pays from `free_shipping_threshold` on: "$10.00", "0,00€". */
  mayHavePFS: flag,
  free_shipping_threshold: maybeText,
  min_delivery_days: figure,
  max_delivery_days: figure,
  guaranteed_delivery_days: figure,
  ship_from_country: maybeText,
  tracking: flag,
})
export const FreightReply = z.object({
  result: z.object({ success: flag, code: maybeText, msg: maybeText, delivery_options: offered(DeliveryOption) }),
})

/** `children` is JSON inside the JSON, the branches too. */
export const PlacesReply = z.object({
  result: z.object({ data: list(z.object({ children: z.unknown().optional() })) }),
})

/** `order_list` is [8198…], { number: [8198…] } or { number: 8198… }. */
const numbers = z
  .unknown()
  .optional()
  .transform((value): string[] => {
    const inner = typeof value === 'object' && value !== null && 'number' in value ? value.number : value
    const items: unknown[] = Array.isArray(inner) ? inner : [inner]
    return items.filter((item) => /^\d+$/.test(String(item))).map(String)
  })
export const CreateReply = z.object({
  result: z.object({ is_success: flag, order_list: numbers, error_code: maybeText, error_msg: maybeText }),
})

/** How many, as a number or as text. */
const pieces = z.coerce.number().int().positive().optional().catch(undefined)

export const TrackingReply = z.object({
  result: z
    .object({
      data: z
        .object({
          tracking_detail_line_list: list(
            z.object({
              mail_no: maybeText,
              package_item_list: list(z.object({ item_id: maybeText, quantity: pieces })),
            }),
          ),
        })
        .nullish(),
    })
    .nullish(),
})

export const OrderReply = z.object({
  result: z
    .object({
      order_status: maybeText,
      order_amount: z.object({ amount: maybePrice, currency_code: maybeText }).nullish(),
      child_order_list: list(
        z.object({ product_id: maybeText, product_count: pieces, order_status: maybeText, end_reason: maybeText }),
      ),
      logistics_info_list: list(z.object({ logistics_no: maybeText, logistics_service: maybeText })),
    })
    .nullish(),
})
