-- The page a buyer follows an order on: its address is random and says nothing of the order.
create table tracking_links (
  workplace_id uuid not null references workplaces on delete cascade,
  order_id uuid not null,
  public_id text not null check (public_id ~ '^[a-z2-7]{26}$'),
  created_at timestamptz not null default now(),
  primary key (workplace_id, order_id),
  unique (public_id),
  foreign key (workplace_id, order_id) references orders on delete cascade
);
select protect_tenant_table('tracking_links');

create function order_of_tracking_link(of_public_id text) returns table (workplace_id uuid, order_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select l.workplace_id, l.order_id from tracking_links l where l.public_id = of_public_id
$$;
revoke all on function order_of_tracking_link from public;
grant execute on function order_of_tracking_link to omni_app;

-- How the page looks: the seller's name, logo, colours, texts, products and style.
create table tracking_pages (
  workplace_id uuid not null references workplaces on delete cascade,
  settings jsonb not null,
  -- A key of our storage; null: no logo.
  logo text,
  updated_at timestamptz not null default now(),
  primary key (workplace_id)
);
select protect_tenant_table('tracking_pages');

-- How many parcels and purchases need the seller, up to a cap: both halves come out of an index.
create function count_parcel_attention(of_workplace uuid, at timestamptz, no_tracking_days integer, at_most integer)
returns integer language sql stable as $$
  select (select count(*) from (select from parcels p where p.workplace_id = of_workplace and p.attention_at is not null
      and p.replaced_by is null and p.attention_at <= at limit at_most) a)::int
    + (select count(*) from (select from supplier_orders s where s.workplace_id = of_workplace and s.state = 'placed'
      and s.shipments = '[]' and coalesce(s.supplier_status, '') not in ('delivered', 'cancelled', 'refunded')
      and s.settled_at <= at - make_interval(days => no_tracking_days)
      and not exists (select from parcels p where p.workplace_id = s.workplace_id
        and p.supplier_order_id = s.supplier_order_id) limit at_most) b)::int
$$;
