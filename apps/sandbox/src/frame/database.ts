import { type ColumnType, type Generated, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'

/** Written as text by us, read back parsed by the driver. */
type Json<T> = ColumnType<T, string, string>

export interface FrameTables {
  state: { single: boolean; chapter: number; wall_anchor_ms: number; sandbox_anchor_ms: number; speed: number }
  events: {
    id: Generated<number>
    chapter: number
    vendor: string
    at: Date
    wall_at: Date
    kind: string
    name: string
    status: number | null
    ms: number | null
    detail: Json<Record<string, unknown>>
  }
  faults: {
    vendor: string
    /** Empty = every endpoint. */
    endpoint: string
    kind: string
    params: Json<Record<string, unknown>>
    times: number | null
  }
  callbacks: {
    id: Generated<number>
    vendor: string
    name: string
    url: string
    body: string
    headers: Json<Record<string, string>>
    due_at: Date
    attempts: number
    fault: string | null
    /** Delivered or not, it is not tried again. */
    once: boolean
  }
  kept: { vendor: string; name: string; value: Json<unknown> }
}

export type FrameDb = Kysely<FrameTables>

const INT8 = 20

const MOST_PREPARED = 500
/** `in ($1, $2, …)` and several rows of values: a text of its own for every length. */
const VARYING_LIST = /\bin \(\$\d+, \$\d+|\), \(\$\d+/
const names = new Map<string, string>()

/** Statements that come again are prepared once per connection: planning them costs more than running them. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MOST_PREPARED || VARYING_LIST.test(text)) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

class PreparingClient extends pg.Client {
  override query(...given: unknown[]): never {
    const [text, values] = given
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined
    const passed = name === undefined ? given : [{ name, text, values }, ...given.slice(2)]
    return (super.query as (...args: unknown[]) => never).apply(this, passed) // pg's overloads differ in the result
  }
}

export function openDatabase(url: string): Kysely<unknown> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    Client: PreparingClient,
    // Our 8-byte integers are counters far below 2^53; strings would only make every reader convert them.
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'), // pg's overloads differ in the result
    } as pg.CustomTypesConfig, // pg declares the same function with overloads
  })
  // An idle connection that dies is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined)
  return new Kysely({ dialect: new PostgresDialect({ pool }) })
}

// the tables below are what this schema holds
export const frameDb = (db: Kysely<unknown>): FrameDb => db.withSchema('sandbox') as unknown as FrameDb

/**
 * Creates what is missing. Runs at every start, under one lock and in one transaction, so a process killed half way
 * leaves nothing half made.
 */
export async function createSchemas(db: Kysely<unknown>, vendors: { id: string; tables?: string }[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(731002)`.execute(tx)
    await sql.raw(FRAME_SCHEMA).execute(tx)
    for (const { id, tables } of vendors) {
      await sql`create schema if not exists ${sql.id(vendorSchema(id))}`.execute(tx)
      if (!tables) continue
      await sql`set local search_path to ${sql.id(vendorSchema(id))}`.execute(tx)
      await sql.raw(tables).execute(tx)
    }
  })
}

export const vendorSchema = (id: string) => `vendor_${id.replaceAll('-', '_')}`

/** Empties every table of the vendors. What a vendor keeps for good (its keys) lies in `kept` and stays. */
export async function truncateVendors(tx: Kysely<unknown>, vendors: { id: string }[]): Promise<void> {
  const schemas = vendors.map((vendor) => vendorSchema(vendor.id))
  const found = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in (${sql.join(schemas)})
  `.execute(tx)
  const names = ['sandbox.callbacks', 'sandbox.faults', ...found.rows.map((row) => row.name)]
  await sql.raw(`truncate ${names.join(', ')} restart identity`).execute(tx)
}

const FRAME_SCHEMA = `
create schema if not exists sandbox;
set local search_path to sandbox;
create table if not exists state (
  single boolean primary key default true check (single),
  chapter int not null default 1,
  wall_anchor_ms bigint not null default 0,
  sandbox_anchor_ms bigint not null default 0,
  speed double precision not null default 1 check (speed > 0)
);
insert into state default values on conflict do nothing;
create table if not exists events (
  id bigint generated always as identity primary key,
  chapter int not null,
  vendor text not null,
  at timestamptz not null,
  wall_at timestamptz not null,
  kind text not null check (kind in ('call', 'webhook', 'mail', 'fault', 'control')),
  name text not null,
  status int,
  ms int,
  detail jsonb not null
);
create index if not exists events_vendor on events (vendor, id);
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the books are append-only';
end $$;
create or replace trigger events_append_only before update or delete or truncate on events
  for each statement execute function refuse_change();
create table if not exists faults (
  vendor text not null,
  endpoint text not null default '',
  kind text not null,
  params jsonb not null,
  times int check (times > 0),
  primary key (vendor, endpoint, kind)
);
create table if not exists callbacks (
  id bigint generated always as identity primary key,
  vendor text not null,
  name text not null,
  url text not null,
  body text not null,
  headers jsonb not null,
  due_at timestamptz not null,
  attempts int not null default 0,
  fault text
);
alter table callbacks add column if not exists once boolean not null default false;
create index if not exists callbacks_due on callbacks (due_at, id);
create table if not exists kept (
  vendor text not null,
  name text not null,
  value jsonb not null,
  primary key (vendor, name)
);
`
