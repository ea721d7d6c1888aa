-- What can happen to an order only once, whoever reports it: kind and what it happened to. Null: it can happen again.
alter table order_events add column fact text;

-- Two reports of the same at the same moment were two entries. The first one stays.
delete from order_events later using order_events first, supplier_orders s
where later.who = 'supplier' and later.kind in ('shipped', 'delivered', 'cancelled_by_source', 'refunded_by_source')
  and first.workplace_id = later.workplace_id and first.order_id = later.order_id and first.kind = later.kind
  and first.who = later.who and first.params ->> 'order_no' = later.params ->> 'order_no'
  and (first.happened_at, first.event_id) < (later.happened_at, later.event_id)
  and s.workplace_id = later.workplace_id and s.order_id = later.order_id
  and s.order_no = later.params ->> 'order_no' and s.vendor = later.params ->> 'source';

update order_events e set fact = e.kind || ' ' || s.supplier_order_id from supplier_orders s
where e.who = 'supplier' and e.kind in ('shipped', 'delivered', 'cancelled_by_source', 'refunded_by_source')
  and s.workplace_id = e.workplace_id and s.order_id = e.order_id
  and s.order_no = e.params ->> 'order_no' and s.vendor = e.params ->> 'source';
