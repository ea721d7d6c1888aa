-- What platforms ask of every application about personal data, and what was done about it. It names shops, not people.
create table compliance_requests (
  platform text not null,
  delivery_id text not null,
  topic text not null,
  shop text not null,
  received_at timestamptz not null default now(),
  -- The platform's own limit.
  due_at timestamptz not null,
  done_at timestamptz,
  outcome text,
  primary key (platform, delivery_id)
);

create function note_compliance(of_platform text, of_delivery text, of_topic text, of_shop text, until timestamptz)
returns void language sql security definer set search_path = public, pg_temp as $$
  insert into compliance_requests (platform, delivery_id, topic, shop, due_at)
  values (of_platform, of_delivery, of_topic, of_shop, until) on conflict do nothing
$$;
create function end_compliance(of_platform text, of_delivery text, how text)
returns void language sql security definer set search_path = public, pg_temp as $$
  update compliance_requests set done_at = now(), outcome = how
  where platform = of_platform and delivery_id = of_delivery and done_at is null
$$;
-- A shop that let go of us wants to be forgotten: its rows go wherever they are. One that is connected again stays.
create function forget_shop(of_platform text, of_shop text) returns integer
language sql security definer set search_path = public, pg_temp as $$
  with gone as (
    delete from stores where platform = of_platform and platform_domain = of_shop and status <> 'active' returning 1)
  select count(*)::int from gone
$$;
revoke all on function note_compliance, end_compliance, forget_shop from public;
grant execute on function note_compliance, end_compliance, forget_shop to omni_app;
