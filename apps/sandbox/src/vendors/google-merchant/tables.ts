import type { ColumnType, Generated, Selectable } from 'kysely'
import { TOKEN_TABLES, type TokenTables } from '../../frame/tokens.ts'
import type { World } from '../../frame/world.ts'

/** Written as text by us, read back parsed by the driver. */
type Json<T> = ColumnType<T, string, string>

export type Attributes = Record<string, unknown>
export interface CustomAttribute {
  name: string
  value: string
}
export interface Issue {
  code: string
  severity: 'NOT_IMPACTED' | 'DEMOTED' | 'DISAPPROVED'
  resolution: string
  attribute: string
  description: string
  detail: string
}

export interface MerchantTables extends TokenTables {
  accounts: {
    id: string
    name: string
    language: string
    country: string
    /** How long Google takes until an input shows as a product, and until it tells what is wrong with it. */
    process_ms: Generated<number>
    judge_ms: Generated<number>
    /** Whether our project is registered with it. */
    registered: Generated<boolean>
    /** So many of the next pictures cannot be fetched. */
    failing_pictures: Generated<number>
  }
  data_sources: {
    id: Generated<number>
    account: string
    display_name: string
    input: string
    feed_label: string
    content_language: string
  }
  /** What was given. */
  inputs: {
    no: Generated<number>
    account: string
    /** `language~label~offer`. */
    name: string
    offer_id: string
    data_source: string
    version: string
    attributes: Json<Attributes>
    custom: Json<CustomAttribute[]>
    inserted_at: Date
  }
  /** What Google shows, made of the inputs a while later. */
  products: {
    account: string
    name: string
    offer_id: string
    no: number
    group_id: string
    data_source: string
    version: string
    attributes: Json<Attributes>
    custom: Json<CustomAttribute[]>
    issues: Json<Issue[]>
    judged_at: Date
    inserted_at: Date
    updated_at: Date
  }
  changes: { no: Generated<number>; account: string; name: string; due_at: Date }
  // The books: rows are only ever added.
  created: { account: string; offer_id: string; group_id: string; at: Date }
  writes: { account: string; offer_id: string; who: string; method: string; fields: string[]; at: Date }
  downloads: { account: string; source: string; hash: string | null; at: Date }
}

export type MerchantWorld = World<MerchantTables>
export type Account = Selectable<MerchantTables['accounts']>
export type InputRow = Selectable<MerchantTables['inputs']>
export type ProductRow = Selectable<MerchantTables['products']>

export const MERCHANT_TABLES = `${TOKEN_TABLES}
  create table if not exists accounts (
    id text primary key, name text not null, language text not null, country text not null,
    process_ms int not null default 2000, judge_ms int not null default 180000,
    registered boolean not null default true, failing_pictures int not null default 0
  );
  create table if not exists data_sources (
    id bigint generated always as identity (start with 10450001) primary key, account text not null,
    display_name text not null, input text not null, feed_label text not null, content_language text not null
  );
  create table if not exists inputs (
    no bigint generated always as identity primary key, account text not null, name text not null,
    offer_id text not null, data_source text not null, version text not null, attributes jsonb not null,
    custom jsonb not null, inserted_at timestamptz not null, unique (account, name)
  );
  create table if not exists products (
    account text not null, name text not null, offer_id text not null, no bigint not null, group_id text not null,
    data_source text not null, version text not null, attributes jsonb not null, custom jsonb not null,
    issues jsonb not null, judged_at timestamptz not null, inserted_at timestamptz not null,
    updated_at timestamptz not null, primary key (account, name)
  );
  create index if not exists products_group on products (account, group_id);
  create table if not exists changes (
    no bigint generated always as identity primary key, account text not null, name text not null,
    due_at timestamptz not null
  );
  create table if not exists created (
    account text not null, offer_id text not null, group_id text not null, at timestamptz not null
  );
  create table if not exists writes (
    account text not null, offer_id text not null, who text not null, method text not null, fields text[] not null,
    at timestamptz not null
  );
  create table if not exists downloads (
    account text not null, source text not null, hash text, at timestamptz not null
  );
`
