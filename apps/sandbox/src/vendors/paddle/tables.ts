import type { ColumnType } from 'kysely'
import type { World } from '../../frame/world.ts'

type Json<T> = ColumnType<T, string, string>
type CustomData = Json<Record<string, unknown> | null>

export interface Cycle {
  interval: 'day' | 'week' | 'month' | 'year'
  frequency: number
}

/** A price as it was when something was sold: prices may change, what was sold does not. */
export interface SoldItem {
  price_id: string
  name: string
  amount: number
  currency: string
  cycle: Cycle | null
  custom_data: Record<string, unknown> | null
  /** The share of a period that is billed; null: all of it. */
  rate: string | null
}

export interface Payment {
  id: string
  status: 'captured' | 'error'
  error_code: string | null
  amount: number
  at: string
  card: { brand: string; last4: string; exp_month: number; exp_year: number } | null
}

export interface PaddleTables {
  prices: { id: string; name: string; amount: number; currency: string; cycle: Json<Cycle | null> }
  customers: { id: string; email: string; country: string; credit: number; created: Date }
  /** What is kept of a card: never its number. */
  cards: {
    customer: string
    brand: string
    last4: string
    exp_month: number
    exp_year: number
    behaviour: string
    /** How often it has paid. */
    used: number
  }
  subscriptions: {
    id: string
    status: 'active' | 'past_due' | 'canceled'
    customer: string
    item: Json<SoldItem>
    starts_at: Date
    ends_at: Date
    next_billed_at: Date | null
    scheduled: Json<{ action: 'cancel'; effective_at: string } | null>
    /** When the unpaid renewal is tried again; how often it was. */
    retry_at: Date | null
    retries: number
    past_due_since: Date | null
    custom_data: CustomData
    started: Date
    canceled: Date | null
    updated: Date
  }
  transactions: {
    id: string
    status: 'draft' | 'ready' | 'completed' | 'canceled' | 'past_due'
    origin: string
    customer: string | null
    subscription: string | null
    items: Json<SoldItem[]>
    currency: string
    total: number
    credit: number
    tax: number
    fee: number | null
    invoice_number: string | null
    period: Json<{ starts_at: string; ends_at: string } | null>
    payments: Json<Payment[]>
    custom_data: CustomData
    created: Date
    updated: Date
    billed: Date | null
  }
  events: { id: string; type: string; occurred_at: Date; data: Json<object> }
  /** The provider's own books: nothing here is ever changed or removed. */
  movements: {
    id: string
    transaction: string
    subscription: string | null
    type: string
    amount: number
    tax: number
    fee: number
    reference: string
    created: Date
  }
  /** `muted`: messages are lost on their way. */
  settings: { name: string; value: string }
}

export type PaddleWorld = World<PaddleTables>

export const PADDLE_TABLES = `
  create table if not exists prices (
    id text primary key, name text not null, amount bigint not null, currency text not null, cycle jsonb
  );
  create table if not exists customers (
    id text primary key, email text not null, country text not null, credit bigint not null,
    created timestamptz not null
  );
  create table if not exists cards (
    customer text primary key, brand text not null, last4 text not null, exp_month int not null, exp_year int not null,
    behaviour text not null, used int not null
  );
  create table if not exists subscriptions (
    id text primary key, status text not null, customer text not null, item jsonb not null,
    starts_at timestamptz not null, ends_at timestamptz not null, next_billed_at timestamptz, scheduled jsonb,
    retry_at timestamptz, retries int not null, past_due_since timestamptz, custom_data jsonb,
    started timestamptz not null, canceled timestamptz, updated timestamptz not null
  );
  create table if not exists transactions (
    id text primary key, status text not null, origin text not null, customer text, subscription text,
    items jsonb not null, currency text not null, total bigint not null, credit bigint not null, tax bigint not null,
    fee bigint, invoice_number text, period jsonb, payments jsonb not null, custom_data jsonb,
    created timestamptz not null, updated timestamptz not null, billed timestamptz
  );
  create index if not exists transactions_subscription on transactions (subscription, id);
  create table if not exists events (
    id text primary key, type text not null, occurred_at timestamptz not null, data jsonb not null
  );
  create table if not exists movements (
    id text primary key, transaction text not null, subscription text, type text not null, amount bigint not null,
    tax bigint not null, fee bigint not null, reference text not null, created timestamptz not null
  );
  create table if not exists settings (name text primary key, value text not null);
`
