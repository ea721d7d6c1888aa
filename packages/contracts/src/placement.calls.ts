import { SOURCES } from '@omni/domain/catalog/sources.ts'
import { PREFERENCES } from '@omni/domain/placement/choose-method.ts'
import { SYNC_ERRORS } from '@omni/domain/placement/purchase-errors.ts'
import { STOPS } from '@omni/domain/placement/stops.ts'
import { WAYS } from '@omni/domain/placement/ways.ts'
import { z } from 'zod'
import { CurrencyCode, Id, Text, Timestamp } from './fields.ts'
import { StoreReport } from './fulfilments.calls.ts'
import { calls, listOf, page } from './kernel.ts'
import { Address, AddressField, OrderDetail, OrderEvent } from './orders.calls.ts'
import { OrderProfit } from './profit.fields.ts'
import { ParcelDetail } from './tracking.calls.ts'

/** From one click (orders spec, placing). */
export const MAX_PLACED = 1000

/** Why an order, or one supplier's part of it, cannot be placed now. Each has its repair on the page. */
const PLACE_PROBLEMS = [
  'not_mapped',
  'change_supplier',
  'address',
  'ioss',
  'out_of_stock',
  'cannot_ship',
  'source_not_connected',
  'source_by_hand',
  'source_unreachable',
  'product_gone',
  'not_open',
  'wallet_too_low',
  'changed',
  'already_placing',
  'store_request',
  'still_quoting',
  'stopped',
  'not_started',
] as const
export type PlaceProblem = (typeof PLACE_PROBLEMS)[number]
const Problem = z.enum(PLACE_PROBLEMS)

const Method = z.object({
  method: z.string(),
  service_name: z.string(),
  amount: z.int(),
  min_days: z.int().nullable(),
  max_days: z.int().nullable(),
  tracked: z.boolean(),
})

const Basket = z.object({
  source: z.enum(SOURCES),
  /** `wallet`: ours pays. `account`: the seller's own account at the supplier. */
  pays: z.enum(['wallet', 'account']),
  ship_from: z.string(),
  lines: z.array(
    z.object({
      line_id: Id,
      component: z.int(),
      title: z.string(),
      image: z.string().nullable(),
      quantity: z.int(),
      /** Of one piece, now; null: not known. */
      price: z.int().nullable(),
    }),
  ),
  currency: CurrencyCode,
  items_total: z.int().nullable(),
  charges: z.int(),
  methods: z.array(Method),
  method: z.string().nullable(),
  /** Why this method. */
  because: z.enum([...PREFERENCES, 'only', 'kept']).nullable(),
  /** The method that would be taken instead. */
  runner_up: z.string().nullable(),
  total: z.int().nullable(),
  problem: Problem.nullable(),
})

const Ask = z.object({
  field: AddressField,
  says: z.enum(['missing', 'invalid', 'too_long']),
  source: z.enum(SOURCES),
  /** The supplier takes nothing else. Empty: any text. */
  choices: z.array(z.string()),
  /** A good one. */
  such_as: z.string(),
})

const PreviewOrder = z.object({
  order_id: Id,
  number: z.string(),
  customer_name: z.string(),
  country_code: z.string(),
  currency: z.string(),
  total: z.int(),
  /** `stopped`: it is bought by a yes of its own alone (acceptOrder). */
  state: z.enum(['quoting', 'ready', 'stopped', 'blocked']),
  /** Why it was stopped; kept after the yes. */
  stops: z.array(z.enum(STOPS)),
  problems: z.array(Problem),
  /** What is to be filled in of the address, supplier by supplier. */
  asks: z.array(Ask),
  address: Address.nullable(),
  baskets: z.array(Basket),
  /** US cents; null: some part of it is not known. */
  cost: z.int().nullable(),
  /** With the figures of this plan. Null: not known yet, or its currency has no rate. */
  profit: OrderProfit.nullable(),
})

const Summary = z.object({
  plan_id: Id,
  prefer: z.enum(WAYS).nullable(),
  orders: z.int(),
  quoting: z.int(),
  ready: z.int(),
  stopped: z.int(),
  blocked: z.int(),
  /** Of those that can be placed, US cents. */
  cost: z.int(),
  /** What each way of buying them would be: US cents, parcels, and days at most (null: not told). */
  ways: z.array(z.object({ way: z.enum(WAYS), cost: z.int(), parcels: z.int(), days: z.int().nullable() })),
  wallet: z.object({
    available: z.int(),
    needed: z.int(),
    /** A kept card can pay what the wallet does not. */
    has_card: z.boolean(),
    use: z.enum(['auto', 'wallet', 'card']),
    /** It is asked each time what pays. */
    asks: z.boolean(),
  }),
  /** The seller's own accounts that are paid from a balance, US cents. */
  accounts: z.array(z.object({ source: z.enum(SOURCES), available: z.int(), needed: z.int() })),
  /** What the plan of whoever asks still allows. `left`: orders in this cycle; null: without end. */
  quota: z.object({ left: z.int().nullable(), places_many: z.boolean() }),
  /** Of those that can be placed, how many the seller's own browser buys something of. */
  by_browser: z.int(),
  placed: z.boolean(),
})

/** One supplier order: what is being bought or was bought. */
const SupplierOrder = z.object({
  supplier_order_id: Id,
  order_id: Id,
  number: z.string(),
  source: z.enum(SOURCES),
  state: z.enum([
    'awaiting_payment',
    'queued',
    'sending',
    'checking',
    'created',
    'needs_decision',
    'placed',
    'failed',
    'cancelled',
  ]),
  /** Orders spec §3, toast item. */
  status: z.enum(['processing', 'success', 'error']),
  question: z.enum(['exists', 'which', 'price', 'pay']).nullable(),
  error_key: z.string().nullable(),
  warning_key: z.enum(['different_region', 'waiting_complete_order']).nullable(),
  is_stopping: z.boolean(),
  /** It exists at the supplier, and is paid when the seller says so. */
  awaits_payment: z.boolean(),
  alarm: z.enum(['late', 'second_purchase']).nullable(),
  order_no: z.string().nullable(),
  /** Where the supplier split the purchase. */
  more_numbers: z.array(z.string()),
  supplier_status: z.enum(['unpaid', 'paid', 'shipped', 'delivered', 'cancelled', 'refunded']).nullable(),
  /** What the supplier says of it in its own words where we have none for it, and since when. */
  vendor_word: z.string().nullable(),
  vendor_word_at: Timestamp.nullable(),
  shipments: z.array(
    z.object({ tracking_number: z.string(), carrier: z.string(), tracking_url: z.string().nullable() }),
  ),
  /** The seller bought it without us, and tells what became of it. */
  by_hand: z.boolean(),
  /** Whether the store knows of its parcel; null: it came from no store, or nothing was sent. */
  store_reported: StoreReport.nullable(),
  synced_at: Timestamp.nullable(),
  currency: z.string(),
  approved: z.int(),
  total: z.int().nullable(),
  country_code: z.string(),
  line_ids: z.array(Id),
  created_at: Timestamp,
  settled_at: Timestamp.nullable(),
})

const One = z.object({ supplier_order_id: Id })

/** With everything that was said about it, newest first. */
const Purchase = SupplierOrder.extend({
  evidence: z.array(z.object({ step: z.string(), source: z.string(), asked_at: Timestamp, outcome: z.string() })),
  due_at: Timestamp.nullable(),
})

export const placementCalls = calls({
  previewOrders: {
    method: 'POST',
    path: '/orders/v4/preview',
    about: 'Plans how orders would be placed. Prices and shipping are asked for in the background.',
    input: z.object({
      orders: z.array(Id).min(1).max(MAX_PLACED),
      /** Left out: as it is set for each supplier. */ prefer: z.enum(WAYS).optional(),
    }),
    data: Summary,
  },
  getPreview: {
    // spec: not shown
    method: 'GET',
    path: '/orders/v4/preview/{plan_id}',
    about: 'A plan: its sums, and a page of its orders.',
    input: z.object({ plan_id: Id, ...page, page_size: page.page_size.default(25) }),
    data: listOf(PreviewOrder).extend({ summary: Summary }),
  },
  updateShippingMethods: {
    method: 'POST',
    path: '/orders/v5/update-multiple-shipping-method',
    heavy: true,
    unkeyed: 'same_again',
    about: 'Chooses how a plan is bought and sent: basket by basket, or all of it one way.',
    input: z.object({
      plan_id: Id,
      prefer: z.enum(WAYS).optional(),
      choices: z
        .array(z.object({ order_id: Id, basket: z.int().min(0).max(99), method: Text.min(1) }))
        .max(MAX_PLACED)
        .default([]),
    }),
    data: Summary,
  },
  acceptOrder: {
    // spec: not shown
    method: 'POST',
    path: '/orders/v5/accept',
    unkeyed: 'same_again',
    about: 'Says yes to one order of a plan that was stopped: it is bought with the figures of that plan.',
    input: z.object({ plan_id: Id, order_id: Id }),
    data: Summary,
  },
  placeOrders: {
    method: 'POST',
    path: '/orders/v5/request',
    heavy: true,
    about: 'Places what a plan shows. What changed since, or cannot be paid, is left out and named.',
    input: z.object({
      plan_id: Id,
      exclude: z.array(Id).max(MAX_PLACED).default([]),
      /** Left out: as the workplace has set it. */
      use: z.enum(['auto', 'wallet', 'card']).optional(),
    }),
    data: z.object({
      run_id: Id,
      accepted: z.int(),
      left_out: z.array(z.object({ order_id: Id, number: z.string(), problem: Problem })),
    }),
  },
  listPlacing: {
    method: 'GET',
    path: '/orders/v2/bulk-place-orders',
    about: 'What is being placed now, and what came to an end in the last minutes.',
    input: z.object({}),
    data: z.object({ items: z.array(SupplierOrder), processing: z.int() }),
  },
  getOrderInfo: {
    method: 'GET',
    path: '/orders/v4/order-info',
    about: 'What was bought for an order, with everything that was said about it.',
    input: z.object({ order_id: Id }),
    data: z.object({ items: z.array(Purchase) }),
  },
  updateOrderNo: {
    method: 'PUT',
    path: '/orders/order_no/update',
    unkeyed: 'waits',
    about: 'A person says under which number the supplier has it. It is read there where that is possible.',
    input: One.extend({ order_no: Text.min(1).max(100) }),
    data: SupplierOrder,
  },
  updateToFail: {
    method: 'PUT',
    path: '/orders/v4/update-to-fail',
    unkeyed: 'same_again',
    about: 'A person says that the supplier has nothing. It counts once nothing can be on its way any more.',
    input: One,
    data: SupplierOrder,
  },
  decideOrder: {
    // spec: not shown
    method: 'POST',
    path: '/orders/v5/decide',
    about: 'Answers what is asked about a supplier order: pay again, give it up, or pay the higher price.',
    input: One.extend({ says: z.enum(['again', 'give_up', 'accept_price']) }),
    data: SupplierOrder,
  },
  payOrders: {
    method: 'POST',
    path: '/orders/v5/payment',
    heavy: true,
    about: 'Pays what was created at the supplier to be paid later.',
    input: z.object({
      supplier_order_ids: z.array(Id).min(1).max(MAX_PLACED),
      /** One that costs more than was agreed to and falls below the floor is paid only with this. */
      agreed: z.boolean().default(false),
    }),
    data: z.object({
      paying: z.int(),
      left_out: z.array(z.object({ supplier_order_id: Id, order_id: Id, number: z.string(), problem: Problem })),
    }),
  },
  stopOrders: {
    // spec: not shown; orders spec §4, "stop fulfilment"
    method: 'POST',
    path: '/orders/v5/stop',
    heavy: true,
    unkeyed: 'same_again',
    about: 'Stops what is being placed: all, one source, or some. What may have left is found out first.',
    input: z.object({ source: z.enum(SOURCES).optional(), supplier_order_ids: z.array(Id).max(MAX_PLACED).optional() }),
    data: z.object({ stopped: z.int() }),
  },
  changeSupplier: {
    method: 'POST',
    path: '/orders/{id}/change-supplier',
    unkeyed: 'same_again',
    about: "Chooses another supplier for lines of one order; without one, the product's own suppliers count again.",
    input: z.object({
      id: Id,
      line_items: z
        .array(
          z.object({
            line_id: Id,
            supplier: z
              .object({ source: z.enum(SOURCES), source_product_id: Text.min(1).max(64), sku_id: Text.min(1).max(100) })
              .nullable(),
          }),
        )
        .min(1)
        .max(100),
    }),
    data: z.object({ changed: z.int() }),
  },
  manuallyFulfill: {
    method: 'PUT',
    path: '/orders/v4/manually-fulfill',
    about: 'Lines that the seller bought without us: they count as bought under the number that the supplier gave.',
    input: z.object({
      order_id: Id,
      line_ids: z.array(Id).min(1).max(100),
      source: z.enum(SOURCES),
      order_no: Text.min(1).max(100),
      /** US cents; what it cost. */
      total: z.int().min(0).max(1_000_000_000),
      /** Where it was sent already: the store is told. */
      tracking_number: Text.max(100).optional(),
      carrier: Text.max(100).optional(),
    }),
    data: SupplierOrder,
  },
  updateTracking: {
    // spec: not shown
    method: 'PUT',
    path: '/orders/v5/tracking',
    unkeyed: 'same_again',
    about: 'The tracking number of what the seller bought without us, or another one. Its store is told.',
    input: One.extend({ tracking_number: Text.min(1).max(100), carrier: Text.min(1).max(100) }),
    data: SupplierOrder,
  },
  getOrderPanel: {
    method: 'GET',
    path: '/orders/v5/panel/{orderId}',
    about: 'An order with what was bought for it, and the page where its buyer follows the parcels.',
    input: z.object({ orderId: Id }),
    data: z.object({
      order: OrderDetail,
      purchases: z.array(Purchase),
      /** Null: nothing was sent yet. */
      buyer_page: z.string().nullable(),
    }),
  },
  getOrderTracking: {
    method: 'GET',
    path: '/orders/v5/panel/{orderId}/trackings/{trackingId}',
    about: 'One parcel of an order, by its tracking number or its id.',
    input: z.object({ orderId: Id, trackingId: Text.min(1).max(100) }),
    data: z.object({
      tracking_number: z.string(),
      carrier: z.string(),
      tracking_url: z.string().nullable(),
      source: z.enum(SOURCES),
      order_no: z.string().nullable(),
      status: z.string().nullable(),
      /** Where it is, and what happened to it. Null: it is not followed as a parcel of its own. */
      parcel: ParcelDetail.nullable(),
    }),
  },
  getShipmentLog: {
    method: 'GET',
    path: '/orders/v4/order_log/shipment/{orderId}',
    about: 'What happened to the parcels of an order, oldest first.',
    input: z.object({ orderId: Id }),
    data: z.object({ items: z.array(OrderEvent) }),
  },
  getSyncStatus: {
    method: 'GET',
    path: '/orders/v5/sync-status',
    about: 'How far the suppliers were asked about what was bought and has not arrived.',
    input: z.object({}),
    data: z.object({
      open: z.int(),
      unasked: z.int(),
      oldest: Timestamp.nullable(),
      /** What somebody wanted to be asked about in the last minutes. */
      items: z.array(
        z.object({
          supplier_order_id: Id,
          order_id: Id,
          number: z.string(),
          source: z.enum(SOURCES),
          order_no: z.string(),
          status: z.enum(['processing', 'success', 'error']),
          error_key: z.enum(SYNC_ERRORS).nullable(),
          requested_at: Timestamp,
        }),
      ),
    }),
  },
  syncStatus: {
    method: 'POST',
    path: '/orders/v4/sync-status',
    unkeyed: 'same_again',
    about: 'Asks the suppliers now what became of what was bought.',
    input: z.object({ source: z.enum(SOURCES).optional() }),
    data: z.object({ accounts: z.int() }),
  },
  syncSourceStatus: {
    method: 'POST',
    path: '/orders/sync-status/{source_type}',
    unkeyed: 'same_again',
    about: 'The same of some orders of one supplier, by its numbers.',
    input: z.object({
      source_type: z.enum(SOURCES),
      source_orders: z.array(Text.min(1).max(100)).max(MAX_PLACED).default([]),
    }),
    data: z.object({ accounts: z.int() }),
  },
  stopSync: {
    // spec: not shown; orders spec §4, "stop sync"
    method: 'POST',
    path: '/orders/v5/stop-sync',
    unkeyed: 'same_again',
    about: 'Stops asking suppliers about what was bought: all, or one source.',
    input: z.object({ source: z.enum(SOURCES).optional() }),
    data: z.object({ stopped: z.int() }),
  },
})
