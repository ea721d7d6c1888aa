/** What we read of TikTok Shop's replies about orders and returns. What is left out is empty. */
import { z } from 'zod'
import { listed, rowsAndRest } from '../../rows.ts'
import { id, list, seconds, text } from './schemas.ts'

const flag = z.boolean().catch(false)

const LineItem = z.object({
  id,
  sku_id: text,
  product_id: text,
  product_name: text,
  sku_name: text,
  sku_image: text,
  seller_sku: text,
  original_price: text,
  seller_discount: text,
  platform_discount: text,
  display_status: text,
  package_id: text,
  tracking_number: text,
  shipping_provider_name: text,
  is_gift: flag,
  item_tax: list(z.object({ tax_amount: text })),
})
export type LineItem = z.output<typeof LineItem>

const Recipient = z.object({
  name: text,
  first_name: text,
  last_name: text,
  phone_number: text,
  region_code: text,
  postal_code: text,
  address_line1: text,
  address_line2: text,
  address_line3: text,
  address_line4: text,
  address_detail: text,
  district_info: list(z.object({ address_level_name: text, address_name: text, address_level: text })),
})

export const Order = z.object({
  id,
  status: text,
  fulfillment_type: text,
  delivery_option_id: text,
  create_time: seconds,
  update_time: seconds,
  paid_time: seconds,
  cancel_time: seconds,
  /** Until when the platform wants it handed over; 0: it told none. */
  rts_sla_time: seconds,
  cancel_reason: text,
  buyer_message: text,
  buyer_email: text,
  user_id: text,
  cpf: text,
  payment: z.object({
    currency: z.string(),
    original_total_product_price: text,
    seller_discount: text,
    platform_discount: text,
    shipping_fee: text,
    total_amount: text,
  }),
  recipient_address: Recipient.nullish().catch(null),
  line_items: list(LineItem),
})
export type Order = z.output<typeof Order>

export const Orders = z.object({ orders: listed(Order), next_page_token: text })

const Return = z.object({
  return_id: id,
  order_id: text,
  return_status: text,
  return_reason_text: text,
  create_time: seconds,
  update_time: seconds,
  /** Absent where goods are exchanged. */
  refund_amount: z.object({ currency: text, refund_total: text }).nullish(),
  return_line_items: list(z.object({ order_line_item_id: text })),
})
export type Return = z.output<typeof Return>
const OfOrder = z.object({ order_id: id })

/** `broken`: orders that would show a refund less than they have. */
export const Returns = z.object({
  return_orders: rowsAndRest(Return)
    .nullish()
    .transform((all) => ({
      items: all?.items ?? [],
      broken: (all?.rest ?? []).flatMap((one) => OfOrder.safeParse(one).data?.order_id ?? []),
    })),
  next_page_token: text,
})
