-- Cashback on orders at the house supplier (packages/domain/src/cashback). The same entries as domain/ledger/accounts.ts.
insert into ledger_account_kinds (kind, owner, party, floor, ceiling) values
  ('cashback_pending', 'workplace', false, 0, null),
  ('cashback_frozen', 'workplace', false, 0, null),
  ('cashback_expense', 'system', false, null, null);

alter table wallet_settings add column cashback_enabled boolean not null default true;

-- One for each purchase that was delivered, also where nothing was earned: it is looked at once.
create table cashbacks (
  workplace_id uuid not null,
  supplier_order_id uuid not null,
  order_id uuid not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount bigint not null check (amount >= 0),
  state text not null check (state in ('none', 'pending', 'frozen', 'paid', 'withdrawn')),
  delivered_at timestamptz not null,
  release_at timestamptz not null,
  -- How often it moved: part of the key of what is posted.
  moves integer not null default 0,
  changed_at timestamptz not null,
  primary key (workplace_id, supplier_order_id),
  foreign key (workplace_id, supplier_order_id) references supplier_orders
);
create index cashbacks_listed on cashbacks (workplace_id, delivered_at desc);
create index cashbacks_release on cashbacks (release_at) where state = 'pending';
select protect_tenant_table('cashbacks');
revoke delete on cashbacks from omni_app;

-- What should be looked at. Ids only: the looking itself runs inside the tenant's scope.
create function due_cashbacks(of_vendor text, at_time timestamptz, at_most integer)
returns table (workplace_id uuid, supplier_order_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  (select s.workplace_id, s.supplier_order_id from supplier_orders s
    where s.vendor = of_vendor and s.state = 'placed' and s.supplier_status = 'delivered'
      and not exists (select from cashbacks c
        where c.workplace_id = s.workplace_id and c.supplier_order_id = s.supplier_order_id) limit at_most)
  union all
  (select c.workplace_id, c.supplier_order_id from cashbacks c cross join lateral (
      select coalesce(bool_or(r.state in ('sending', 'pending')), false) as open,
        coalesce(bool_or(r.state in ('accepted', 'completed')), false) as accepted
      from refund_requests r where r.workplace_id = c.workplace_id and r.supplier_order_id = c.supplier_order_id) r
    where (c.state = 'pending' and (r.open or r.accepted or c.release_at <= at_time))
      or (c.state = 'frozen' and (r.accepted or not r.open)) or (c.state = 'paid' and r.accepted)
    limit at_most)
$$;
revoke all on function due_cashbacks from public;
grant execute on function due_cashbacks to omni_app;
