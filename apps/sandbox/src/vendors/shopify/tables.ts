import type { ColumnType, Generated, Selectable } from 'kysely'
import { HABIT_TABLE } from '../../customers/habit.ts'
import { TOKEN_TABLES, type TokenTables } from '../../frame/tokens.ts'
import type { World } from '../../frame/world.ts'

/** Written as text by us, read back parsed by the driver. */
type Json<T> = ColumnType<T, string, string>

export interface OptionRow {
  id: number
  name: string
  values: string[]
}

export interface VariantRow {
  /** Unique in its product for ever; variant and inventory item ids are made of it. */
  no: number
  option_values: string[]
  sku: string | null
  barcode: string | null
  price: string
  compare_at_price: string | null
  policy: 'CONTINUE' | 'DENY'
  tracked: boolean
  weight: { value: number; unit: string } | null
  quantity: number
  file_id: number | null
}

/** A product as the shop has it; one JSON document, because it is only ever read and written as a whole. */
export interface ProductBody {
  title: string
  description: string
  vendor: string
  product_type: string
  tags: string[]
  seo: { title: string | null; description: string | null }
  options: OptionRow[]
  variants: VariantRow[]
  file_ids: number[]
  publications: string[]
  next_no: number
}

export interface OrderAddressRow {
  address1: string
  address2: string
  city: string
  province: string
  province_code: string
  zip: string
  country_code: string
  phone: string
}

export interface OrderLineRow {
  no: number
  product_id: number
  variant_no: number
  title: string
  variant_title: string | null
  sku: string | null
  file_id: number | null
  quantity: number
  current_quantity: number
  price: string
  tax: string
  /** What a code took off all pieces of it. Absent: nothing. */
  discount?: string
}

export interface FulfillmentRow {
  no: number
  at: string
  company: string | null
  numbers: string[]
  urls: string[]
  notified: boolean
  lines: { no: number; quantity: number }[]
  /** How often its numbers were changed. */
  updates: number
  /** Sent by the fulfilment service, from this one of its orders. Absent: by the merchant. */
  service_no?: number
}

export type RequestStatus =
  | 'UNSUBMITTED'
  | 'SUBMITTED'
  | 'ACCEPTED'
  | 'REJECTED'
  | 'CANCELLATION_REQUESTED'
  | 'CANCELLATION_ACCEPTED'
  | 'CANCELLATION_REJECTED'

/** Pieces of an order that are at the fulfilment service of the app. */
export interface ServiceOrderRow {
  no: number
  status: 'OPEN' | 'IN_PROGRESS' | 'CANCELLED'
  request_status: RequestStatus
  lines: { no: number; quantity: number }[]
  /** What the merchant asked for, oldest first. */
  asked: { no: number; kind: 'FULFILLMENT_REQUEST' | 'CANCELLATION_REQUEST'; message: string | null; at: string }[]
  /** What the service answered, oldest first. */
  answers: { what: string; message: string | null; reason: string | null; lines: { id: string; message: string }[] }[]
}

/** As Shopify's page of an order lists them. */
export const FINANCIAL_STATES = [
  'AUTHORIZED',
  'EXPIRED',
  'PAID',
  'PARTIALLY_PAID',
  'PARTIALLY_REFUNDED',
  'PENDING',
  'REFUNDED',
  'VOIDED',
] as const
export const FULFILMENT_STATES = [
  'FULFILLED',
  'IN_PROGRESS',
  'ON_HOLD',
  'OPEN',
  'PARTIALLY_FULFILLED',
  'PENDING_FULFILLMENT',
  'REQUEST_DECLINED',
  'RESTOCKED',
  'SCHEDULED',
  'UNFULFILLED',
] as const

export interface RefundRow {
  no: number
  at: string
  amount: string
  note: string
  lines: { no: number; quantity: number }[]
  /** Of one that an app made: the key of its request, and what it asked for. Absent: the merchant made it. */
  by_app?: { key: string; notify: boolean; restocked: { no: number; quantity: number; how: string }[] }
}

export interface OrderBody {
  buyer: { first_name: string; last_name: string; email: string; phone: string }
  address: OrderAddressRow
  lines: OrderLineRow[]
  shipping: string
  financial: (typeof FINANCIAL_STATES)[number]
  /** As the control room wants it shown. Absent: as its parcels say. */
  shown_fulfilment?: (typeof FULFILMENT_STATES)[number]
  /** Everything that was sent, in the order it was told. Absent in older books: nothing. */
  fulfillments?: FulfillmentRow[]
  /** Absent: everything is at the shop's own location. */
  service_orders?: ServiceOrderRow[]
  cancelled_at: string | null
  cancel_reason: string | null
  refunds: RefundRow[]
  tags: string[]
  /** How often an app wrote them. Absent: never. */
  tag_writes?: number
  note: string | null
  /** Brought in by an app from another channel. Absent: sold here. */
  source?: { name: string; identifier: string }
  /** How it is paid, where that is not by card. */
  gateway?: string
}

export type ProductStatus = 'ACTIVE' | 'ARCHIVED' | 'DRAFT' | 'UNLISTED'

export interface ShopifyTables extends TokenTables {
  shops: {
    domain: string
    name: string
    currency: string
    country: string
    owner_name: string
    email: string
    plan: string
    points_per_second: number
    active: boolean
    /** Of the app that is installed; null: none is. */
    scopes: string | null
    /** The key of the unique metafield that the app has defined for products. */
    definition: string | null
    /** Of personal data: 2 names, addresses, numbers and mail as well; 1 orders without them. */
    protected_level: Generated<number>
    /** So many of the next pictures fail. */
    failing_pictures: Generated<number>
    /** So many of a hundred webhooks are never sent. */
    lost_webhooks: Generated<number>
    /** So many of the next exports fail. */
    failing_exports: Generated<number>
    /** The app's fulfilment service: what it is called, and where its requests are announced. Null: it has none. */
    service_name: string | null
    service_url: string | null
  }
  bulk_operations: {
    id: Generated<number>
    shop: string
    query: string
    status: 'RUNNING' | 'COMPLETED' | 'FAILED'
    error_code: ColumnType<string | null, never, string | null>
    /** Of the file's address. */
    key: string
    result: ColumnType<string | null, never, string | null>
    created_at: Date
    completed_at: ColumnType<Date | null, never, Date>
  }
  refreshes: { token: string; parent: string }
  products: {
    id: Generated<number>
    shop: string
    /** The value of the app's unique metafield. */
    key: string | null
    handle: string
    status: ProductStatus
    body: Json<ProductBody>
    created_at: Date
    updated_at: Date
  }
  files: {
    id: Generated<number>
    shop: string
    name: string
    source: string
    alt: string
    status: 'PROCESSING' | 'READY' | 'FAILED'
  }
  orders: {
    id: Generated<number>
    shop: string
    /** What people call it, from 1001 on. */
    number: number
    body: Json<OrderBody>
    created_at: Date
    updated_at: Date
  }
  subscriptions: { id: Generated<number>; shop: string; topic: string; uri: string; created_at: Date }
  app_charges: {
    id: Generated<number>
    shop: string
    kind: 'plan' | 'once'
    name: string
    return_url: string
    /** Cents. */
    price: number
    currency: string
    interval: 'EVERY_30_DAYS' | 'ANNUAL' | null
    behaviour: string
    test: boolean
    status: 'PENDING' | 'ACTIVE' | 'FROZEN' | 'DECLINED' | 'EXPIRED' | 'CANCELLED'
    /** Of the page's address. */
    signature: string
    created_at: Date
    approved_at: Date | null
    period_end: Date | null
  }
  idempotency: { shop: string; key: string; input: string }
  // The books: rows are only ever added.
  created: { product_id: number; shop: string; key: string | null; request_id: string; at: Date }
  writes: { shop: string; product_id: number; who: string; fields: string[]; at: Date }
  downloads: { shop: string; file_id: number; source: string; hash: string | null; at: Date }
  app_bills: {
    id: Generated<number>
    shop: string
    charge: string
    reason: string
    /** Cents; below zero: a credit. */
    amount: number
    currency: string
    at: Date
  }
  calls: {
    no: Generated<number>
    shop: string
    operation: string
    requested: number
    actual: number | null
    throttled: boolean
    at: Date
  }
}

export type ShopifyWorld = World<ShopifyTables>
export type AppChargeRow = Selectable<ShopifyTables['app_charges']>
export type Shop = {
  [K in keyof ShopifyTables['shops']]: ShopifyTables['shops'][K] extends Generated<infer T>
    ? T
    : ShopifyTables['shops'][K]
}

export const SHOPIFY_TABLES = `${TOKEN_TABLES}${HABIT_TABLE}
  create table if not exists shops (
    domain text primary key, name text not null, currency text not null, country text not null, owner_name text not null,
    email text not null, plan text not null, points_per_second int not null, active boolean not null, scopes text,
    definition text, failing_pictures int not null default 0,
    lost_webhooks int not null default 0
  );
  alter table shops add column if not exists failing_exports int not null default 0;
  alter table shops add column if not exists protected_level int not null default 2;
  alter table shops add column if not exists service_name text, add column if not exists service_url text;
  create table if not exists bulk_operations (
    id bigint generated always as identity (start with 7000001) primary key, shop text not null, query text not null,
    status text not null, error_code text, key text not null unique, result text, created_at timestamptz not null,
    completed_at timestamptz
  );
  create table if not exists refreshes (token text primary key, parent text not null);
  create table if not exists products (
    id bigint generated always as identity (start with 8000001) primary key, shop text not null, key text,
    handle text not null, status text not null, body jsonb not null, created_at timestamptz not null,
    updated_at timestamptz not null
  );
  create unique index if not exists products_key on products (shop, key);
  create unique index if not exists products_handle on products (shop, handle);
  create index if not exists products_updated on products (shop, updated_at, id);
  create table if not exists files (
    id bigint generated always as identity (start with 3000001) primary key, shop text not null, name text not null,
    source text not null, alt text not null, status text not null
  );
  create index if not exists files_name on files (shop, name);
  create index if not exists files_waiting on files (id) where status = 'PROCESSING';
  create table if not exists orders (
    id bigint generated always as identity (start with 5000001) primary key, shop text not null, number int not null,
    body jsonb not null, created_at timestamptz not null, updated_at timestamptz not null, unique (shop, number)
  );
  create index if not exists orders_updated on orders (shop, updated_at, id);
  create table if not exists subscriptions (
    id bigint generated always as identity (start with 9000001) primary key, shop text not null, topic text not null,
    uri text not null, created_at timestamptz not null, unique (shop, topic, uri)
  );
  create table if not exists app_charges (
    id bigint generated always as identity (start with 4000001) primary key, shop text not null, kind text not null,
    name text not null, return_url text not null, price int not null, currency text not null, interval text,
    behaviour text not null, test boolean not null, status text not null, signature text not null,
    created_at timestamptz not null, approved_at timestamptz, period_end timestamptz
  );
  create index if not exists app_charges_shop on app_charges (shop, kind, id);
  create unique index if not exists app_charges_active on app_charges (shop)
    where kind = 'plan' and status in ('ACTIVE', 'FROZEN');
  create table if not exists app_bills (
    id bigint generated always as identity primary key, shop text not null, charge text not null, reason text not null,
    amount int not null, currency text not null, at timestamptz not null
  );
  create table if not exists idempotency (shop text, key text, input text not null, primary key (shop, key));
  create table if not exists created (
    product_id bigint not null, shop text not null, key text, request_id text not null, at timestamptz not null
  );
  create table if not exists writes (
    shop text not null, product_id bigint not null, who text not null, fields text[] not null, at timestamptz not null
  );
  create table if not exists downloads (
    shop text not null, file_id bigint not null, source text not null, hash text, at timestamptz not null
  );
  create table if not exists calls (
    no bigint generated always as identity primary key, shop text not null, operation text not null, requested double precision not null, actual double precision,
    throttled boolean not null, at timestamptz not null
  );
`

export type OrderRow = Selectable<ShopifyTables['orders']>
