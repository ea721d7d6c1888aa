-- outside a transaction
-- Few orders have a key: only those that another channel may bring in as well.
drop index concurrently if exists orders_sale;
create unique index concurrently orders_sale on orders (workplace_id, sale_key) where sale_key is not null;
