-- Search for every ship-to country, and a journal by which a derived index follows the record.

-- Per country the cheapest way of sending: [cost, days or null, profit], US cents. null: the supplier does not ship there.
-- A country that is absent was never asked for.
alter table catalog_search add column shipping jsonb not null default '{}';

-- Figures of the default country. Not known is null, and sorts last in both directions.
alter table catalog_search alter column profit drop not null;
alter table catalog_search alter column ship_days drop not null;
alter table catalog_search alter column ship_cost drop not null;
update catalog_search set ship_days = nullif(ship_days, 999), ship_cost = nullif(ship_cost, 2000000000),
  profit = case when ship_cost = 2000000000 then null else profit end
where ship_days = 999 or ship_cost = 2000000000;

-- Which products changed in the index, by transaction: whoever holds a snapshot can ask for exactly what it has not seen.
-- Kept for a day (features/catalog/search/index-products.ts).
create table catalog_search_changes (
  changed xid8 not null default pg_current_xact_id(),
  product_id bigint not null,
  changed_at timestamptz not null default now()
);
create index catalog_search_changes_changed on catalog_search_changes (changed);
create index catalog_search_changes_at on catalog_search_changes (changed_at);
grant select, insert, delete on catalog_search_changes to omni_app;

create function note_search_changes() returns trigger language plpgsql as $$
begin
  insert into catalog_search_changes (product_id) select product_id from touched;
  return null;
end $$;
create trigger note_insert after insert on catalog_search
  referencing new table as touched for each statement execute function note_search_changes();
create trigger note_update after update on catalog_search
  referencing new table as touched for each statement execute function note_search_changes();
create trigger note_delete after delete on catalog_search
  referencing old table as touched for each statement execute function note_search_changes();
