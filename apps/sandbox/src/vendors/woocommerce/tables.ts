import { HABIT_TABLE } from '../../customers/habit.ts'
import type { ColumnType, Generated, Selectable } from 'kysely'

/** Written as text by us, read back parsed by the driver. */
type Json<T> = ColumnType<T, string, string>

interface Attribute {
  id: number
  name: string
  position: number
  visible: boolean
  variation: boolean
  options: string[]
}

/** What a product or a variation holds, in WooCommerce's names. */
export interface Doc {
  name: string
  type: string
  description: string
  short_description: string
  global_unique_id: string
  regular_price: string
  sale_price: string
  manage_stock: boolean
  stock_quantity: number | null
  stock_status: string
  backorders: string
  weight: string
  tags: { id: number; name: string; slug: string }[]
  /** Absent in older books: none. */
  category_ids?: number[]
  brand_ids?: number[]
  image_ids: number[]
  attributes: Attribute[]
  /** Of a variation. */
  chosen: { id: number; name: string; option: string }[]
  meta_data: { id: number; key: string; value: unknown }[]
}

export interface OrderPerson {
  first_name: string
  last_name: string
  company: string
  address_1: string
  address_2: string
  city: string
  state: string
  postcode: string
  country: string
  email: string
  phone: string
}

export interface OrderItem {
  id: number
  product_id: number
  variation_id: number
  name: string
  parent_name: string
  quantity: number
  price: string
  sku: string
  image_id: number | null
}

export interface OrderDoc {
  billing: OrderPerson
  shipping: OrderPerson
  items: OrderItem[]
  customer_note: string
  paid_at: string | null
  /** Paid at the door. */
  cash?: boolean
  /** Absent in older books: none. */
  meta?: { id: number; key: string; value: unknown }[]
  notes?: { id: number; at: string; note: string; customer_note: boolean; added_by_user: boolean }[]
  /** Absent in older books: none. */
  fees?: { name: string; total: string }[]
  /** Taken off the first line. */
  coupons?: { code: string; discount: string }[]
  refunds: {
    id: number
    at: string
    amount: string
    reason: string
    items: { item_id: number; quantity: number }[]
    /** Of one that came through the API. Absent: the merchant made it. */
    by_api?: { meta: { key: string; value: unknown }[]; paid: boolean; restocked: boolean }
  }[]
}

export interface WooTables {
  sites: {
    site: string
    name: string
    /** false: plain permalinks, the route is a parameter. */
    pretty: boolean
    /** `user:pass` that the web server asks for; empty: none. */
    site_auth: string
    /** A broken plugin prints before every JSON. */
    notices: boolean
    /** Orders in tables of their own. */
    hpos: boolean
    /** PHP sees TLS, so Basic is read. */
    tls: boolean
    sideload_ms: number
    sideload_fails: boolean
    /** How long the host saves one variation of a batch. */
    ms_per_item: number
    /** The next batch is killed when it has saved so many variations, in the middle of another; 0: it is not. */
    dies_after: number
    /** Two equal SKUs at once make two products, as in older versions. */
    sku_race: boolean
    /** Hours that the site's own time is ahead of UTC. */
    utc_offset_h: number
    currency: string
    country: string
    weight_unit: string
  }
  keys: { consumer_key: string; site: string; secret: string; permissions: string; role: string }
  nonces: { consumer_key: string; nonce: string }
  posts: {
    id: Generated<number>
    site: string
    kind: string
    parent_id: number
    status: string
    sku: string
    slug: string
    created_at: Date
    modified_at: Date
    doc: Json<Doc>
  }
  orders: {
    id: Generated<number>
    site: string
    status: string
    created_at: Date
    modified_at: Date
    doc: Json<OrderDoc>
  }
  media: {
    id: Generated<number>
    site: string
    file: string
    title: string
    alt: string
    source: string
    hash: string
    created_at: Date
  }
  webhooks: {
    id: Generated<number>
    site: string
    name: string
    topic: string
    delivery_url: string
    secret: string
    status: string
    failures: number
    created_at: Date
  }
  /** The vendor's own books, beside the calls: nothing here is ever changed or removed. */
  journal: {
    id: Generated<number>
    site: string
    what: string
    product_id: number
    /** Our key, a hash, or the name of a field. */
    name: string
    by: string
    at: Date
  }
}

export const WOO_TABLES = `${HABIT_TABLE}
  create table if not exists sites (
    site text primary key, name text not null, pretty boolean not null, site_auth text not null, notices boolean not null,
    hpos boolean not null, tls boolean not null, sideload_ms int not null, sideload_fails boolean not null,
    sku_race boolean not null, utc_offset_h int not null, currency text not null, country text not null,
    weight_unit text not null, ms_per_item int not null, dies_after int not null
  );
  alter table sites add column if not exists ms_per_item int not null default 0;
  alter table sites add column if not exists dies_after int not null default 0;
  create table if not exists keys (
    consumer_key text primary key, site text not null, secret text not null, permissions text not null, role text not null
  );
  create table if not exists nonces (consumer_key text, nonce text, primary key (consumer_key, nonce));
  create sequence if not exists post_ids start 11;
  create table if not exists posts (
    id bigint primary key default nextval('post_ids'), site text not null, kind text not null, parent_id bigint not null,
    status text not null, sku text not null, slug text not null, created_at timestamptz not null,
    modified_at timestamptz not null, doc jsonb not null
  );
  create index if not exists posts_modified on posts (site, kind, modified_at, id);
  create index if not exists posts_sku on posts (site, sku);
  create index if not exists posts_parent on posts (parent_id);
  create table if not exists orders (
    id bigint primary key default nextval('post_ids'), site text not null, status text not null,
    created_at timestamptz not null, modified_at timestamptz not null, doc jsonb not null
  );
  create index if not exists orders_modified on orders (site, modified_at, id);
  create table if not exists media (
    id bigint primary key default nextval('post_ids'), site text not null, file text not null, title text not null,
    alt text not null, source text not null, hash text not null, created_at timestamptz not null
  );
  create table if not exists webhooks (
    id bigint generated always as identity primary key, site text not null, name text not null, topic text not null,
    delivery_url text not null, secret text not null, status text not null, failures int not null,
    created_at timestamptz not null
  );
  create table if not exists journal (
    id bigint generated always as identity primary key, site text not null, what text not null, product_id bigint not null,
    name text not null, by text not null, at timestamptz not null
  );
`

export type OrderRow = Selectable<WooTables['orders']>
