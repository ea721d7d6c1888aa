-- outside a transaction
-- Every order, newest first; what is to be done, most urgent first; and orders by their suppliers' numbers.
drop index concurrently if exists order_groups_newest;
create index concurrently order_groups_newest on order_groups (workplace_id, ordered_at desc, order_id desc);
drop index concurrently if exists order_groups_urgent;
create index concurrently order_groups_urgent on order_groups (workplace_id, status, sub_status, (coalesce(promised_at, 'infinity')), ordered_at, order_id)
  where status in ('placement', 'payment', 'waiting');
drop index concurrently if exists supplier_orders_number;
create index concurrently supplier_orders_number on supplier_orders using gin (workplace_id, (translate(lower(order_no), ' #./_-', '')) gin_trgm_ops)
  where order_no is not null;
drop index concurrently if exists supplier_order_numbers_number;
create index concurrently supplier_order_numbers_number on supplier_order_numbers using gin (workplace_id, (translate(lower(order_no), ' #./_-', '')) gin_trgm_ops);
