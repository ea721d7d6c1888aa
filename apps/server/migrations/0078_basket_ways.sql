-- Lines that several suppliers sell can be put into baskets in several ways; the seller picks one for the whole plan.
alter table placement_plans drop constraint placement_plans_prefer_check;
alter table placement_plans add constraint placement_plans_prefer_check
  check (prefer in ('cheapest', 'fastest', 'fewest')) not valid;
-- A rule buys from the suppliers that its orders have.
alter table placement_plans add column keeps_suppliers boolean not null default false;
-- The baskets of each way, where there is more than one; null: there is one.
alter table placement_plan_orders add column ways jsonb;
-- What each way costs in US cents, in how many parcels and days. A way that cannot be taken is left out.
alter table placement_plan_orders add column offers jsonb not null default '{}';
