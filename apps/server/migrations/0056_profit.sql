-- True profit (packages/domain/src/analytics). What an order earned is written down in parts; a trigger keeps the sums of
-- each day. Pages read sums, never orders. All of it follows from orders and supplier orders and can be counted anew.

-- The rates of each day: the first that were heard on it. An order is converted by those of its own day, for ever.
create table currency_rate_days (
  day date not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  rate double precision not null check (rate > 0),
  primary key (day, currency)
);
grant select, insert on currency_rate_days to omni_app;
insert into currency_rate_days (day, currency, rate)
  select (as_of at time zone 'UTC')::date, currency, rate from currency_rates;

-- Orders whose money may have changed since they were counted. Only ever added to and taken from: a row of its own for
-- each change, so that whoever changes an order waits for nobody, and nothing that is changed while it is counted is lost.
create table profit_marks (
  workplace_id uuid not null,
  mark_id bigint generated always as identity,
  order_id uuid not null,
  primary key (workplace_id, mark_id)
);
select protect_tenant_table('profit_marks');

-- What the channel and the payment keep of a sale, as it was set when the sale was first counted.
create table order_fees (
  workplace_id uuid not null,
  order_id uuid not null,
  percent double precision not null,
  fixed bigint not null,
  currency text not null,
  primary key (workplace_id, order_id),
  foreign key (workplace_id, order_id) references orders on delete cascade
);
select protect_tenant_table('order_fees');

-- What an order earned, as it was last counted: a row for each product and supplier in it.
create table order_profits (
  workplace_id uuid not null,
  order_id uuid not null,
  part integer not null,
  -- Of the sale, UTC.
  day date not null,
  -- The workplace's display currency; the order's own where no rate of it is known (`is_foreign`).
  currency text not null,
  is_foreign boolean not null default false,
  -- The store's id, or `manual`.
  store text not null,
  country text not null,
  -- The product's id; empty: none of ours.
  product text not null,
  -- Empty: nobody delivers it.
  supplier text not null,
  pieces integer not null,
  revenue bigint not null,
  tax bigint not null,
  cost bigint not null,
  fees bigint not null,
  refunds bigint not null,
  recovered bigint not null,
  estimated bigint not null,
  uncosted integer not null,
  primary key (workplace_id, order_id, part),
  foreign key (workplace_id, order_id) references orders on delete cascade
);
create index order_profits_day on order_profits (workplace_id, currency, day desc, order_id desc);
create index order_profits_product on order_profits (workplace_id, currency, product, day desc, order_id desc);
create index order_profits_foreign on order_profits (workplace_id, order_id) where is_foreign;
select protect_tenant_table('order_profits');

-- Sums of the rows above: of all (key empty), by country, by product, by supplier; each by day and store. There are many
-- products: theirs are kept for blocks of 5 and of 30 days as well (domain/analytics/periods.ts), so that ninety days are
-- some ten reads and not ninety.
create table profit_sums (
  workplace_id uuid not null references workplaces on delete cascade,
  currency text not null,
  dimension text not null check (dimension in ('all', 'country', 'product', 'supplier')),
  span integer not null,
  -- The first of the block.
  day date not null,
  store text not null,
  key text not null,
  orders integer not null,
  pieces integer not null,
  revenue bigint not null,
  tax bigint not null,
  cost bigint not null,
  fees bigint not null,
  refunds bigint not null,
  recovered bigint not null,
  estimated bigint not null,
  uncosted integer not null,
  primary key (workplace_id, currency, dimension, span, day, store, key)
);
select protect_tenant_table('profit_sums');

-- All parts of an order are written and taken away by one statement, so that an order is one in each sum.
create function sum_order_profits() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into profit_sums as s (workplace_id, currency, dimension, span, day, store, key, orders, pieces, revenue, tax, cost,
      fees, refunds, recovered, estimated, uncosted)
    select p.workplace_id, p.currency, d.dimension, d.span, p.day - (p.day - date '1970-01-01') % d.span, p.store, d.key,
      count(distinct p.order_id), sum(p.pieces),
      sum(p.revenue), sum(p.tax), sum(p.cost), sum(p.fees), sum(p.refunds), sum(p.recovered), sum(p.estimated),
      sum(p.uncosted)
    from changed p cross join lateral (values ('all', '', 1), ('country', p.country, 1), ('supplier', p.supplier, 1),
      ('product', p.product, 1), ('product', p.product, 5), ('product', p.product, 30)) as d (dimension, key, span)
    group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
    on conflict (workplace_id, currency, dimension, span, day, store, key) do update set
      orders = s.orders + excluded.orders, pieces = s.pieces + excluded.pieces, revenue = s.revenue + excluded.revenue,
      tax = s.tax + excluded.tax, cost = s.cost + excluded.cost, fees = s.fees + excluded.fees,
      refunds = s.refunds + excluded.refunds, recovered = s.recovered + excluded.recovered,
      estimated = s.estimated + excluded.estimated, uncosted = s.uncosted + excluded.uncosted;
  else
    update profit_sums s set orders = s.orders - g.orders, pieces = s.pieces - g.pieces, revenue = s.revenue - g.revenue,
      tax = s.tax - g.tax, cost = s.cost - g.cost, fees = s.fees - g.fees, refunds = s.refunds - g.refunds,
      recovered = s.recovered - g.recovered, estimated = s.estimated - g.estimated, uncosted = s.uncosted - g.uncosted
    from (
      select p.workplace_id, p.currency, d.dimension, d.span, p.day - (p.day - date '1970-01-01') % d.span as day, p.store,
        d.key, count(distinct p.order_id) as orders,
        sum(p.pieces) as pieces, sum(p.revenue) as revenue, sum(p.tax) as tax, sum(p.cost) as cost, sum(p.fees) as fees,
        sum(p.refunds) as refunds, sum(p.recovered) as recovered, sum(p.estimated) as estimated,
        sum(p.uncosted) as uncosted
      from changed p cross join lateral (values ('all', '', 1), ('country', p.country, 1), ('supplier', p.supplier, 1),
        ('product', p.product, 1), ('product', p.product, 5), ('product', p.product, 30)) as d (dimension, key, span)
      group by 1, 2, 3, 4, 5, 6, 7) g
    where (s.workplace_id, s.currency, s.dimension, s.span, s.day, s.store, s.key) =
      (g.workplace_id, g.currency, g.dimension, g.span, g.day, g.store, g.key);
  end if;
  return null;
end $$;
create trigger order_profits_added after insert on order_profits
  referencing new table as changed for each statement execute function sum_order_profits();
create trigger order_profits_removed after delete on order_profits
  referencing old table as changed for each statement execute function sum_order_profits();

-- What became of each purchase, for delivery times and failure rates: by supplier and by carrier.
create table order_deliveries (
  workplace_id uuid not null,
  supplier_order_id uuid not null,
  order_id uuid not null,
  -- When it was bought, or given up; UTC.
  day date not null,
  supplier text not null,
  -- Empty: not sent yet, or nobody said.
  carrier text not null,
  outcome text not null check (outcome in ('open', 'delivered', 'failed')),
  -- From the purchase on. Null: not yet.
  hours_to_ship integer,
  hours_to_deliver integer,
  primary key (workplace_id, supplier_order_id),
  foreign key (workplace_id, order_id) references orders on delete cascade
);
create index order_deliveries_order on order_deliveries (workplace_id, order_id);
select protect_tenant_table('order_deliveries');

create table delivery_sums (
  workplace_id uuid not null references workplaces on delete cascade,
  day date not null,
  supplier text not null,
  carrier text not null,
  purchases integer not null,
  shipped integer not null,
  delivered integer not null,
  failed integer not null,
  ship_hours bigint not null,
  deliver_hours bigint not null,
  primary key (workplace_id, day, supplier, carrier)
);
select protect_tenant_table('delivery_sums');

create function sum_order_deliveries() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into delivery_sums as s (workplace_id, day, supplier, carrier, purchases, shipped, delivered, failed,
      ship_hours, deliver_hours)
    select c.workplace_id, c.day, c.supplier, c.carrier, count(*), count(c.hours_to_ship),
      count(*) filter (where c.outcome = 'delivered'), count(*) filter (where c.outcome = 'failed'),
      coalesce(sum(c.hours_to_ship), 0), coalesce(sum(c.hours_to_deliver), 0)
    from changed c group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (workplace_id, day, supplier, carrier) do update set purchases = s.purchases + excluded.purchases,
      shipped = s.shipped + excluded.shipped, delivered = s.delivered + excluded.delivered,
      failed = s.failed + excluded.failed, ship_hours = s.ship_hours + excluded.ship_hours,
      deliver_hours = s.deliver_hours + excluded.deliver_hours;
  else
    update delivery_sums s set purchases = s.purchases - g.purchases, shipped = s.shipped - g.shipped,
      delivered = s.delivered - g.delivered, failed = s.failed - g.failed, ship_hours = s.ship_hours - g.ship_hours,
      deliver_hours = s.deliver_hours - g.deliver_hours
    from (
      select c.workplace_id, c.day, c.supplier, c.carrier, count(*) as purchases, count(c.hours_to_ship) as shipped,
        count(*) filter (where c.outcome = 'delivered') as delivered,
        count(*) filter (where c.outcome = 'failed') as failed, coalesce(sum(c.hours_to_ship), 0) as ship_hours,
        coalesce(sum(c.hours_to_deliver), 0) as deliver_hours
      from changed c group by 1, 2, 3, 4) g
    where (s.workplace_id, s.day, s.supplier, s.carrier) = (g.workplace_id, g.day, g.supplier, g.carrier);
  end if;
  return null;
end $$;
create trigger order_deliveries_added after insert on order_deliveries
  referencing new table as changed for each statement execute function sum_order_deliveries();
create trigger order_deliveries_removed after delete on order_deliveries
  referencing old table as changed for each statement execute function sum_order_deliveries();

-- Marks orders, and wakes who counts them. Where marks lie already, somebody was woken; the sweep of each minute finds
-- those that were left all the same.
create function mark_profits(of_workplace uuid, of_orders uuid[]) returns void language plpgsql as $$
declare
  is_first boolean := not exists (select from profit_marks m where m.workplace_id = of_workplace);
begin
  insert into profit_marks (workplace_id, order_id) select of_workplace, o.order_id from unnest(of_orders) as o (order_id);
  if is_first then
    perform enqueue_job('analytics.count', json_build_object('workplace_id', of_workplace),
      'analytics.count:' || of_workplace, 25, now() + interval '250 milliseconds', 'analytics.count ' || of_workplace, -1);
  end if;
end $$;

-- Whatever changes an order's money marks it, so that no program can forget it.
create function mark_added_profits() returns trigger language plpgsql as $$
declare
  added_here record;
begin
  for added_here in select workplace_id, array_agg(distinct order_id) as orders from added group by 1 loop
    perform mark_profits(added_here.workplace_id, added_here.orders);
  end loop;
  return null;
end $$;
create function mark_changed_profit() returns trigger language plpgsql as $$
begin
  perform mark_profits(new.workplace_id, array[new.order_id]);
  return null;
end $$;
create trigger orders_profit_added after insert on orders
  referencing new table as added for each statement execute function mark_added_profits();
create trigger orders_profit_changed after update of document, cancelled_at, country_code on orders
  for each row execute function mark_changed_profit();
create trigger order_lines_profit_changed after update of product_id, cost, sources on order_lines for each row
  when ((old.product_id, old.cost, old.sources) is distinct from (new.product_id, new.cost, new.sources))
  execute function mark_changed_profit();
create trigger supplier_orders_profit_added after insert on supplier_orders
  referencing new table as added for each statement execute function mark_added_profits();
create trigger supplier_orders_profit_changed after update of order_id, state, total, supplier_status, alarm, shipments
  on supplier_orders for each row
  when ((old.order_id, old.state, old.total, old.supplier_status, old.alarm, old.shipments)
    is distinct from (new.order_id, new.state, new.total, new.supplier_status, new.alarm, new.shipments))
  execute function mark_changed_profit();

-- Another display currency: everything is counted anew in it.
create function recount_profits() returns trigger language plpgsql as $$
begin
  perform enqueue_job('analytics.recount', json_build_object('workplace_id', new.workplace_id),
    'analytics.recount:' || new.workplace_id, 25, now(), null, 10);
  return null;
end $$;
create trigger workplaces_profit_currency after update of settings on workplaces for each row
  when (old.settings ->> 'display_currency' is distinct from new.settings ->> 'display_currency')
  execute function recount_profits();

-- Marks that nobody was woken for: a change that took longer than the counting of what lay there before it.
create function marked_workplaces(at_most integer) returns table (workplace_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct m.workplace_id from profit_marks m limit at_most
$$;
-- Orders that could not be converted are counted anew, once a rate is known.
create function unconverted_workplaces(at_most integer) returns table (workplace_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct p.workplace_id from order_profits p where p.is_foreign limit at_most
$$;
revoke all on function marked_workplaces, unconverted_workplaces from public;
grant execute on function marked_workplaces, unconverted_workplaces to omni_app;

-- What was sold before this is counted by a job.
select enqueue_job('analytics.recount', json_build_object('workplace_id', w.workplace_id),
  'analytics.recount:' || w.workplace_id, 25, now(), null, 10)
from workplaces w where exists (select from orders o where o.workplace_id = w.workplace_id);
