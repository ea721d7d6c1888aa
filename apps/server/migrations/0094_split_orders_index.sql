-- outside a transaction
-- One sale is one order, and so is each part of it. The key of before goes last: until then it keeps sales apart.
drop index concurrently if exists orders_remote_part;
create unique index concurrently orders_remote_part on orders (store_id, remote_id, part_no) where store_id is not null;
drop index concurrently if exists orders_parts;
create index concurrently orders_parts on orders (workplace_id, split_of) where split_of is not null;
drop index concurrently if exists orders_remote;
