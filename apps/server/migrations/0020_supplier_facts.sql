-- What suppliers say beyond a price, and what an ingest must remember to plan its days.

-- Of a budget that refills, less counts as spent with every minute since then.
alter table vendor_pace add column spent_at timestamptz not null default '-infinity';

-- Which parts of a supplier's list were cut off by its limit, in the round that is running or ended last.
alter table supplier_state add column left_out jsonb not null default '[]';
-- How many products are new, due and without shipping somewhere: counted now and then, because counting takes long.
alter table supplier_state add column counts jsonb;
alter table supplier_state add column counted_at timestamptz;

-- Tax and import charges, US cents, for a parcel to DEFAULT_SHIP_TO. null: the supplier says nothing about them.
alter table catalog_variants add column tax integer;
alter table catalog_variants add column import_charges integer;
alter table catalog_variants add column price_includes_tax boolean;
-- What comes on top of price_min, for the variant that has it. null: the supplier says nothing about it.
alter table catalog_products add column charges integer;
-- When shipping was asked for and no answer came. It is asked again later; the product is kept meanwhile.
alter table catalog_products add column quote_failed_at timestamptz;
