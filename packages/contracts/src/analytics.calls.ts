import { CERTAINTIES } from '@omni/domain/analytics/profit-figures.ts'
import { PERIODS } from '@omni/domain/analytics/periods.ts'
import { z } from 'zod'
import { Flag, Id, Text, Timestamp } from './fields.ts'
import { calls } from './kernel.ts'
import { OrderProfit, ProfitParts } from './profit.fields.ts'

/** What a table of figures has a row for. spec: not shown. */
export const BREAKDOWNS = ['day', 'product', 'store', 'supplier', 'country'] as const
/** How many rows a table holds on the page, and in its file. */
export const MAX_ROWS = { page: 100, file: 5000 } as const
const MAX_PAGES = 400

/** In an address it is a word. */
const Period = z
  .enum(PERIODS.map((days) => `${days}` as const))
  .default('7')
  .transform((text) => PERIODS.find((days) => String(days) === text) ?? 7)

/** Minor units of the reply's currency. What each is, says packages/domain/src/analytics/order-profit.ts. */
const Figures = z.object({
  orders: z.int(),
  pieces: z.int(),
  revenue: z.int(),
  tax: z.int(),
  cost: z.int(),
  fees: z.int(),
  refunds: z.int(),
  recovered: z.int(),
  /** Of the orders of which every part is known or estimated. */
  profit: z.int(),
  /** Per cent of their revenue; null: there are none, or nothing was sold. */
  margin: z.number().nullable(),
  /** How much of the profit is of orders with an estimate in them (`unsure`). */
  estimated: z.int(),
  unsure: z.int(),
  /** What the orders with an unknown part (`unknown`) would earn at most, and their revenue. */
  unknown_profit: z.int(),
  unknown_revenue: z.int(),
  unknown: z.int(),
})

const Range = z.object({ from: z.string(), to: z.string() })

const Outcomes = z.object({
  /** A supplier, or a carrier as the supplier named it. */
  name: z.string(),
  purchases: z.int(),
  shipped: z.int(),
  delivered: z.int(),
  failed: z.int(),
  /** Per cent of the purchases. */
  failure_rate: z.number(),
  /** On average, from the purchase on. Null: none yet. */
  days_to_ship: z.number().nullable(),
  days_to_deliver: z.number().nullable(),
})

/** The spec shows the paths and no reply: spec: not shown. */
export const analyticsCalls = calls({
  getAnalyses: {
    method: 'GET',
    path: '/orders/v6/analyses',
    about: 'What was sold, what it cost and what is left, for a period and the one before it; by day, and by `by`.',
    input: z.object({
      days: Period,
      by: z.enum(BREAKDOWNS).default('day'),
      /** Left out: all stores. */
      store_id: Id.optional(),
      order_by: z.enum(['profit', 'revenue', 'cost', 'fees', 'refunds', 'orders']).default('profit'),
      sort: z.enum(['desc', 'asc']).default('desc'),
      /** As many rows as a file holds. */
      all: Flag.default(false),
    }),
    data: z.object({
      /** The workplace's display currency. */
      currency: z.string(),
      period: Range,
      before: Range,
      figures: Figures,
      figures_before: Figures,
      /** One for each day, oldest first, in the workplace's time zone. */
      days: z.array(Figures.extend({ day: z.string() })),
      days_before: z.array(Figures.extend({ day: z.string() })),
      /** Empty where `by` is `day`. */
      rows: z.array(Figures.extend({ key: z.string(), title: z.string(), image: z.string().nullable() })),
      rows_left_off: z.int(),
      /** Orders whose figures are being counted anew; at most 1,000. */
      pending: z.int(),
      /** Orders that are in no figure, because no rate of their currency is known. */
      unconverted: z.array(z.object({ currency: z.string(), orders: z.int() })),
    }),
  },
  getAnalysesPreview: {
    method: 'GET',
    path: '/orders/v6/analyses/preview',
    about: 'The orders behind a figure, newest first, each with what it has of the figure; and their sum.',
    input: z.object({
      page: z.coerce.number().int().min(1).max(MAX_PAGES).default(1),
      page_size: z.coerce.number().int().min(1).max(100).default(25), // orders spec §9
      days: Period,
      /** `estimated`, `unknown`: the orders whose profit is that. */
      by: z.enum(['all', ...BREAKDOWNS, 'estimated', 'unknown']).default('all'),
      /** The row's `key`, or its day. */
      key: Text.default(''),
      store_id: Id.optional(),
    }),
    data: z.object({
      currency: z.string(),
      total: z.int(),
      sum: Figures,
      items: z.array(
        Figures.omit({ orders: true, unsure: true, unknown: true }).extend({
          order_id: Id,
          state: z.enum(CERTAINTIES),
          number: z.string(),
          channel: z.string(),
          store_name: z.string(),
          country_code: z.string(),
          day: z.string(),
          ordered_at: Timestamp,
        }),
      ),
    }),
  },
  getOrderProfit: {
    // spec: not shown
    method: 'GET',
    path: '/orders/v6/analyses/order/{order_id}',
    about: 'What one order earns, and what that is made of. Null: its currency has no rate.',
    input: z.object({ order_id: Id }),
    data: z.object({ profit: OrderProfit.nullable(), parts: ProfitParts }),
  },
  listCarriers: {
    method: 'GET',
    path: '/orders/v6/analyses/list-carriers',
    about: 'How long suppliers and carriers took over the last 90 days, and how often they failed.',
    input: z.object({}),
    data: z.object({ suppliers: z.array(Outcomes), carriers: z.array(Outcomes) }),
  },
})
