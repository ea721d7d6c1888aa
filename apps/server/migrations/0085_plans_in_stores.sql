-- A plan may be on the invoice of a store (Shopify bills for it), and not only at the operator's own provider. The store
-- may be in another workplace than the one the account pays from.
alter table subscriptions drop constraint subscriptions_provider_check;
alter table subscriptions add column store_workplace_id uuid, add column store_id uuid;
alter table subscriptions
  add constraint subscriptions_provider_check check (provider in ('paddle', 'shopify')) not valid;
alter table subscriptions
  add constraint subscriptions_store check ((provider = 'shopify') = (store_id is not null)) not valid;
alter table plan_charges drop constraint plan_charges_provider_check;
alter table plan_charges add column store_workplace_id uuid, add column store_id uuid;
alter table plan_charges
  add constraint plan_charges_provider_check check (provider in ('paddle', 'shopify', 'wallet')) not valid;
alter table plan_charges
  add constraint plan_charges_store check ((provider = 'shopify') = (store_id is not null)) not valid;

-- The store that an account pays through: the oldest one that is connected, over all its workplaces.
create function home_store_of(of_user uuid) returns table (store_workplace_id uuid, store_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.workplace_id, s.store_id from workplace_members m
  join stores s using (workplace_id) join store_connections c using (workplace_id, store_id)
  where m.user_id = of_user and s.platform = 'shopify' and s.status = 'active' and c.credentials is not null
  order by s.created_at, s.store_id limit 1
$$;
-- What is paid, or may be approved, through a store.
create function plans_of_store(of_workplace uuid, of_store uuid)
returns table (workplace_id uuid, subscription_id uuid, charge_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.workplace_id, s.subscription_id, null::uuid from subscriptions s
  where s.store_id = of_store and s.store_workplace_id = of_workplace and s.state <> 'ended'
  union all select c.workplace_id, null, c.charge_id from plan_charges c
  where c.store_id = of_store and c.store_workplace_id = of_workplace and c.settled_at is null and c.transaction_ref is not null
$$;
revoke all on function home_store_of, plans_of_store from public;
grant execute on function home_store_of, plans_of_store to omni_app;

-- The key to a store that was left while a plan is on its invoice: kept until the plan has ended there, for nothing else.
create table plan_farewells (
  workplace_id uuid not null,
  subscription_id uuid not null,
  account_id text not null,
  credentials text not null,
  version integer not null default 1,
  renewing_by text,
  renewing_until timestamptz,
  created_at timestamptz not null default now(),
  primary key (workplace_id, subscription_id)
);
select protect_tenant_table('plan_farewells');

-- However a store is left (disconnected, taken off the list, moved, deleted with its workplace or its account): what is
-- billed through it ends, and somebody sees to it.
create function keep_key_of_plan() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare paid record;
begin
  for paid in select s.workplace_id, s.subscription_id from subscriptions s
    where s.store_id = old.store_id and s.store_workplace_id = old.workplace_id and s.state <> 'ended'
  loop
    insert into plan_farewells (workplace_id, subscription_id, account_id, credentials)
    values (paid.workplace_id, paid.subscription_id, old.account_id, old.credentials)
    on conflict (workplace_id, subscription_id) do update
      set account_id = excluded.account_id, credentials = excluded.credentials, version = plan_farewells.version + 1;
    perform enqueue_job('billing.leave_store',
      json_build_object('workplace_id', paid.workplace_id, 'subscription_id', paid.subscription_id),
      'billing.leave_store:' || paid.subscription_id, 25, now(), null, 0);
  end loop;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger store_left before update of credentials on store_connections
  for each row when (old.credentials is not null and new.credentials is null) execute function keep_key_of_plan();
create trigger store_gone before delete on store_connections
  for each row when (old.credentials is not null) execute function keep_key_of_plan();
