import type { ColumnType, Generated, Selectable } from 'kysely'
import type { World } from '../frame/world.ts'

/** Written as text by us, read back parsed by the driver. */
type Json<T> = ColumnType<T, string, never>

export interface BookedLine {
  line_id: string
  product_id: string
  sku_id: string
  quantity: number
  /** US cents for one piece. */
  price: number
}

/** Some pieces of one line. */
interface SentPart {
  line_id: string
  quantity: number
  at: string
}

export interface OrderTables {
  /** Rows are never removed: what a vendor deletes is `cancelled_at`. */
  orders: {
    no: Generated<number>
    account: string
    /** The buyer's own name for it. Empty where the vendor takes none. */
    reference: string
    /** The whole request, to tell a repeated one from another. */
    content: string
    buyer: string
    service: string
    lines: Json<BookedLine[]>
    /** What was sent before the rest, oldest first: each a parcel of its own. */
    parts: ColumnType<SentPart[], string | undefined, string>
    items_total: number
    shipping_total: number
    created_at: Date
    confirmed_at: Date | null
    paid_at: Date | null
    shipped_at: Date | null
    cancelled_at: Date | null
  }
  /** Rows are only ever added. */
  payments: { no: Generated<number>; order_no: number; account: string; amount: number; at: Date }
  /** What was asked back, and what was given back without being asked (an empty reference). */
  refunds: {
    no: Generated<number>
    order_no: number
    reference: string
    reason: string
    text: string
    asked: number
    granted: number | null
    state: 'pending' | 'accepted' | 'rejected' | 'completed'
    note: string
    /** Addresses of what proves it. */
    pictures: Json<string[]>
    created_at: Date
    answered_at: Date | null
  }
  /** What was written about an order, by its buyer and by whoever sits in the control room (an empty reference). */
  feedbacks: { no: Generated<number>; order_no: number; kind: string; created_at: Date }
  feedback_messages: {
    no: Generated<number>
    feedback_no: number
    reference: string
    text: string
    pictures: Json<string[]>
    created_at: Date
  }
  purses: { account: string; balance: number }
  sold_out: { sku_id: string }
  /** What every price is raised by. */
  markup: { single: Generated<boolean>; percent: number }
}
export type OrderWorld = World<OrderTables>
export type OrderRow = Selectable<OrderTables['orders']>

export const ORDER_TABLES = `
  create table if not exists orders (
    no bigint generated always as identity (start with 1000001) primary key, account text not null,
    reference text not null, content text not null, buyer text not null, service text not null, lines jsonb not null,
    items_total int not null, shipping_total int not null, created_at timestamptz not null, confirmed_at timestamptz,
    paid_at timestamptz, shipped_at timestamptz, cancelled_at timestamptz, parts jsonb not null default '[]'
  );
  create index if not exists orders_reference on orders (account, reference);
  create table if not exists payments (
    no bigint generated always as identity primary key, order_no bigint not null, account text not null,
    amount int not null, at timestamptz not null
  );
  create table if not exists refunds (
    no bigint generated always as identity (start with 7001) primary key, order_no bigint not null,
    reference text not null, reason text not null, text text not null, asked int not null, granted int,
    state text not null, note text not null, pictures jsonb not null default '[]', created_at timestamptz not null,
    answered_at timestamptz
  );
  create index if not exists refunds_order on refunds (order_no);
  create table if not exists feedbacks (
    no bigint generated always as identity (start with 9001) primary key, order_no bigint not null, kind text not null,
    created_at timestamptz not null
  );
  create index if not exists feedbacks_order on feedbacks (order_no);
  create table if not exists feedback_messages (
    no bigint generated always as identity primary key, feedback_no bigint not null references feedbacks,
    reference text not null, text text not null, pictures jsonb not null, created_at timestamptz not null
  );
  create index if not exists feedback_messages_of on feedback_messages (feedback_no, no);
  create table if not exists purses (account text primary key, balance bigint not null);
  create table if not exists sold_out (sku_id text primary key);
  create table if not exists markup (single boolean primary key default true check (single), percent int not null);
`
