import type { World } from '../../frame/world.ts'

export interface PaypalTables {
  /** Somebody's PayPal account that was kept for a merchant. `behaviour` says what paying by it comes to. */
  vault: { id: string; customer: string; email: string; behaviour: string; created: Date; deleted: Date | null }
  orders: {
    id: string
    intent: 'CAPTURE' | 'AUTHORIZE'
    status: string
    amount: number
    currency: string
    custom_id: string | null
    invoice_id: string | null
    description: string | null
    return_url: string
    cancel_url: string
    keeps: boolean
    vault: string | null
    email: string | null
    behaviour: string
    created: Date
  }
  authorizations: { id: string; order: string; status: string; amount: number; created: Date }
  captures: {
    id: string
    order: string
    authorization: string | null
    status: string
    amount: number
    fee: number
    created: Date
  }
  refunds: { id: string; capture: string; amount: number; created: Date }
  disputes: { id: string; capture: string; status: string; stage: string; amount: number; created: Date }
  /** PayPal's own books: nothing here is ever changed or removed. */
  movements: {
    id: string
    code: string
    amount: number
    fee: number
    currency: string
    /** What it came of: the capture of a refund, the order of a payment. */
    of: string
    of_type: string
    order: string
    reference: string
    created: Date
  }
  /** A request id and what it made. The same id is answered with what that is now. */
  requests: { id: string; path: string; made: string; created: Date }
}

export type PaypalWorld = World<PaypalTables>

export const PAYPAL_TABLES = `
  create table if not exists vault (
    id text primary key, customer text not null, email text not null, behaviour text not null,
    created timestamptz not null, deleted timestamptz
  );
  create table if not exists orders (
    id text primary key, intent text not null, status text not null, amount bigint not null, currency text not null,
    custom_id text, invoice_id text, description text, return_url text not null, cancel_url text not null,
    keeps boolean not null, vault text, email text, behaviour text not null, created timestamptz not null
  );
  create table if not exists authorizations (
    id text primary key, "order" text not null, status text not null, amount bigint not null,
    created timestamptz not null
  );
  create table if not exists captures (
    id text primary key, "order" text not null unique, "authorization" text, status text not null,
    amount bigint not null, fee bigint not null, created timestamptz not null
  );
  create table if not exists refunds (
    id text primary key, capture text not null, amount bigint not null, created timestamptz not null
  );
  create table if not exists disputes (
    id text primary key, capture text not null, status text not null, stage text not null, amount bigint not null,
    created timestamptz not null
  );
  create table if not exists movements (
    id text primary key, code text not null, amount bigint not null, fee bigint not null, currency text not null,
    "of" text not null, of_type text not null, "order" text not null, reference text not null,
    created timestamptz not null
  );
  create index if not exists movements_created on movements (created, id);
  create table if not exists requests (
    id text not null, path text not null, made text not null, created timestamptz not null, primary key (id, path)
  );
`
