import type { ColumnType, Generated, Selectable } from 'kysely'
import { TOKEN_TABLES, type TokenTables } from '../../frame/tokens.ts'
import type { World } from '../../frame/world.ts'

/** Written as text by us, read back parsed by the driver. */
type Json<T> = ColumnType<T, string, string>

/** An item by the names of the feed: what the merchant or a batch gave. */
export type ItemData = Record<string, unknown>

export interface BatchRequest {
  method: 'CREATE' | 'UPDATE' | 'DELETE'
  data: ItemData & { id: string }
}

export interface BatchError {
  line: number
  id: string
  message: string
}

export interface FacebookTables extends TokenTables {
  catalogs: {
    id: string
    business_id: string
    business_name: string
    name: string
    vertical: string
    /** How long a batch takes, by the sandbox's clock. */
    finish_ms: Generated<number>
    /** So many of the next pictures cannot be fetched. */
    failing_pictures: Generated<number>
    /** So many of the next requests of batches are refused when they are worked. */
    refused_requests: Generated<number>
    /** So many of the next batches are answered without a handle. */
    without_handle: Generated<number>
    /** So many of the next items that are made are gone before anybody can read them. */
    vanishing: Generated<number>
    /** How much of the allowance is used, in percent, of reads and of batches. */
    read_usage: Generated<number>
    batch_usage: Generated<number>
  }
  items: {
    no: Generated<number>
    catalog: string
    retailer_id: string
    group_id: string
    data: Json<ItemData>
    image_status: 'NO_STATUS' | 'FETCHED' | 'FETCH_FAILED'
    updated_at: Date
  }
  batches: {
    no: Generated<number>
    handle: string
    catalog: string
    allow_upsert: boolean
    requests: Json<BatchRequest[]>
    due_at: Date
    finished: Generated<boolean>
    errors: Json<BatchError[]>
  }
  // The books: rows are only ever added.
  created: { catalog: string; retailer_id: string; group_id: string; at: Date }
  writes: { catalog: string; retailer_id: string; who: string; method: string; fields: string[]; at: Date }
  downloads: { catalog: string; source: string; hash: string | null; at: Date }
}

export type FacebookWorld = World<FacebookTables>
export type Catalog = Selectable<FacebookTables['catalogs']>
export type ItemRow = Selectable<FacebookTables['items']>

export const FACEBOOK_TABLES = `${TOKEN_TABLES}
  create table if not exists catalogs (
    id text primary key, business_id text not null, business_name text not null, name text not null,
    vertical text not null, finish_ms int not null default 1500, failing_pictures int not null default 0,
    refused_requests int not null default 0, without_handle int not null default 0, vanishing int not null default 0,
    read_usage int not null default 0, batch_usage int not null default 0
  );
  create table if not exists items (
    no bigint generated always as identity (start with 7000001) primary key, catalog text not null,
    retailer_id text not null, group_id text not null, data jsonb not null, image_status text not null,
    updated_at timestamptz not null, unique (catalog, retailer_id)
  );
  create index if not exists items_group on items (catalog, group_id);
  create table if not exists batches (
    no bigint generated always as identity primary key, handle text not null unique, catalog text not null,
    allow_upsert boolean not null, requests jsonb not null, due_at timestamptz not null,
    finished boolean not null default false, errors jsonb not null
  );
  create index if not exists batches_waiting on batches (due_at) where not finished;
  create table if not exists created (
    catalog text not null, retailer_id text not null, group_id text not null, at timestamptz not null
  );
  create table if not exists writes (
    catalog text not null, retailer_id text not null, who text not null, method text not null, fields text[] not null,
    at timestamptz not null
  );
  create table if not exists downloads (
    catalog text not null, source text not null, hash text, at timestamptz not null
  );
`
