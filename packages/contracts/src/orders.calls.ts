import { CHANNELS } from '@omni/domain/channels/document.ts'
import { SOURCES } from '@omni/domain/catalog/sources.ts'
import { FINANCIAL_STATES, FULFILMENT_STATES } from '@omni/domain/orders/document.ts'
import { LINE_REASONS, ORDER_STATUSES, SUB_STATUSES } from '@omni/domain/orders/groups.ts'
import { FOUND_BY } from '@omni/domain/orders/search.ts'
import { z } from 'zod'
import { Flag, Id, Text, Timestamp } from './fields.ts'
import { calls, listOf, page } from './kernel.ts'
import { OrderProfit } from './profit.fields.ts'

const MAX_CHOSEN = 1000
const MAX_LINES = 100
/** spec: not shown; the bad input of the specification's issue: 0 and 10,000 are said no to. */
const MAX_QUANTITY = 9999
/** New orders that one split makes. spec: not shown. */
const MAX_PARTS = 20

export const ORDER_CHANNELS = [...CHANNELS, 'manual'] as const

const Status = z.enum(ORDER_STATUSES)
/** One group, or every order that is known. */
const AnyStatus = z.enum(['all', ...ORDER_STATUSES])
/** `urgency`: until when it is promised, then the oldest; it begins with the most urgent in ascending order. */
const SORTS = ['created_at', 'urgency', 'total', 'cost', 'shipping', 'days'] as const
const AnySubStatus = z.enum([...new Set(Object.values(SUB_STATUSES).flat())])
const Reason = z.enum(LINE_REASONS)

/** Ids in an address, with commas between them. */
const idList = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[\da-f-]{36}(?:,[\da-f-]{36})*$/i)
    .transform((text) => text.split(','))
    .pipe(z.array(Id))

/** What rows, counts and sums are narrowed by, all in the same way. */
const Narrowing = z.object({
  /** A store's, supplier's or tracking number, a name, an e-mail address, a phone number or a product. */
  keyword: Text.max(200).optional(),
  /** Days of the workplace's time zone. */
  from_date: z.iso.date().optional(),
  to_date: z.iso.date().optional(),
  channel: z.enum(['all', ...ORDER_CHANNELS]).default('all'),
  source: z.enum(['all', ...SOURCES]).default('all'),
  mark_order: z.enum(['all', '1', '0']).default('all'),
  reason: Reason.optional(),
  /** Those that ask for money back, and nobody answered within a day. */
  overdue: Flag.optional(),
  /** The page's `orders` parameter: these and no others. */
  orders: idList(40_000).optional(),
})
const Place = {
  order_status: AnyStatus.default('placement'),
  /** Left out: the group's default. */
  sub_status: AnySubStatus.optional(),
}

export const Address = z.object({
  name: Text,
  company: Text.default(''),
  address1: Text,
  address2: Text.default(''),
  city: Text,
  province: Text.default(''),
  province_code: Text.default(''),
  zip: Text.default(''),
  country_code: z.string().regex(/^[A-Z]{2}$/),
  phone: Text.default(''),
  tax_number: Text.default(''),
})

const SourceOrder = z.object({
  source: z.string(),
  order_no: z.string().nullable(),
  state: z.string(),
  total: z.int().nullable(),
  /** What was agreed to when it was ordered. */
  approved: z.int(),
  currency: z.string(),
  tracking: z.array(z.object({ number: z.string(), carrier: z.string() })),
  /** Whether the store knows of its parcel. */
  reported: z.enum(['waiting', 'reported', 'failed', 'skipped']).nullable(),
  /** The newest request for money back. */
  refund_info: z
    .object({
      status: z.string(),
      amount: z.int(),
      note: z.string(),
      updated_at: Timestamp,
      is_overdue: z.boolean(),
      /** Of a cancellation: 1 to 14. */
      cancel_reason: z.int().nullable(),
    })
    .nullable(),
})

const Line = z.object({
  line_id: Id,
  product_id: Id.nullable(),
  variant_id: Id.nullable(),
  title: z.string(),
  variant_title: z.string(),
  sku: z.string(),
  image: z.string().nullable(),
  quantity: z.int(),
  wanted: z.int(),
  unit_price: z.int(),
  discount: z.int(),
  tax: z.int(),
  reason: Reason.nullable(),
  sources: z.array(z.string()),
  /** US cents; null: nobody delivers it. */
  cost: z.int().nullable(),
})

export const OrderRow = z.object({
  order_id: Id,
  status: Status,
  sub_status: AnySubStatus,
  number: z.string(),
  channel: z.enum(ORDER_CHANNELS),
  store_id: Id.nullable(),
  store_name: z.string(),
  customer_name: z.string(),
  city: z.string(),
  country_code: z.string(),
  currency: z.string(),
  total: z.int(),
  financial: z.enum(FINANCIAL_STATES),
  marker: z.int(),
  note: z.string(),
  /** Of a sale that was split: which of its parts this is, and how many there are. */
  part_no: z.int(),
  parts: z.int(),
  reasons: z.array(Reason),
  cancel_reason: z.string(),
  ordered_at: Timestamp,
  updated_at: Timestamp,
  /** Until when the channel wants it sent; null: it told no time. */
  promised_at: Timestamp.nullable(),
  /** Goods and shipping of the row's lines in US cents: as bought, else as last quoted. Null: not known. */
  cost: z.int().nullable(),
  shipping: z.int().nullable(),
  min_days: z.int().nullable(),
  max_days: z.int().nullable(),
  /** What the keyword was found in; null: none was asked for. */
  found_in: z.object({ field: z.enum(FOUND_BY), text: z.string() }).nullable(),
  /** Those of the group. */
  lines: z.array(Line),
  /** Of the whole order; null: its currency has no rate. */
  profit: OrderProfit.nullable(),
  source_orders: z.array(SourceOrder),
})

export const OrderEvent = z.object({
  event_id: Id,
  kind: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  who: z.enum(['person', 'store', 'omni', 'supplier']),
  user_name: z.string(),
  happened_at: Timestamp,
})

export const AddressField = z.enum([
  'name',
  'company',
  'address1',
  'address2',
  'city',
  'province',
  'province_code',
  'zip',
  'country_code',
  'phone',
  'tax_number',
])
const AddressProblem = z.object({
  field: AddressField,
  says: z.enum(['missing', 'invalid', 'too_long']),
  repair: z.string().nullable(),
})

export const OrderDetail = OrderRow.omit({
  status: true,
  sub_status: true,
  reasons: true,
  city: true,
  cost: true,
  shipping: true,
  min_days: true,
  max_days: true,
  found_in: true,
  profit: true,
}).extend({
  groups: z.array(
    z.object({ status: Status, sub_status: AnySubStatus, line_ids: z.array(Id), reasons: z.array(Reason) }),
  ),
  fulfilment: z.enum(FULFILMENT_STATES),
  customer: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
  address: Address.nullable(),
  address_problems: z.array(AddressProblem),
  subtotal: z.int(),
  discounts: z.int(),
  shipping: z.int(),
  taxes: z.int(),
  /** In the store's own words. */
  fees: z.array(z.object({ name: z.string(), amount: z.int() })),
  /** Codes of the buyer; what they took off is in `discounts`. */
  coupons: z.array(z.object({ code: z.string(), amount: z.int() })),
  /** What the store's total holds beside all of these; 0: they sum to it. */
  unexplained: z.int(),
  refunded: z.int(),
  tags: z.array(z.string()),
  /** Its page in the store's own admin; null: the channel has none that is known. */
  store_url: z.string().nullable(),
  store_note: z.string(),
  cancelled_at: Timestamp.nullable(),
  archived_at: Timestamp.nullable(),
  timeline: z.array(OrderEvent),
  /** All orders of the sale, where it was split; otherwise empty. */
  parts: z.array(z.object({ order_id: Id, number: z.string(), total: z.int() })),
})

const Chosen = z.object({ orders: z.array(Id).min(1).max(MAX_CHOSEN) })
const Changed = z.object({ changed: z.int() })
const Log = z.object({ items: z.array(OrderEvent) })

const OrderFile = z.object({ text: z.string().min(1).max(5_000_000) })
const FileSums = { will_create: z.int(), will_skip: z.int(), will_fail: z.int() }

export const orderCalls = calls({
  listOrders: {
    method: 'GET',
    path: '/orders/v5/list',
    about: 'Orders of one group or of all, newest first or by another figure. What is not known comes last.',
    input: Narrowing.extend({
      ...Place,
      order_by: z.enum(SORTS).default('created_at'),
      sort: z.enum(['desc', 'asc']).default('desc'),
      ...page,
    }),
    data: listOf(OrderRow),
  },
  countOrderStatus: {
    method: 'GET',
    path: '/orders/v5/count-order-status',
    about: 'How many rows each group has, and each part of it, all of them or those that a filter leaves.',
    input: Narrowing,
    data: z.object({
      all: z.int(),
      unfulfilled: z.int(),
      fulfilled: z.int(),
      archived: z.int(),
      groups: z.record(Status, z.record(z.string(), z.int())),
    }),
  },
  getOrderDetail: {
    method: 'GET',
    path: '/orders/v5/detail/{order_id}',
    about: 'One order with its lines, its address and what is wrong with it, and its timeline.',
    input: z.object({ order_id: Id, line_item_ids: idList(4000).optional() }),
    data: OrderDetail,
  },
  getOrderByStatus: {
    method: 'GET',
    path: '/orders/detail/{orderId}/{status}',
    about: 'One order as it stands in one group; not found where it is in another.',
    input: z.object({ orderId: Id, status: Status }),
    data: OrderDetail,
  },
  getSectionSummary: {
    method: 'GET',
    path: '/orders/v5/section/{type}/summary',
    about: 'The sums over the rows that a filter shows: what they sold for by currency, and what they cost.',
    input: Narrowing.extend({
      type: AnyStatus,
      /** spec: not shown. Left out or `all`: the whole group. */
      sub_status: AnySubStatus.optional(),
    }),
    data: z.object({
      /** As many as the list has rows: an order whose lines stand in several places is several. */
      rows: z.int(),
      orders: z.int(),
      /** US cents, of what is known; how many rows it is not known of. */
      cost: z.int(),
      cost_unknown: z.int(),
      shipping: z.int(),
      shipping_unknown: z.int(),
      /** Of each order once. */
      sold: z.array(z.object({ currency: z.string(), amount: z.int() })),
    }),
  },
  markOrder: {
    method: 'PUT',
    path: '/orders/v5/mark-order',
    unkeyed: 'same_again',
    about: 'Marks orders with a colour, or takes the mark off (0).',
    input: Chosen.extend({ marker: z.int().min(0).max(3) }),
    data: Changed,
  },
  markArchive: {
    method: 'PUT',
    path: '/orders/v5/mark-archive',
    unkeyed: 'same_again',
    about: 'Puts orders away that are not to be bought.',
    input: Chosen,
    data: Changed,
  },
  revertOrder: {
    method: 'POST',
    path: '/orders/v5/revert-order',
    unkeyed: 'same_again',
    about: 'Takes archived orders back among those to be bought.',
    input: Chosen,
    data: Changed,
  },
  getOrderOnboarding: {
    method: 'GET',
    path: '/orders/v5/onboarding',
    about: 'What is left to do before the first order can be bought.',
    input: z.object({}),
    data: z.object({ has_store: z.boolean(), has_product: z.boolean(), has_order: z.boolean() }),
  },
  createOrder: {
    method: 'POST',
    path: '/orders/v5/create',
    about: 'Makes an order by hand, of products of the workplace.',
    input: z.object({
      customer: z.object({ name: Text.min(1), email: Text.default(''), phone: Text.default('') }),
      address: Address,
      lines: z
        .array(z.object({ variant_id: Id, quantity: z.int().min(1).max(MAX_QUANTITY), unit_price: z.int().min(0) }))
        .min(1)
        .max(MAX_LINES),
      currency: z.string().regex(/^[A-Z]{3}$/),
      note: Text.default(''),
    }),
    data: z.object({ order_id: Id, number: z.string() }),
  },
  previewOrderFile: {
    // spec: not shown
    method: 'POST',
    path: '/orders/v5/import/preview',
    unkeyed: 'reads',
    heavy: true,
    body: 'large',
    about: 'Reads orders from a CSV file and says order by order what will happen; nothing is changed.',
    input: OrderFile,
    data: z.object({
      orders: z.array(
        z.object({
          number: z.string(),
          line: z.int(),
          customer_name: z.string(),
          country_code: z.string(),
          pieces: z.int(),
          total: z.int(),
          currency: z.string(),
          /** `skip`: an order of this number was imported before. */
          will: z.enum(['create', 'skip', 'fail']),
          problems: z.array(z.object({ line: z.int(), message: z.string() })),
        }),
      ),
      ...FileSums,
      ignored_columns: z.array(z.string()),
    }),
  },
  importOrderFile: {
    // spec: not shown
    method: 'POST',
    path: '/orders/v5/import/run',
    heavy: true,
    body: 'large',
    about: 'Makes the orders of a CSV file that have no mistake; those that are there already stay as they are.',
    input: OrderFile,
    data: z.object(FileSums),
  },
  updateCustomer: {
    method: 'POST',
    path: '/orders/update-customer',
    about: 'Changes where an order goes. `repair`: everything that can be put right without a person.',
    input: z.object({ order_id: Id, address: Address.optional(), repair: Flag.default(false) }),
    data: OrderDetail,
  },
  noteOrder: {
    // spec: not shown
    method: 'PUT',
    path: '/orders/v5/note',
    unkeyed: 'same_again',
    about: 'The note that the workplace keeps with an order.',
    input: z.object({ order_id: Id, note: z.string().max(2000) }),
    data: z.object({ note: z.string() }),
  },
  splitOrder: {
    // spec: not shown, but that an order can be split
    method: 'POST',
    path: '/orders/v5/split',
    about: 'Moves lines, or some pieces of them, into new orders that are placed apart. The store goes on knowing one.',
    input: z.object({
      order_id: Id,
      parts: z
        .array(
          z.object({
            lines: z
              .array(z.object({ line_id: Id, quantity: z.int().min(1).max(MAX_QUANTITY) }))
              .min(1)
              .max(MAX_LINES),
          }),
        )
        .min(1)
        .max(MAX_PARTS),
    }),
    data: z.object({ orders: z.array(z.object({ order_id: Id, number: z.string() })) }),
  },
  mergeOrder: {
    // spec: not shown
    method: 'POST',
    path: '/orders/v5/merge',
    about: 'Takes a split back, while nothing of it is bought: the sale is one order again.',
    input: z.object({ order_id: Id }),
    data: z.object({ order_id: Id, number: z.string() }),
  },
  getOrderLog: {
    method: 'GET',
    path: '/orders/v4/order_log/order/{orderId}',
    about: 'What happened to an order, oldest first.',
    input: z.object({ orderId: Id }),
    data: Log,
  },
  getLogs: {
    method: 'GET',
    path: '/orders/v2/logs/{id}',
    about: 'The same by its other path, newest first.',
    input: z.object({ id: Id }),
    data: Log,
  },
})
