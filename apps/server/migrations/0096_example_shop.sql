-- "See it in 2 minutes": a guest's workplace is a copy of the operator's example shop (features/example-shop).

-- A workplace made of somebody else's example. Nothing in it reaches a vendor, and its money is play money.
alter table workplaces add column is_example boolean not null default false;

-- The example as it is given to guests: rows as JSON by table, in the order of their foreign keys. Every id of the shop
-- is replaced already by one that ends in `as_mark`; a copy puts a mark of its own there, so that all rows and documents
-- name each other as before and nothing names the original. Not a tenant's table: it is made to be shown to everybody.
create table example_shop (
  only_one boolean primary key default true check (only_one),
  as_workplace uuid not null,
  as_user uuid not null,
  as_mark text not null check (as_mark ~ '^[0-9a-f]{12}$'),
  name text not null,
  settings jsonb not null,
  -- What `ledger_post` takes.
  postings text not null,
  made_at timestamptz not null
);
create table example_parts (
  position integer primary key,
  of_table text not null,
  columns text[] not null,
  rows text not null
);
grant select, insert, update, delete on example_shop, example_parts to omni_app;

-- Fills the workplace in scope, behind its own walls: this runs with the caller's rights. False: there is no example.
create function fill_example() returns boolean language plpgsql set search_path = public, pg_temp as $$
declare
  shop example_shop;
  part record;
  names text;
  home uuid := scope_workplace();
  me uuid := scope_user();
  mark text := right(gen_random_uuid()::text, 12);
begin
  select * into shop from example_shop;
  if not found then return false; end if;
  for part in select p.of_table, p.columns, p.rows from example_parts p order by p.position loop
    select string_agg(quote_ident(c), ', ') into names from unnest(part.columns) as c;
    execute format('insert into %I (%s) select %s from json_populate_recordset(null::%I, $1)',
      part.of_table, names, names, part.of_table)
      using replace(replace(replace(part.rows, shop.as_workplace::text, home::text), shop.as_user::text, me::text),
        shop.as_mark, mark)::json;
  end loop;
  perform ledger_post(replace(replace(replace(shop.postings, shop.as_workplace::text, home::text), shop.as_user::text, me::text),
    shop.as_mark, mark)::jsonb);
  -- Whoever has the address of a buyer's page may look at it: each copy has addresses of its own.
  insert into tracking_links (workplace_id, order_id, public_id)
    select distinct on (p.order_id) home, p.order_id,
      translate(left(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 26), '0189', 'wxyz')
    from parcels p where p.workplace_id = home;
  -- What triggers noted as still to be done was done in the original.
  delete from profit_marks m where m.workplace_id = home
    and exists (select from order_profits p where p.workplace_id = home and p.order_id = m.order_id);
  delete from cashback_looks where workplace_id = home;
  update workplaces w set name = shop.name, is_example = true,
    settings = shop.settings || jsonb_build_object('timezone', w.settings -> 'timezone')
    where w.workplace_id = home;
  return true;
end $$;
revoke all on function fill_example from public;
grant execute on function fill_example to omni_app;

-- Takes away the example in scope. Purchases outlive their workplace, and the app may not delete them; those of an example
-- were never made. Postings of its play money stay, as all postings do.
create function delete_example() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  home uuid := scope_workplace();
  gone text;
begin
  if not exists (select from workplaces w where w.workplace_id = home and w.is_example) then
    raise exception 'only an example is deleted whole' using errcode = 'insufficient_privilege';
  end if;
  foreach gone in array array['parcels', 'store_fulfilments', 'feedbacks', 'refund_requests', 'cashbacks', 'cashback_looks',
    'supplier_order_numbers', 'supplier_order_lines', 'supplier_orders', 'attempts', 'sale_cancellations', 'wallet_settings']
  loop
    execute format('delete from %I where workplace_id = $1', gone) using home;
  end loop;
  delete from workplaces w where w.workplace_id = home;
end $$;
revoke all on function delete_example from public;
grant execute on function delete_example to omni_app;

-- Whatever a program forgets: in an example nothing is begun that a vendor, a bank or a buyer would notice.
create function refuse_in_example() returns trigger language plpgsql as $$
begin
  if exists (select from added a join workplaces w on w.workplace_id = a.workplace_id where w.is_example) then
    raise exception 'nothing leaves an example' using errcode = 'OM403';
  end if;
  return null;
end $$;
create trigger attempts_not_in_example after insert on attempts
  referencing new table as added for each statement execute function refuse_in_example();
create trigger payments_not_in_example after insert on payments
  referencing new table as added for each statement execute function refuse_in_example();
create trigger plan_charges_not_in_example after insert on plan_charges
  referencing new table as added for each statement execute function refuse_in_example();
create trigger supplier_orders_not_in_example after insert on supplier_orders
  referencing new table as added for each statement execute function refuse_in_example();
create trigger placement_plans_not_in_example after insert on placement_plans
  referencing new table as added for each statement execute function refuse_in_example();
create trigger refund_requests_not_in_example after insert on refund_requests
  referencing new table as added for each statement execute function refuse_in_example();
create trigger feedback_messages_not_in_example after insert on feedback_messages
  referencing new table as added for each statement execute function refuse_in_example();
create trigger parcels_not_in_example after insert on parcels
  referencing new table as added for each statement execute function refuse_in_example();
create trigger sale_cancellations_not_in_example after insert on sale_cancellations
  referencing new table as added for each statement execute function refuse_in_example();
create trigger listings_not_in_example after insert on listings
  referencing new table as added for each statement execute function refuse_in_example();
create trigger imported_sources_not_in_example after insert on imported_sources
  referencing new table as added for each statement execute function refuse_in_example();
create trigger stores_not_in_example after insert on stores
  referencing new table as added for each statement execute function refuse_in_example();
create trigger store_tickets_not_in_example after insert on store_tickets
  referencing new table as added for each statement execute function refuse_in_example();
create trigger source_accounts_not_in_example after insert on source_accounts
  referencing new table as added for each statement execute function refuse_in_example();
create trigger source_account_tickets_not_in_example after insert on source_account_tickets
  referencing new table as added for each statement execute function refuse_in_example();

-- A rule that is on would buy.
create function refuse_rule_in_example() returns trigger language plpgsql as $$
begin
  if exists (select from workplaces w where w.workplace_id = new.workplace_id and w.is_example) then
    raise exception 'nothing leaves an example' using errcode = 'OM403';
  end if;
  return null;
end $$;
create trigger automation_rules_not_in_example after insert or update of is_on on automation_rules
  for each row when (new.is_on) execute function refuse_rule_in_example();

-- Schedules and messages of vendors are about what was really bought and sent: copies are passed over.
create or replace function open_supplier_accounts(at_most integer)
returns table (workplace_id uuid, vendor text, account_key text)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct o.workplace_id, o.vendor, o.account_key from supplier_orders o
  where o.state = 'placed' and coalesce(o.supplier_status, '') not in ('delivered', 'cancelled', 'refunded')
    and not exists (select from workplaces w where w.workplace_id = o.workplace_id and w.is_example)
  limit at_most
$$;
create or replace function waiting_refunds(at_most integer) returns table (workplace_id uuid, supplier_order_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct r.workplace_id, r.supplier_order_id from refund_requests r
  where r.state in ('pending', 'accepted')
    and not exists (select from workplaces w where w.workplace_id = r.workplace_id and w.is_example)
  limit at_most
$$;
create or replace function waiting_feedbacks(since timestamptz, at_most integer)
returns table (workplace_id uuid, supplier_order_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct f.workplace_id, f.supplier_order_id from feedbacks f
  where f.feedback_no is not null and (f.state <> 'done' or f.moved_at > since)
    and not exists (select from workplaces w where w.workplace_id = f.workplace_id and w.is_example)
  limit at_most
$$;
create or replace function parcels_of_number(of_number text) returns table (workplace_id uuid, parcel_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.workplace_id, p.parcel_id from parcels p where p.number = of_number
    and not exists (select from workplaces w where w.workplace_id = p.workplace_id and w.is_example)
  limit 100
$$;
-- A store without a key is not connected, whatever its row says.
create or replace function store_of_hook(token text)
returns table (workplace_id uuid, store_id uuid, platform text, epoch integer, hook_secret text, connected_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.workplace_id, c.store_id, s.platform, c.epoch, c.hook_secret, c.connected_at
  from store_connections c join stores s using (workplace_id, store_id)
  where c.hook_token = token and s.status = 'active' and c.credentials is not null
$$;

-- The account says whether the workplace is an example.
create or replace function open_account(hash bytea, wanted uuid, of_store uuid default null) returns json language plpgsql as $$
declare
  s record;
begin
  s := open_session(hash, wanted, of_store);
  if s.session_id is null then return null; end if;
  return (select row_to_json(a) from (
    select s.session_id, s.workplace_id, s.own_workplaces, s.last_seen_at, s.store_id,
      u.user_id, u.email, u.email_verified_at, u.password_hash is not null as has_password, u.totp_secret is not null as two_factor_enabled,
      u.first_name, u.last_name, u.avatar, u.language, u.is_demo, u.meta_keys, u.onboarding, u.plan_reinstalled, u.from_user_mkt, u.from_mobile,
      u.payment_mode, u.is_ab, u.is_trial, u.is_new_pricing_mvp, u.is_new_pricing_mvp_v25, u.created_at,
      (select json_agg(json_build_object('id', w.workplace_id, 'name', w.name, 'is_example', w.is_example)) from unnest(s.own_workplaces) o (id) join workplaces w on w.workplace_id = o.id) as workplaces,
      (select json_agg(json_build_object('id', t.store_id, 'workplace_id', t.workplace_id, 'store_name', t.store_name, 'platform', t.platform,
          'domain', t.domain, 'is_default', t.is_default)
        order by t.created_at) from unnest(s.own_workplaces) o (id) join stores t on t.workplace_id = o.id
        where t.status = 'active') as stores
    from users u where u.user_id = s.user_id) a);
end $$;
