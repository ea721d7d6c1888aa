-- What a seller is shown before placing, and agrees to with one click: supplier, price now, shipping, total.

create table placement_plans (
  workplace_id uuid not null references workplaces on delete cascade,
  plan_id uuid not null default new_id(),
  user_id uuid not null,
  -- How shipping is chosen where nobody chose. Null: as the seller has set it for each supplier.
  prefer text check (prefer in ('cheapest', 'fastest')),
  created_at timestamptz not null default now(),
  -- The answer to the click. A second one is given the same.
  placed jsonb,
  primary key (workplace_id, plan_id)
);
create index placement_plans_old on placement_plans (workplace_id, created_at);
select protect_tenant_table('placement_plans');

create table placement_plan_orders (
  workplace_id uuid not null,
  plan_id uuid not null,
  order_id uuid not null,
  position integer not null,
  state text not null default 'quoting' check (state in ('quoting', 'ready', 'blocked')),
  -- What the plan was made of; an order that is another one when it is placed is left out.
  basis text not null default '',
  baskets jsonb not null default '[]',
  -- Why it cannot be placed.
  problems text[] not null default '{}',
  primary key (workplace_id, plan_id, order_id),
  foreign key (workplace_id, plan_id) references placement_plans on delete cascade
);
create index placement_plan_orders_page on placement_plan_orders (workplace_id, plan_id, position);
select protect_tenant_table('placement_plan_orders');
