-- outside a transaction
drop index concurrently if exists supplier_orders_payment;
create index concurrently supplier_orders_payment on supplier_orders (workplace_id, payment_id) where payment_id is not null;
