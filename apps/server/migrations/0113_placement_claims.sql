-- A click on many orders is accepted before everything that buying needs is written: the plan keeps what the seller agreed
-- to, and each order that waits for its supplier orders is claimed, so that no other click, supplier or split reaches it.

-- Who clicked, and what else counts for the purchases of it (features/placement/claims.ts). Null: nothing was put off.
alter table placement_plans add column click jsonb;

create table placement_claims (
  workplace_id uuid not null,
  order_id uuid not null,
  plan_id uuid not null,
  -- Among the orders of the click.
  position integer not null,
  claimed_at timestamptz not null default now(),
  primary key (workplace_id, order_id),
  foreign key (workplace_id, plan_id, order_id) references placement_plan_orders on delete cascade
);
create index placement_claims_plan on placement_claims (workplace_id, plan_id, position);
create index placement_claims_old on placement_claims (claimed_at);
select protect_tenant_table('placement_claims');

-- Clicks whose job was lost. Ids only: the job itself runs inside the tenant's scope.
create function overdue_placement_claims(by_s integer, at_most integer)
returns table (workplace_id uuid, plan_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct c.workplace_id, c.plan_id from placement_claims c
  where c.claimed_at < now() - make_interval(secs => by_s) limit at_most
$$;
revoke all on function overdue_placement_claims from public;
grant execute on function overdue_placement_claims to omni_app;
