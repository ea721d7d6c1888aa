/** Replies of Alibaba's buyers' API, as the copies of its reference pages and two public clients have them. */
import { z } from 'zod'
import { choices, listed } from '../../rows.ts'
import { figure, list, maybePrice, maybeText, text, wholeFigure } from '../tolerant.ts'

export const Token = z.object({
  access_token: z.string(),
  refresh_token: maybeText,
  expires_in: figure,
  refresh_expires_in: figure,
  account: maybeText,
  account_id: maybeText,
  user_info: z.object({ user_id: maybeText, loginId: maybeText }).nullish(),
})

const Image = z.union([
  z.string(),
  z.object({ main_image: maybeText, url: maybeText }).transform(({ main_image, url }) => main_image ?? url),
])
export const Row = z.object({
  product_id: text,
  title: maybeText,
  price: maybePrice,
  currency: maybeText,
  image: Image.nullish(),
})
export const SearchReply = z.object({
  result: z
    .object({
      data: z
        .object({ pagination: z.object({ total_product_count: wholeFigure }).nullish(), products: listed(Row) })
        .nullish(),
    })
    .nullish(),
})

/** Ids alone. */
export const ListReply = z.object({
  result: z.object({ result_data: list(text), result_total: wholeFigure }).nullish(),
})

const LadderStep = z.object({ min_quantity: wholeFigure, price: maybePrice, currency: maybeText })
export const Sku = z.object({
  sku_id: text,
  image: maybeText,
  sku_attr_list: list(
    z.object({
      attr_name_id: maybeText,
      attr_name_desc: maybeText,
      attr_value_id: maybeText,
      attr_value_desc: maybeText,
      attr_value_image: maybeText,
    }),
  ),
  ladder_price: list(LadderStep),
})
export const Description = z.object({
  product_id: maybeText,
  title: maybeText,
  description: z.string().nullish(),
  detail_url: maybeText,
  main_image: maybeText,
  images: list(Image),
  category_id: maybeText,
  category: maybeText,
  supplier: maybeText,
  eCompanyId: maybeText,
  e_company_id: maybeText,
  currency: maybeText,
  min_order_quantity: wholeFigure,
  status: maybeText,
  wholesale_trade: z.object({ min_order_quantity: wholeFigure, unit_type: maybeText, price: maybePrice }).nullish(),
  skus: list(Sku),
})
export const DescriptionReply = z.object({ result: z.object({ result_data: Description.nullish() }).nullish() })

export const InventoryReply = z.object({
  result: z
    .object({
      result_data: list(
        z.object({
          shipping_from: maybeText,
          inventory_list: list(z.object({ sku_id: maybeText, inventory_count: wholeFigure })),
        }),
      ),
    })
    .nullish(),
})

export const Carriage = z.object({
  vendor_name: maybeText,
  vendor_code: maybeText,
  dispatch_country: maybeText,
  /** "10~15", "3-9". */
  delivery_time: maybeText,
  fee: z.object({ amount: maybePrice, currency: maybeText }).nullish(),
})
export const FreightReply = z.object({ value: choices(Carriage) })
