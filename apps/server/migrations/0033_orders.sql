-- Orders: what was sold in the stores and by hand. The rules are packages/domain/src/orders.

create table orders (
  workplace_id uuid not null references workplaces on delete cascade,
  order_id uuid not null default new_id(),
  -- Null: made by hand.
  store_id uuid,
  channel text not null,
  -- The store's own id. One sale is one order, however often it is told.
  remote_id text not null,
  number text not null,
  -- As the store shows it; of an order made by hand, as it was written.
  document jsonb not null,
  version text not null,
  -- Where it goes: the store's address, or that with a seller's repair.
  address jsonb,
  country_code text not null default '',
  customer_name text not null default '',
  currency text not null,
  total bigint not null,
  financial text not null,
  fulfilment text not null,
  cancelled_at timestamptz,
  archived_at timestamptz,
  -- Orders spec §2: none, grey, green, red.
  marker smallint not null default 0 check (marker between 0 and 3),
  note text not null default '',
  search_text text not null default '',
  -- Suppliers of its lines, for the filter.
  sources text[] not null default '{}',
  ordered_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workplace_id, order_id),
  foreign key (workplace_id, store_id) references stores on delete cascade
);
create unique index orders_remote on orders (store_id, remote_id) where store_id is not null;
create index orders_text on orders using gin (workplace_id, search_text gin_trgm_ops) with (fastupdate = off);
select protect_tenant_table('orders');

create table order_lines (
  workplace_id uuid not null,
  line_id uuid not null default new_id(),
  order_id uuid not null,
  remote_line_id text not null,
  position integer not null,
  remote_product_id text,
  remote_variant_id text,
  -- Our own product behind it; null: not mapped.
  product_id uuid,
  variant_id uuid,
  title text not null,
  variant_title text not null default '',
  sku text not null default '',
  image text,
  quantity integer not null check (quantity >= 0),
  -- Pieces that are still wanted: without what was taken out or refunded.
  wanted integer not null check (wanted >= 0),
  unit_price bigint not null,
  discount bigint not null default 0,
  tax bigint not null default 0,
  -- Why no supplier can be chosen; null: `sources` and `cost` say who delivers and for how much (US cents).
  reason text,
  sources text[] not null default '{}',
  cost bigint,
  primary key (workplace_id, line_id),
  unique (workplace_id, order_id, remote_line_id),
  foreign key (workplace_id, order_id) references orders on delete cascade
);
create index order_lines_product on order_lines (workplace_id, product_id) where product_id is not null;
create index order_lines_unmapped on order_lines (workplace_id, remote_product_id) where product_id is null;
select protect_tenant_table('order_lines');

-- What happened to an order, in the order it happened. Rows are only ever added.
create table order_events (
  workplace_id uuid not null,
  event_id uuid not null default new_id(),
  order_id uuid not null,
  kind text not null,
  params jsonb not null default '{}',
  who text not null check (who in ('person', 'store', 'omni', 'supplier')),
  user_id uuid,
  happened_at timestamptz not null,
  primary key (workplace_id, event_id),
  foreign key (workplace_id, order_id) references orders on delete cascade
);
create index order_events_of on order_events (workplace_id, order_id, happened_at, event_id);
select protect_tenant_table('order_events');

-- Where an order stands in the list (domain/orders/groups.ts): a row for each group that some of its lines are in.
create table order_groups (
  workplace_id uuid not null,
  order_id uuid not null,
  status text not null,
  sub_status text not null,
  line_ids uuid[] not null,
  reasons text[] not null default '{}',
  ordered_at timestamptz not null,
  primary key (workplace_id, order_id, status, sub_status),
  foreign key (workplace_id, order_id) references orders on delete cascade
);
create index order_groups_list on order_groups (workplace_id, status, sub_status, ordered_at desc, order_id desc);
create index order_groups_all on order_groups (workplace_id, status, ordered_at desc, order_id desc, sub_status);
select protect_tenant_table('order_groups');

-- Counted by the triggers below: a badge never counts rows.
create table order_counters (
  workplace_id uuid not null references workplaces on delete cascade,
  status text not null,
  sub_status text not null,
  orders integer not null,
  primary key (workplace_id, status, sub_status)
);
select protect_tenant_table('order_counters');

create function count_order_groups() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into order_counters as c (workplace_id, status, sub_status, orders)
      select workplace_id, status, sub_status, count(*) from changed group by 1, 2, 3 order by 1, 2, 3
      on conflict (workplace_id, status, sub_status) do update set orders = c.orders + excluded.orders;
  else
    update order_counters c set orders = c.orders - d.orders
    from (select workplace_id, status, sub_status, count(*) as orders from changed group by 1, 2, 3) d
    where (c.workplace_id, c.status, c.sub_status) = (d.workplace_id, d.status, d.sub_status);
  end if;
  return null;
end $$;
create trigger order_groups_added after insert on order_groups
  referencing new table as changed for each statement execute function count_order_groups();
create trigger order_groups_removed after delete on order_groups
  referencing old table as changed for each statement execute function count_order_groups();

-- What a store told us has changed there, until it was read.
create table order_dirty (
  workplace_id uuid not null,
  store_id uuid not null,
  remote_id text not null,
  hinted_at timestamptz not null default now(),
  primary key (workplace_id, store_id, remote_id),
  foreign key (workplace_id, store_id) references stores on delete cascade
);
select protect_tenant_table('order_dirty');

-- How far a store's orders were read, by the store's own clock.
create table order_cursors (
  workplace_id uuid not null,
  store_id uuid not null,
  read_to timestamptz not null,
  read_at timestamptz not null,
  primary key (workplace_id, store_id),
  foreign key (workplace_id, store_id) references stores on delete cascade
);
select protect_tenant_table('order_cursors');

-- A product that changed, or that a listing was joined to, may have other suppliers: its open lines are looked at again.
create function replan_orders() returns trigger language plpgsql as $$
begin
  -- Most products have no open order: editing five thousand of them adds no job.
  if tg_table_name = 'products' and not exists (select from order_lines l
    where l.workplace_id = new.workplace_id and l.product_id = new.product_id) then
    return null;
  end if;
  perform enqueue_job('orders.replan', json_build_object('workplace_id', new.workplace_id, 'product_id', new.product_id),
    'orders.replan:' || new.product_id, 25, now() + interval '2 seconds', null, 0);
  return null;
end $$;
create trigger replan_orders after update on products for each row
  when (old.revision is distinct from new.revision or old.deleted_at is distinct from new.deleted_at)
  execute function replan_orders();
create trigger replan_orders after update on listings for each row
  when (new.product_id is not null and (old.product_id is distinct from new.product_id or old.remote is distinct from new.remote))
  execute function replan_orders();

-- A platform asks for a customer to be forgotten, without naming a workplace: names, addresses and texts go, sums stay.
create function redact_orders(of_platform text, of_shop text, remote_ids text[]) returns integer
language sql security definer set search_path = public, pg_temp as $$
  with redacted as (
    update orders o set customer_name = '', address = null, search_text = lower(o.number), note = '',
      document = o.document || '{"address": null, "note": "", "customer": {"remote_id": null, "name": "", "email": "", "phone": ""}}'
    from stores s
    where s.workplace_id = o.workplace_id and s.store_id = o.store_id and s.platform = of_platform
      and s.platform_domain = of_shop and o.remote_id = any(remote_ids) returning o.workplace_id, o.order_id),
  forgotten as (
    update supplier_orders p set ship_to = null from redacted r
    where p.workplace_id = r.workplace_id and p.order_id = r.order_id)
  select count(*)::int from redacted
$$;
revoke all on function redact_orders from public;
grant execute on function redact_orders to omni_app;

-- Stores that were connected before there were orders are read from now on.
select enqueue_job('orders.read-changed', json_build_object('workplace_id', workplace_id, 'store_id', store_id),
  'orders.read-changed:' || store_id, 25, now(), null, 0) from store_connections where credentials is not null;
