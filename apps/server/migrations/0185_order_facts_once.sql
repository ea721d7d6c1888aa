-- outside a transaction
drop index concurrently if exists order_events_once;
create unique index concurrently order_events_once on order_events (workplace_id, order_id, fact) where fact is not null;
