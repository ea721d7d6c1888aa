/**
 * The Omni Supplier Protocol as a buyer reads it. Verified against zopi-protocol.openapi.json beside it
 * (schemas.test.ts).
 */
import { z } from 'zod'
import { choices, rows } from '../../rows.ts'
import { list, moment } from '../tolerant.ts'

export const Failure = z.object({
  error: z.object({
    code: z.enum([
      'unauthorized',
      'forbidden',
      'not_found',
      'rate_limited',
      'invalid',
      'out_of_stock',
      'cannot_ship',
      'price_changed',
      'insufficient_funds',
      'unavailable',
    ]),
    message: z.string(),
    retry_after_s: z.number().optional(),
  }),
})

const Money = z.object({ amount: z.int(), currency: z.string().length(3) })
const page = <T extends z.ZodType>(item: T) =>
  z.object({ items: rows(item), next_cursor: z.string().nullable(), total: z.int().nullable() })

export const Account = z.object({ account_id: z.string(), name: z.string(), key_expires_at: z.string().nullish() })

export const Summary = z.object({
  product_id: z.string(),
  name: z.string(),
  image: z.string().nullable(),
  price_min: Money,
  price_max: Money,
  orders: z.number().nullable(),
  rating: z.number().nullable(),
  category_id: z.string().nullable(),
})
export const SummaryPage = page(Summary)

const Option = z.object({
  option_id: z.string(),
  name: z.string(),
  values: z.array(
    z.object({
      value_id: z.string(),
      value: z.string(),
      image: z.string().optional(),
      country_code: z.string().optional(),
    }),
  ),
})
const Variant = z.object({
  sku_id: z.string(),
  values: z.array(z.object({ option_id: z.string(), value_id: z.string() })),
  price: Money,
  list_price: Money.optional(),
  quantity: z.number().nullable(),
  image: z.string().optional(),
  weight_g: z.number().optional(),
})
export const Product = z.object({
  product_id: z.string(),
  name: z.string(),
  description: z.string(),
  images: list(z.string()),
  product_link: z.string(),
  category_id: z.string().nullable(),
  category_path: list(z.string()),
  options: list(Option),
  variants: z.array(Variant).min(1),
  orders: z.number().nullable(),
  rating: z.number().nullable(),
  reviews_count: z.number().nullable(),
  listings: z.number().nullish(),
  seller: z.object({ seller_id: z.string(), name: z.string(), url: z.string(), score: z.number().nullable() }),
  specifications: list(z.object({ name: z.string(), value: z.string() })),
  ship_from: list(z.string()),
  ship_to: z.array(z.string()).nullable(),
  weight_g: z.number().nullable(),
})

export const Review = z.object({
  review_id: z.string(),
  rating: z.number(),
  text: z.string(),
  name: z.string(),
  country_code: z.string(),
  created_at: moment,
  images: list(z.string()),
  variant: z.string().optional(),
})
export const ReviewPage = page(Review)

export const StockList = z.object({
  items: z.array(z.object({ sku_id: z.string(), country_code: z.string(), quantity: z.int() })),
})

export const Quote = z.object({
  service_code: z.string(),
  service_name: z.string(),
  price: Money,
  min_days: z.int().nullable(),
  max_days: z.int().nullable(),
  ship_from: z.string(),
  tracked: z.boolean(),
})
export const QuoteList = z.object({ items: choices(Quote) })

export const OrderQuote = z.object({
  lines: z.array(z.object({ sku_id: z.string(), quantity: z.int(), price: Money })),
  items_total: Money,
  services: z.array(Quote).min(1),
})

export const Order = z.object({
  order_id: z.string(),
  reference: z.string(),
  status: z.string(),
  total: Money,
  paid_at: z.string().nullable(),
  lines: z.array(z.object({ line_id: z.string(), product_id: z.string(), sku_id: z.string(), quantity: z.int() })),
  shipments: z.array(
    z.object({
      tracking_number: z.string(),
      carrier: z.string(),
      tracking_url: z.string().optional(),
      line_ids: z.array(z.string()),
    }),
  ),
})
export const OrderList = z.object({ items: z.array(Order) })

export const Refund = z.object({
  refund_id: z.string(),
  reference: z.string(),
  state: z.enum(['pending', 'accepted', 'rejected', 'completed']),
  asked: Money,
  granted: Money.nullable(),
  note: z.string(),
  answered_at: z.string().nullable(),
})
export const RefundList = z.object({ items: z.array(Refund) })

export const Feedback = z.object({
  feedback_id: z.string(),
  messages: z.array(
    z.object({
      message_id: z.string(),
      reference: z.string(),
      text: z.string(),
      pictures: list(z.string()),
      created_at: z.string(),
    }),
  ),
})
export const FeedbackList = z.object({ items: z.array(Feedback) })
