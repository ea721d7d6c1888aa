-- The state a good is sold in, and what a supplier's list said that saves a call when the product is fetched.
alter table catalog_products add column condition text not null default 'new';
alter table catalog_products add constraint catalog_products_condition
  check (condition in ('new', 'refurbished', 'used')) not valid;
alter table catalog_products add column fetch_hint text;

-- Searches ask for new goods unless told otherwise; what is in the index already is new.
update catalog_search set tags = array_append(tags, 'n:new') where not tags && '{n:new,n:refurbished,n:used}';
