-- outside a transaction
-- What was bought and paid, and has no tracking number: the longest waiting first.
drop index concurrently if exists supplier_orders_untracked;
create index concurrently supplier_orders_untracked on supplier_orders (workplace_id, settled_at)
  where state = 'placed' and shipments = '[]' and coalesce(supplier_status, '') not in ('delivered', 'cancelled', 'refunded');
