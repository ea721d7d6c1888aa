-- outside a transaction
-- What a rule spent today, and the orders that it is tried on.
drop index concurrently if exists supplier_orders_rule;
create index concurrently supplier_orders_rule on supplier_orders (workplace_id, rule_id, created_at)
  where rule_id is not null;
drop index concurrently if exists orders_newest;
create index concurrently orders_newest on orders (workplace_id, ordered_at desc, order_id desc);
