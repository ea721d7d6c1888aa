/** What the page asks of the server in the name of the browser extension. The messages between them are extension.ts. */
import { SOURCES } from '@omni/domain/catalog/sources.ts'
import { EXTENSION_SOURCES } from '@omni/domain/placement/extension.ts'
import { z } from 'zod'
import { CurrencyCode, Id, Text, Timestamp } from './fields.ts'
import { calls } from './kernel.ts'

/** Orders spec §8: what can keep an order from being placed before its last button is pressed. */
const EXTENSION_ERRORS = [
  'error_save_all_address',
  'error_get_token',
  'not_found_order_detail',
  'error_not_found_sku',
  'add_to_cart_fail',
  'failed_added_sku_list',
  'remove_items_in_cart_fail',
  'error_checkout_products',
  'product_out_of_stock',
  'product_sold_out',
  'shipped_country_notfound',
] as const

const MAX_AMOUNT = 1_000_000_000
const MAX_FOUND = 20
const MAX_SHIPMENTS = 20
const MAX_AGO_MS = 10 * 60_000

const Amount = z.int().min(0).max(MAX_AMOUNT)
const Attempt = { supplier_order_id: Id, n: z.int().min(1).max(1000), attempt_no: z.int().min(1).max(10_000) }
/** Chosen by the extension, one for each time it asks. It names a permission. */
const AskId = z.uuid()
/** How long ago the site was asked, by the clock of the one who asked: an old page proves nothing about later. */
const asked_ago_ms = z.int().min(0).max(MAX_AGO_MS)

const Found = z.object({
  order_no: Text.min(1).max(100),
  paid: z.boolean(),
  /** The site ended it unpaid. */
  closed: z.boolean(),
  total: Amount.nullable(),
  currency: CurrencyCode,
})

const Shipment = z.object({ tracking_number: Text.min(1).max(100), carrier: Text.max(100) })

const TaskReport = z.union([
  /** The site showed a number. It counts whenever it comes, and however often. */
  z.object({ is: z.literal('bought'), ...Found.shape }),
  /** It pressed, or cannot say that it did not, and saw no number. */
  z.object({ is: z.literal('unknown'), ask_id: AskId }),
  /** It did not press under this permission, and never will. */
  z.object({ is: z.literal('not_pressed'), ask_id: AskId }),
  /** The site does not let it come to the last button. */
  z.object({ is: z.literal('cannot'), error_key: z.enum(EXTENSION_ERRORS) }),
  /** What the buyer's order history has that looks like it. Nothing found proves nothing. */
  z.object({ is: z.literal('history'), orders: z.array(Found).max(MAX_FOUND), asked_ago_ms }),
  /** One order, by its number. */
  z.object({
    is: z.literal('order'),
    ...Found.shape,
    status: z.enum(['unpaid', 'paid', 'shipped', 'delivered', 'cancelled', 'refunded']),
    shipments: z.array(Shipment).max(MAX_SHIPMENTS),
    asked_ago_ms,
  }),
])

const Address = z.object({
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  company: z.string(),
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  province: z.string(),
  zip: z.string(),
  country_code: z.string(),
  tax_id: z.string(),
})

const ExtensionTask = z.object({
  /** `fulfil`: buy it. `look`: was it bought? `read`: what became of it? */
  is: z.enum(['fulfil', 'look', 'read']),
  ...Attempt,
  source: z.enum(EXTENSION_SOURCES),
  /** Of the sale, for people. */
  number: z.string(),
  lines: z.array(
    z.object({
      product_id: z.string(),
      sku_id: z.string(),
      sku_attr: z.string(),
      title: z.string(),
      quantity: z.int(),
      /** The product's page at the supplier; empty: not known. */
      url: z.string(),
    }),
  ),
  /** Null: it is not needed, or the customer was forgotten. */
  ship_to: Address.nullable(),
  note: z.string(),
  /** The way to send it that was agreed to; empty: the cheapest that the site offers. */
  service_name: z.string(),
  /** What it may cost. Dearer, a person is asked and nothing is pressed. */
  max_total: z.int(),
  currency: z.string(),
  /** When it was first pressed: the order history is read from here on. */
  since: Timestamp.nullable(),
  order_no: z.string().nullable(),
})

export const extensionCalls = calls({
  listExtensionTasks: {
    // spec: not shown
    method: 'GET',
    path: '/orders/v5/extension/tasks',
    about: 'What the browser extension has to do now, the oldest first: buy, look for what may be bought, read.',
    input: z.object({}),
    data: z.object({ items: z.array(ExtensionTask), total: z.int() }),
  },
  pressOrder: {
    // spec: not shown
    method: 'POST',
    path: '/orders/v5/extension/press',
    // The reply to a repeated question would be a permission that is older than it looks.
    unkeyed: 'own_id',
    about: 'May the last button be pressed at this total? Yes once for each attempt: the intent is committed first.',
    input: z.object({
      ...Attempt,
      ask_id: AskId,
      total: Amount,
      currency: CurrencyCode,
      /** Which country the buyer's account at the site is set to; null: the site does not say. */
      account_country: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .nullable()
        .default(null),
    }),
    data: z.object({
      press: z.boolean(),
      /** Counted from when the question was asked, by the asker's own clock. Later, nothing is pressed. */
      within_ms: z.int(),
      because: z.enum(['pressed', 'settled', 'stopped', 'price', 'currency', 'twin', 'changed']).nullable(),
    }),
  },
  noteExtension: {
    // spec: not shown
    method: 'POST',
    path: '/orders/v5/extension/seen',
    unkeyed: 'same_again',
    about:
      'Whether this browser has the extension. Orders that need it say so where no browser of the workplace has it.',
    input: z.object({ is_here: z.boolean() }),
    data: z.object({ has_extension: z.boolean() }),
  },
  reportExtensionTask: {
    // spec: not shown
    method: 'POST',
    path: '/orders/v5/extension/report',
    unkeyed: 'own_id',
    about: 'What came of a task. The same report again changes nothing.',
    input: z.object({ ...Attempt, report_id: z.uuid(), report: TaskReport }),
    data: z.object({
      source: z.enum(SOURCES),
      state: z.string(),
      order_no: z.string().nullable(),
      question: z.string().nullable(),
    }),
  },
})
