-- A click on many orders is accepted before everything that buying needs is written. One row names the orders and what the
-- seller agreed to besides the plan; it claims the orders, so that no other click, supplier or split reaches them.

create table placement_clicks (
  workplace_id uuid not null,
  plan_id uuid not null,
  user_id uuid not null,
  run_id uuid not null,
  clicked_at timestamptz not null,
  -- How many were accepted; those whose purchases are not written yet, in the order of the list; the place of the first.
  accepted integer not null,
  orders uuid[] not null check (cardinality(orders) > 0),
  turn_no integer not null default 0,
  -- A card pays a part of it: there is one authorisation, so that all of it is written together.
  is_whole boolean not null,
  quota_cycle date,
  -- What pays, and by source the account that buys and how it does that.
  use text not null check (use in ('auto', 'wallet', 'card')),
  accounts jsonb not null,
  settings jsonb not null,
  primary key (workplace_id, plan_id),
  foreign key (workplace_id, plan_id) references placement_plans on delete cascade
);
create index placement_clicks_old on placement_clicks (clicked_at);
select protect_tenant_table('placement_clicks');

-- Clicks whose job was lost. Ids only: the job itself runs inside the tenant's scope.
create function overdue_placement_clicks(by_s integer, at_most integer)
returns table (workplace_id uuid, plan_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.workplace_id, c.plan_id from placement_clicks c
  where c.clicked_at < now() - make_interval(secs => by_s) limit at_most
$$;
revoke all on function overdue_placement_clicks from public;
grant execute on function overdue_placement_clicks to omni_app;
