-- What a store is told of parcels: one row for each supplier order that was sent and whose sale came from a store. The
-- rule is packages/domain/src/fulfilments; each send is an attempt (0016).
create table store_fulfilments (
  workplace_id uuid not null,
  supplier_order_id uuid not null,
  order_id uuid not null,
  store_id uuid not null,
  -- What the store is to show. `carrier_typed`: a person's word for a carrier that the store did not know.
  carrier text not null,
  carrier_typed text,
  numbers text[] not null check (cardinality(numbers) > 0),
  urls text[] not null,
  -- Which pieces: [{remote_line_id, quantity}].
  lines jsonb not null,
  -- The store's own id of it. Null: it has none yet, or the reply that told it was lost.
  remote_id text,
  state text not null default 'waiting' check (state in ('waiting', 'told', 'failed', 'skipped')),
  -- Why it waits, failed or was skipped; `problem_text` in the store's own words.
  problem text,
  problem_text text,
  -- The latest send, and its attempt while nobody knows what became of it.
  send_no integer not null default 0,
  attempt_id uuid,
  -- In a row that came to nothing: each waits longer.
  tries integer not null default 0,
  told_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workplace_id, supplier_order_id),
  foreign key (workplace_id, supplier_order_id) references supplier_orders,
  foreign key (workplace_id, order_id) references orders on delete cascade,
  check (attempt_id is null or state = 'waiting')
);
create index store_fulfilments_order on store_fulfilments (workplace_id, order_id);
create index store_fulfilments_waiting on store_fulfilments (workplace_id, store_id) where state = 'waiting';
select protect_tenant_table('store_fulfilments');
