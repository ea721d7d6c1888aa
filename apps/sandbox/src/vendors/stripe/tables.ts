import type { ColumnType } from 'kysely'
import type { CardProblem } from '../card-page/cards.ts'
import type { World } from '../../frame/world.ts'

type Json<T> = ColumnType<T, string, string>
type Metadata = Json<Record<string, string>>

export interface StripeTables {
  customers: { id: string; created: Date }
  /** What is kept of a card: never its number. `behaviour` says what the bank does with it. */
  methods: {
    id: string
    customer: string | null
    brand: string
    last4: string
    exp_month: number
    exp_year: number
    behaviour: string
    /** It was set up with a challenge, and may be charged without its holder. */
    set_up: boolean
    created: Date
  }
  intents: {
    id: string
    kind: 'payment' | 'setup'
    status: string
    amount: number
    received: number
    currency: string
    capture_method: string
    customer: string | null
    method: string | null
    session: string | null
    off_session: boolean
    future_usage: string | null
    charge: string | null
    error: Json<CardProblem | null>
    metadata: Metadata
    created: Date
  }
  sessions: {
    id: string
    mode: 'payment' | 'setup'
    status: 'open' | 'complete' | 'expired'
    reference: string | null
    title: string
    amount: number | null
    currency: string
    customer: string | null
    makes_customer: boolean
    capture_method: string
    future_usage: string | null
    intent: string | null
    success_url: string
    cancel_url: string
    metadata: Metadata
    intent_metadata: Metadata
    expires_at: Date
    created: Date
  }
  refunds: {
    id: string
    intent: string
    amount: number
    currency: string
    status: string
    metadata: Metadata
    created: Date
  }
  /** The bank's own books: nothing here is ever changed or removed. */
  movements: {
    id: string
    type: string
    amount: number
    fee: number
    currency: string
    source: string
    intent: string
    reference: string
    created: Date
  }
  keys: { key: string; path: string; params: string; status: number; body: string; created: Date }
}

export type StripeWorld = World<StripeTables>

export const STRIPE_TABLES = `
  create table if not exists customers (id text primary key, created timestamptz not null);
  create table if not exists methods (
    id text primary key, customer text, brand text not null, last4 text not null, exp_month int not null,
    exp_year int not null, behaviour text not null, set_up boolean not null, created timestamptz not null
  );
  create table if not exists intents (
    id text primary key, kind text not null, status text not null, amount bigint not null, received bigint not null,
    currency text not null, capture_method text not null, customer text, method text, session text,
    off_session boolean not null, future_usage text, charge text, error jsonb, metadata jsonb not null,
    created timestamptz not null
  );
  create table if not exists sessions (
    id text primary key, mode text not null, status text not null, reference text, title text not null, amount bigint,
    currency text not null, customer text, makes_customer boolean not null, future_usage text, intent text,
    success_url text not null, cancel_url text not null, metadata jsonb not null, intent_metadata jsonb not null,
    expires_at timestamptz not null, created timestamptz not null
  );
  alter table sessions add column if not exists capture_method text not null default 'automatic';
  create table if not exists refunds (
    id text primary key, intent text not null, amount bigint not null, currency text not null, status text not null,
    metadata jsonb not null, created timestamptz not null
  );
  create table if not exists movements (
    id text primary key, type text not null, amount bigint not null, fee bigint not null, currency text not null,
    source text not null, intent text not null, reference text not null, created timestamptz not null
  );
  create index if not exists movements_created on movements (created, id);
  create table if not exists keys (
    key text primary key, path text not null, params text not null, status int not null, body text not null,
    created timestamptz not null
  );
`
