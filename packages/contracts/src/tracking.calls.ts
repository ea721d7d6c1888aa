import { SOURCES } from '@omni/domain/catalog/sources.ts'
import { ATTENTION_KINDS } from '@omni/domain/tracking/attention.ts'
import { MAX_CSS, MAX_RECOMMENDED } from '@omni/domain/tracking/page.ts'
import { PARCEL_STATUSES } from '@omni/domain/tracking/statuses.ts'
import { z } from 'zod'
import { Id, Text, Timestamp } from './fields.ts'
import { calls, listOf, page } from './kernel.ts'
import { ORDER_CHANNELS } from './orders.calls.ts'

const Status = z.enum(PARCEL_STATUSES)
const Attention = z.enum(ATTENTION_KINDS)
/** Why nobody follows it: the plan's numbers are used up, the carrier is not known, the number is none, or refused. */
export const PARCEL_PROBLEMS = ['quota', 'carrier', 'number', 'refused'] as const

export const Parcel = z.object({
  parcel_id: Id,
  order_id: Id,
  order_number: z.string(),
  supplier_order_id: Id,
  source: z.enum(SOURCES),
  tracking_number: z.string(),
  carrier: z.string(),
  tracking_url: z.string().nullable(),
  by_hand: z.boolean(),
  status: Status,
  /** In the tracker's words. */
  sub_status: z.string(),
  problem: z.enum(PARCEL_PROBLEMS).nullable(),
  /** What it needs the seller for now. */
  attention: Attention.nullable(),
  latest_text: z.string(),
  latest_place: z.string(),
  latest_at: Timestamp.nullable(),
  expected_from: Timestamp.nullable(),
  expected_to: Timestamp.nullable(),
  delivered_at: Timestamp.nullable(),
  tracked_at: Timestamp.nullable(),
  country_code: z.string(),
  items: z.array(z.object({ title: z.string(), image: z.string().nullable(), quantity: z.int() })),
  created_at: Timestamp,
})

export const ParcelDetail = Parcel.extend({
  /** Newest first. */
  events: z.array(z.object({ at: Timestamp, text: z.string(), place: z.string(), stage: z.string() })),
  /** The numbers that it had before. */
  earlier_numbers: z.array(z.string()),
  local_number: z.string().nullable(),
  /** Where the buyer follows the order. */
  public_url: z.string(),
})

const One = z.object({ parcel_id: Id })
const Colour = z.string().regex(/^#[0-9a-f]{6}$/i)

/** How the page of a buyer looks. */
export const PageSettings = z.object({
  /** Empty: the workplace's own name. */
  name: Text.max(80).default(''),
  /** A picture of the gallery, by its address; null: the first letter of the name. */
  logo_url: z.string().max(300).nullable().default(null),
  accent: Colour.default('#1f5f46'),
  background: Colour.default('#f7f8fa'),
  heading: Text.max(120).default(''),
  note: Text.max(500).default(''),
  support_url: z
    .string()
    .trim()
    .max(300)
    .regex(/^(https:\/\/\S+|mailto:[^\s@]+@[^\s@]+)?$/)
    .default(''),
  show_products: z.boolean().default(true),
  product_ids: z.array(Id).max(MAX_RECOMMENDED).default([]),
  css: z.string().max(MAX_CSS).default(''),
})

const Recommended = z.object({
  product_id: Id,
  title: z.string(),
  image: z.string().nullable(),
  price: z.string(),
  url: z.string().nullable(),
})

/** What rows and counts are narrowed by, both in the same way. */
const Narrowing = z.object({
  /** Whatever an order is found by, a tracking number too. */
  keyword: Text.max(100).optional(),
  /** Days of the workplace's time zone, by when the parcel became known. */
  from_date: z.iso.date().optional(),
  to_date: z.iso.date().optional(),
  channel: z.enum(['all', ...ORDER_CHANNELS]).default('all'),
  source: z.enum(['all', ...SOURCES]).default('all'),
  mark_order: z.enum(['all', '1', '0']).default('all'),
})

export const trackingCalls = calls({
  listParcels: {
    // spec: not shown; the columns of orders spec §2, shipment
    method: 'GET',
    path: '/orders/v5/trackings',
    about: 'Parcels of one status or of all, newest first.',
    input: Narrowing.extend({
      status: z.enum(['all', ...PARCEL_STATUSES]).default('all'),
      sort: z.enum(['desc', 'asc']).default('desc'),
      ...page,
    }),
    data: listOf(Parcel),
  },
  countParcels: {
    // spec: not shown
    method: 'GET',
    path: '/orders/v5/trackings/count',
    about: 'How many parcels stand in each status, all or those a filter leaves, and how many need the seller.',
    input: Narrowing,
    data: z.object({
      all: z.int(),
      statuses: z.record(z.string(), z.int()),
      attention: z.int(),
      attention_is_capped: z.boolean(),
    }),
  },
  listParcelAttention: {
    // spec: not shown
    method: 'GET',
    path: '/orders/v5/trackings/attention',
    about: 'What needs the seller: parcels and purchases, the longest waiting first.',
    input: z.object({ kind: Attention.optional() }),
    data: z.object({
      items: z.array(
        z.object({
          kind: Attention,
          since: Timestamp,
          /** Null: the purchase has no tracking number. */
          parcel_id: Id.nullable(),
          supplier_order_id: Id,
          order_id: Id,
          order_number: z.string(),
          source: z.enum(SOURCES),
          tracking_number: z.string().nullable(),
          carrier: z.string(),
          place: z.string(),
          text: z.string(),
          problem: z.enum(PARCEL_PROBLEMS).nullable(),
          title: z.string(),
          image: z.string().nullable(),
        }),
      ),
      total: z.int(),
      total_is_capped: z.boolean(),
    }),
  },
  addParcel: {
    // spec: not shown
    method: 'POST',
    path: '/orders/v5/trackings',
    about: 'Adds a tracking number to a purchase: another parcel of it, or another number in the place of one.',
    input: z.object({
      supplier_order_id: Id,
      tracking_number: Text.min(5).max(60),
      carrier: Text.max(100).default(''),
      replaces: Id.optional(),
    }),
    data: Parcel,
  },
  changeParcelCarrier: {
    // spec: not shown
    method: 'PUT',
    path: '/orders/v5/trackings/{parcel_id}/carrier',
    unkeyed: 'same_again',
    about: 'Says who carries a parcel, where the tracker took another or found none.',
    input: One.extend({ carrier: Text.min(1).max(100) }),
    data: Parcel,
  },
  checkParcel: {
    // spec: not shown
    method: 'POST',
    path: '/orders/v5/trackings/{parcel_id}/check',
    unkeyed: 'same_again',
    about: 'Asks the tracker about a parcel now.',
    input: One,
    data: Parcel,
  },
  dismissParcel: {
    // spec: not shown
    method: 'POST',
    path: '/orders/v5/trackings/{parcel_id}/seen',
    unkeyed: 'same_again',
    about: 'The seller has seen what a parcel needs: it is shown again when something new is told.',
    input: One,
    data: Parcel,
  },
  getTrackingPage: {
    method: 'GET',
    path: '/open-api/orders/tracking/{orderId}',
    access: 'public',
    about: 'What a buyer sees of an order, by the random id of its page.',
    input: z.object({ orderId: Text.min(1).max(60) }),
    data: z.object({
      shop: z.object({ name: z.string(), logo_url: z.string().nullable(), support_url: z.string().nullable() }),
      order_number: z.string(),
      status: Status,
      delivered_at: Timestamp.nullable(),
      expected_from: Timestamp.nullable(),
      expected_to: Timestamp.nullable(),
      parcels: z.array(
        z.object({
          tracking_number: z.string(),
          carrier: z.string(),
          status: Status,
          expected_to: Timestamp.nullable(),
          delivered_at: Timestamp.nullable(),
          events: z.array(z.object({ at: Timestamp, text: z.string(), place: z.string(), stage: z.string() })),
          items: z.array(z.object({ title: z.string(), image: z.string().nullable(), quantity: z.int() })),
        }),
      ),
      products: z.array(Recommended),
    }),
  },
  getTrackingSettings: {
    // spec: not shown
    method: 'GET',
    path: '/orders/v5/tracking-page',
    about: 'How the page looks that buyers follow their parcels on.',
    input: z.object({}),
    data: z.object({
      settings: PageSettings,
      shop_name: z.string(),
      products: z.array(Recommended),
      /** A page of an order of one's own, to look at. */
      example_url: z.string().nullable(),
    }),
  },
  updateTrackingSettings: {
    // spec: not shown
    method: 'PUT',
    path: '/orders/v5/tracking-page',
    unkeyed: 'same_again',
    about: 'Changes how the page looks. Styles that could leave their frame or load something are left out and named.',
    input: PageSettings,
    data: z.object({ settings: PageSettings, left_out: z.array(z.string()) }),
  },
  previewTrackingPage: {
    // spec: not shown
    method: 'POST',
    path: '/orders/v5/tracking-page/preview',
    unkeyed: 'reads',
    about: 'The page with these settings, of a made-up order.',
    input: PageSettings,
    data: z.object({ html: z.string(), left_out: z.array(z.string()) }),
  },
})
