import type { ColumnType, Generated, Selectable } from 'kysely'
import { HABIT_TABLE } from '../../customers/habit.ts'
import { TOKEN_TABLES, type TokenTables } from '../../frame/tokens.ts'
import type { World } from '../../frame/world.ts'

/** Written as text by us, read back parsed by the driver. */
type Json<T> = ColumnType<T, string, string>

export interface SalesAttribute {
  id: string
  name: string
  value_id: string
  value_name: string
  sku_img: string | null
}

export interface SkuRow {
  /** Unique in its product for ever; the public id is made of it. */
  no: number
  seller_sku: string
  external_sku_id: string
  sales_attributes: SalesAttribute[]
  price: string
  list_price: string | null
  inventory: { warehouse_id: string; quantity: number }[]
  identifier_code: { code: string; type: string } | null
}

/** What is looked through before buyers see it, and what is not. */
export interface ProductBody {
  title: string
  description: string
  category_id: string
  main_images: string[]
  product_attributes: { id: string; values: { id?: string | undefined; name?: string | undefined }[] }[]
  /** Absent in older books: none. */
  brand_id?: string | null
  size_chart?: string | null
  manufacturer_ids?: string[]
  responsible_person_ids?: string[]
  package_weight: { value: string; unit: string }
  package_dimensions: { length: string; width: string; height: string; unit: string } | null
  skus: SkuRow[]
  next_no: number
}

export interface OrderItem {
  no: number
  product: number
  sku_no: number
  product_name: string
  sku_name: string
  seller_sku: string
  image: string | null
  price: string
  is_cancelled: boolean
  /** Absent: not sent. */
  package?: OrderPackage
}

export interface OrderPackage {
  no: number
  tracking_number: string
  provider_id: string
  at: string
  /** How often its number was changed. */
  updates: number
}

interface OrderBody {
  buyer: { user_id: string; email: string }
  recipient: {
    first_name: string
    last_name: string
    phone: string
    address1: string
    city: string
    province: string
    zip: string
    country_code: string
  }
  /** One for each piece. */
  items: OrderItem[]
  shipping_fee: string
  tax_percent: number
  cancel_reason: string
  message: string
}

export const ORDER_STATUSES = [
  'UNPAID',
  'ON_HOLD',
  'AWAITING_SHIPMENT',
  'PARTIALLY_SHIPPING',
  'AWAITING_COLLECTION',
  'IN_TRANSIT',
  'DELIVERED',
  'COMPLETED',
  'CANCELLED',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

export type ProductStatus =
  | 'DRAFT'
  | 'PENDING'
  | 'FAILED'
  | 'ACTIVATE'
  | 'SELLER_DEACTIVATED'
  | 'PLATFORM_DEACTIVATED'
  | 'FREEZE'
  | 'DELETED'

export interface TikTokTables extends TokenTables {
  shops: {
    id: string
    seller: string
    name: string
    code: string
    cipher: string
    region: string
    currency: string
    seller_type: 'LOCAL' | 'CROSS_BORDER'
    /** How long a product is looked through; 0: not at all. */
    review_s: number
    /** Calls a second of each endpoint. */
    qps: number
    /** So many products may be listed a day. */
    daily_limit: number
    active: Generated<boolean>
    /** The next reviews fail. */
    failing_reviews: Generated<number>
    /** Every create is answered with a warning beside its success. */
    warns: Generated<boolean>
    /** One of the things a shop must have done before it lists is missing. */
    not_ready: Generated<boolean>
    /** So many of a hundred messages are never sent. */
    lost_webhooks: Generated<number>
  }
  products: {
    id: Generated<number>
    shop: string
    /** external_product_id */
    key: string | null
    status: ProductStatus
    body: Json<ProductBody>
    /** The newer content, while it is looked through. */
    review: Json<ProductBody> | null
    review_at: Date | null
    created_at: Date
    updated_at: Date
  }
  images: {
    uri: string
    seller: string
    hash: string
    type: string
    bytes: Buffer
    width: number
    height: number
    use_case: string
  }
  orders: {
    id: Generated<number>
    shop: string
    status: OrderStatus
    body: Json<OrderBody>
    created_at: Date
    paid_at: Date | null
    cancelled_at: Date | null
    updated_at: Date
  }
  returns: {
    id: Generated<number>
    shop: string
    order_id: number
    status: string
    reason: string
    total: string
    item_nos: number[]
    created_at: Date
  }
  webhooks: { shop: string; event_type: string; address: string; created_at: Date; updated_at: Date }
  idempotency: { shop: string; key: string; product_id: number }
  // The books: rows are only ever added.
  created: { product_id: number; shop: string; key: string | null; request_id: string; at: Date }
  writes: { shop: string; product_id: number; who: string; fields: string[]; at: Date }
  uploads: { seller: string; hash: string; uri: string; at: Date }
  throttled: { shop: string; endpoint: string; at: Date }
}

export type TikTokWorld = World<TikTokTables>
export type Shop = Selectable<TikTokTables['shops']>
export type ProductRow = Selectable<TikTokTables['products']>
export type OrderRow = Selectable<TikTokTables['orders']>
export type ReturnRow = Selectable<TikTokTables['returns']>

export const TIKTOK_TABLES = `${TOKEN_TABLES}${HABIT_TABLE}
  create table if not exists shops (
    id text primary key, seller text not null, name text not null, code text not null, cipher text not null unique,
    region text not null, currency text not null, seller_type text not null, review_s int not null, qps int not null,
    daily_limit int not null, active boolean not null default true, failing_reviews int not null default 0,
    warns boolean not null default false, not_ready boolean not null default false, lost_webhooks int not null default 0
  );
  create table if not exists products (
    id bigint generated always as identity (start with 207008) primary key, shop text not null, key text,
    status text not null, body jsonb not null, review jsonb, review_at timestamptz, created_at timestamptz not null,
    updated_at timestamptz not null
  );
  create unique index if not exists products_key on products (shop, key) where status <> 'DELETED';
  create index if not exists products_updated on products (shop, updated_at, id);
  create index if not exists products_review on products (review_at) where review_at is not null;
  create table if not exists images (
    uri text primary key, seller text not null, hash text not null, type text not null, bytes bytea not null,
    width int not null, height int not null, use_case text not null
  );
  create table if not exists orders (
    id bigint generated always as identity (start with 100501) primary key, shop text not null, status text not null,
    body jsonb not null, created_at timestamptz not null, paid_at timestamptz, cancelled_at timestamptz,
    updated_at timestamptz not null
  );
  create index if not exists orders_updated on orders (shop, updated_at, id);
  create table if not exists returns (
    id bigint generated always as identity (start with 700101) primary key, shop text not null, order_id bigint not null,
    status text not null, reason text not null, total text not null, item_nos int[] not null,
    created_at timestamptz not null
  );
  create table if not exists webhooks (
    shop text, event_type text, address text not null, created_at timestamptz not null, updated_at timestamptz not null,
    primary key (shop, event_type)
  );
  create table if not exists idempotency (shop text, key text, product_id bigint not null, primary key (shop, key));
  create table if not exists created (
    product_id bigint not null, shop text not null, key text, request_id text not null, at timestamptz not null
  );
  create table if not exists writes (
    shop text not null, product_id bigint not null, who text not null, fields text[] not null, at timestamptz not null
  );
  create table if not exists uploads (
    seller text not null, hash text not null, uri text not null, at timestamptz not null
  );
  create table if not exists throttled (shop text not null, endpoint text not null, at timestamptz not null);
`
