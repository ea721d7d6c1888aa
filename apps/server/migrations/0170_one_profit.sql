-- the version before must be stopped
-- It writes columns that are gone.

-- What an order would cost when its supplier was last asked, and what a product cost when it was sold.
alter table order_lines add column quote jsonb, add column quoted_at timestamptz,
  add column cost_at_sale bigint;
comment on column order_lines.quote is 'The supplier''s answer about this order, US cents for `wanted` pieces: {goods, shipping, charges}; shipping null: told at the checkout. Null: not asked since the supplier or the pieces changed.';
comment on column order_lines.cost_at_sale is 'What its suppliers took for the goods when the order came, US cents for `wanted` pieces; a later rise is held against it.';
update order_lines set cost_at_sale = cost;

drop trigger order_lines_profit_changed on order_lines;
create trigger order_lines_profit_changed after update of product_id, cost, sources, shipping, quote on order_lines
  for each row when ((old.product_id, old.cost, old.sources, old.shipping, old.quote) is distinct from
    (new.product_id, new.cost, new.sources, new.shipping, new.quote)) execute function mark_changed_profit();

-- Days are those of the workplace's time zone: with another one everything is counted anew.
drop trigger workplaces_profit_currency on workplaces;
create trigger workplaces_profit_days after update of settings on workplaces for each row
  when ((old.settings ->> 'display_currency', old.settings ->> 'timezone') is distinct from
    (new.settings ->> 'display_currency', new.settings ->> 'timezone')) execute function recount_profits();
comment on column order_profits.day is 'Of the sale, in the workplace''s time zone.';

-- Whether a profit is firm. These tables hold nothing but what is counted from orders and purchases; all of it is
-- counted anew by the sweep of the first minute.
truncate order_profits, profit_sums;
alter table order_profits rename column uncosted to unknown;
alter table order_profits add column unsure integer not null default 0,
  add column unknown_profit bigint not null default 0, add column unknown_revenue bigint not null default 0;
comment on column order_profits.unknown is '1: some part of the order is not known; `unsure` 1: one is an estimate and none unknown.';
alter table profit_sums rename column uncosted to unknown;
alter table profit_sums add column unsure integer not null default 0,
  add column unknown_profit bigint not null default 0, add column unknown_revenue bigint not null default 0;
comment on column profit_sums.unknown is 'Orders of which some part is not known; `unsure`: those of which one is an estimate.';
insert into profit_marks (workplace_id, order_id) select workplace_id, order_id from orders;

create or replace function sum_order_profits() returns trigger language plpgsql as $function$
begin
  if tg_op = 'INSERT' then
    insert into profit_sums as s (workplace_id, currency, dimension, span, day, store, key, orders, unsure, unknown, pieces,
      revenue, tax, cost, fees, refunds, recovered, estimated, unknown_profit, unknown_revenue)
    select p.workplace_id, p.currency, d.dimension, d.span, p.day - (p.day - date '1970-01-01') % d.span, p.store, d.key,
      count(distinct p.order_id), count(distinct p.order_id) filter (where p.unsure = 1),
      count(distinct p.order_id) filter (where p.unknown = 1), sum(p.pieces),
      sum(p.revenue), sum(p.tax), sum(p.cost), sum(p.fees), sum(p.refunds), sum(p.recovered), sum(p.estimated),
      sum(p.unknown_profit), sum(p.unknown_revenue)
    from changed p cross join lateral (values ('all', '', 1), ('country', p.country, 1), ('supplier', p.supplier, 1),
      ('product', p.product, 1), ('product', p.product, 5), ('product', p.product, 30)) as d (dimension, key, span)
    group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
    on conflict (workplace_id, currency, dimension, span, day, store, key) do update set
      orders = s.orders + excluded.orders, unsure = s.unsure + excluded.unsure, unknown = s.unknown + excluded.unknown,
      pieces = s.pieces + excluded.pieces, revenue = s.revenue + excluded.revenue, tax = s.tax + excluded.tax,
      cost = s.cost + excluded.cost, fees = s.fees + excluded.fees, refunds = s.refunds + excluded.refunds,
      recovered = s.recovered + excluded.recovered, estimated = s.estimated + excluded.estimated,
      unknown_profit = s.unknown_profit + excluded.unknown_profit,
      unknown_revenue = s.unknown_revenue + excluded.unknown_revenue;
  else
    update profit_sums s set orders = s.orders - g.orders, unsure = s.unsure - g.unsure, unknown = s.unknown - g.unknown,
      pieces = s.pieces - g.pieces, revenue = s.revenue - g.revenue, tax = s.tax - g.tax, cost = s.cost - g.cost,
      fees = s.fees - g.fees, refunds = s.refunds - g.refunds, recovered = s.recovered - g.recovered,
      estimated = s.estimated - g.estimated, unknown_profit = s.unknown_profit - g.unknown_profit,
      unknown_revenue = s.unknown_revenue - g.unknown_revenue
    from (
      select p.workplace_id, p.currency, d.dimension, d.span, p.day - (p.day - date '1970-01-01') % d.span as day, p.store,
        d.key, count(distinct p.order_id) as orders,
        count(distinct p.order_id) filter (where p.unsure = 1) as unsure,
        count(distinct p.order_id) filter (where p.unknown = 1) as unknown,
        sum(p.pieces) as pieces, sum(p.revenue) as revenue, sum(p.tax) as tax, sum(p.cost) as cost, sum(p.fees) as fees,
        sum(p.refunds) as refunds, sum(p.recovered) as recovered, sum(p.estimated) as estimated,
        sum(p.unknown_profit) as unknown_profit, sum(p.unknown_revenue) as unknown_revenue
      from changed p cross join lateral (values ('all', '', 1), ('country', p.country, 1), ('supplier', p.supplier, 1),
        ('product', p.product, 1), ('product', p.product, 5), ('product', p.product, 30)) as d (dimension, key, span)
      group by 1, 2, 3, 4, 5, 6, 7) g
    where (s.workplace_id, s.currency, s.dimension, s.span, s.day, s.store, s.key) =
      (g.workplace_id, g.currency, g.dimension, g.span, g.day, g.store, g.key);
  end if;
  return null;
end $function$;

-- An order that would be bought at a loss, for much more than when it was sold, or at a price nobody believes.
alter table placement_plan_orders drop constraint placement_plan_orders_state_check;
alter table placement_plan_orders add constraint placement_plan_orders_state_check
  check (state in ('quoting', 'ready', 'stopped', 'blocked')) not valid;
alter table placement_plan_orders validate constraint placement_plan_orders_state_check;
alter table placement_plan_orders add column stops text[] not null default '{}', add column spare bigint,
  add column accepted_by uuid;
comment on column placement_plan_orders.stops is 'Why it is bought only by a yes of its own.';
comment on column placement_plan_orders.spare is 'By how many US cents its price may rise before the floor; null: no floor, or its profit is not known.';
comment on column placement_plan_orders.accepted_by is 'Who said that yes, for the figures of this plan.';
