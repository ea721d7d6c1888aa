-- Where an order stands with us, as its store was last told by a tag (packages/domain/src/orders/store-tags.ts). Of the first
-- part of a sale. Null: none of ours.
alter table orders add column store_tag text;
