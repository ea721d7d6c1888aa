-- What rows of the order list are sorted and summed by: written with the row, whenever an order is grouped.
alter table order_groups
  add column promised_at timestamp with time zone,
  add column sold bigint,
  add column cost bigint,
  add column shipping bigint,
  add column min_days smallint,
  add column max_days smallint;
comment on column order_groups.promised_at is 'Until when the channel wants the order sent; null: it told no time.';
comment on column order_groups.sold is 'The order''s total in US cents, to sort by: by the rates of the day it was written.';
comment on column order_groups.cost is 'Of the row''s lines in US cents, as bought, else as planned (domain/orders/figures.ts). Null: not known.';
comment on column order_groups.shipping is 'The same of shipping: as bought, else as it was last quoted to the country.';

-- What sending a line was last quoted at, beside what it costs.
alter table order_lines
  add column shipping bigint,
  add column min_days smallint,
  add column max_days smallint;
comment on column order_lines.shipping is 'US cents, as last quoted to the country by the cheapest method; null: nobody asked, or it is not sent there.';

-- Rows from before have what their lines say; each is written whole the next time its order is grouped.
update order_groups g set
  sold = (select o.total from orders o where o.workplace_id = g.workplace_id and o.order_id = g.order_id and o.currency = 'USD'),
  cost = (select case when bool_and(l.cost is not null) then sum(l.cost) end from order_lines l
    where l.workplace_id = g.workplace_id and l.order_id = g.order_id and l.line_id = any(g.line_ids));

-- Every order stands somewhere: those that had no place are closed (domain/orders/groups.ts).
insert into order_groups (workplace_id, order_id, status, sub_status, line_ids, ordered_at)
  select o.workplace_id, o.order_id, 'closed', 'all', array(select l.line_id from order_lines l
    where l.workplace_id = o.workplace_id and l.order_id = o.order_id order by l.position), o.ordered_at
  from orders o where not exists (select from order_groups g
    where g.workplace_id = o.workplace_id and g.order_id = o.order_id);
