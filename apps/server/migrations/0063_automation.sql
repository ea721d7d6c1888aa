-- Rules that place orders without a click (packages/domain/src/automation).

create table automation_rules (
  workplace_id uuid not null references workplaces on delete cascade,
  rule_id uuid not null default new_id(),
  -- The first rule that matches an order takes it.
  position integer not null,
  name text not null,
  rule jsonb not null,
  -- Grows with every change; decisions name it.
  version integer not null default 1,
  is_on boolean not null default false,
  -- Orders that came in before are left alone. It buys in the name of this person.
  on_since timestamptz,
  on_by uuid,
  last_activity_at timestamptz,
  primary key (workplace_id, rule_id),
  check (not is_on or (on_since is not null and on_by is not null))
);
select protect_tenant_table('automation_rules');

create table automation_settings (
  workplace_id uuid not null references workplaces on delete cascade,
  settings jsonb not null default '{}',
  -- Whoever saves says which one was read: nobody overwrites what was not seen.
  version integer not null default 0,
  rules_version integer not null default 0,
  primary key (workplace_id)
);
select protect_tenant_table('automation_settings');

-- What rules have decided about an order.
create table automation_decisions (
  workplace_id uuid not null,
  order_id uuid not null,
  rule_id uuid,
  rule_version integer,
  -- The rules that were asked: others are asked again.
  rules_version integer not null,
  outcome text not null check (outcome in ('passed', 'waiting', 'planning', 'placed', 'blocked')),
  because text,
  -- When it is looked at again.
  wake_at timestamptz,
  plan_id uuid,
  -- Another supplier that is being tried: why, and what the plan said before (features/automation/better-source.ts).
  trial jsonb,
  -- Suppliers that were tried, so that none is tried twice.
  tried text[] not null default '{}',
  decided_at timestamptz not null,
  primary key (workplace_id, order_id),
  foreign key (workplace_id, order_id) references orders on delete cascade,
  check ((outcome = 'planning') = (plan_id is not null))
);
create index automation_decisions_due on automation_decisions (workplace_id, wake_at) where wake_at is not null;
create index automation_decisions_plan on automation_decisions (workplace_id, plan_id) where plan_id is not null;
select protect_tenant_table('automation_decisions');

-- The rule that placed it; null: a person did. What a rule spent today is read from these rows, under the rule's lock.
alter table supplier_orders add column rule_id uuid, add column rule_version integer;

-- An order that can be placed, or whose purchase failed, is looked at where a rule is on.
create function look_at_orders() returns trigger language plpgsql as $$
begin
  perform enqueue_job('automation.look', json_build_object('workplace_id', w.workplace_id),
    'automation.look:' || w.workplace_id, 25, now(), 'automation.look ' || w.workplace_id, 0)
  from (select distinct workplace_id from changed where status = 'placement' and sub_status in ('ready', 'needs_attention')) w
  where exists (select from automation_rules r where r.workplace_id = w.workplace_id and r.is_on);
  return null;
end $$;
create trigger order_groups_automation after insert on order_groups
  referencing new table as changed for each statement execute function look_at_orders();

-- Ids only: the look itself runs inside the tenant's scope.
create function workplaces_with_rules() returns table (workplace_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct r.workplace_id from automation_rules r where r.is_on
$$;
revoke all on function workplaces_with_rules from public;
grant execute on function workplaces_with_rules to omni_app;
create index automation_decisions_newest on automation_decisions (workplace_id, decided_at desc, order_id desc)
  where outcome <> 'passed';
