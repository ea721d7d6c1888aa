-- The seller's own products: copies of supplier products that no supplier change overwrites, their edits, and what is done to many at once.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create table product_settings (
  workplace_id uuid not null references workplaces on delete cascade,
  -- Only what differs from the defaults in domain/product-settings.
  settings jsonb not null default '{}',
  updated_at timestamptz not null default now(),
  primary key (workplace_id)
);
alter table product_settings enable row level security;
alter table product_settings force row level security;
create policy product_settings_scope on product_settings to omni_app
  using (workplace_id = scope_workplace()) with check (workplace_id = scope_workplace());
grant select, insert, update, delete on product_settings to omni_app;

create table products (
  workplace_id uuid not null references workplaces on delete cascade,
  product_id uuid not null default new_id(),
  title text not null check (length(title) between 1 and 255),
  description text not null default '',
  vendor text not null default '',
  product_type text not null default '',
  tags text[] not null default '{}',
  collections text[] not null default '{}',
  handle text not null default '',
  seo_title text not null default '',
  seo_description text not null default '',
  images jsonb not null default '[]',
  options jsonb not null default '[]',
  currency text not null,
  ship_to text not null,
  -- The first supplier: where it was imported from.
  source text not null,
  source_product_id text not null,
  seller_id text,
  product_link text not null default '',
  -- The supplier's pictures as they were, to go back to.
  origin_images jsonb not null default '[]',
  -- `processing`: variants are still being fetched.
  status text not null default 'ready' check (status in ('processing', 'ready', 'failed')),
  pushed text not null default 'unpushed' check (pushed in ('unpushed', 'draft', 'active')),
  -- Whether the seller wants its suppliers watched.
  watched boolean not null default true,
  -- Grows with every change; what editors compare.
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- Derived on every write (features/product-center/summarise.ts), for lists that filter and sort without looking inside.
  image text,
  search_text text not null default '',
  total_variants integer not null default 0,
  enabled_variants integer not null default 0,
  skus_tracking integer not null default 0,
  -- Every supplier product behind it, as source:id.
  sources text[] not null default '{}',
  cost_min bigint not null default 0,
  cost_max bigint not null default 0,
  shipping_cost bigint,
  price_min bigint not null default 0,
  price_max bigint not null default 0,
  compare_at_min bigint,
  profit bigint not null default 0,
  margin integer not null default 0,
  stock bigint,
  problems text[] not null default '{}',
  tracking text not null generated always as (
    case when skus_tracking = 0 then 'not_tracking' when skus_tracking >= enabled_variants then 'tracking' else 'partial' end) stored,
  primary key (workplace_id, product_id)
);
-- Ids are time-ordered. The key alone would do, but before the first statistics the planner takes any index that looks smaller and sorts.
create index products_newest on products (workplace_id, product_id) where deleted_at is null;
create index products_updated on products (workplace_id, updated_at, product_id);
create index products_title on products (workplace_id, title, product_id) where deleted_at is null;
create index products_price on products (workplace_id, price_min, product_id) where deleted_at is null;
create index products_cost on products (workplace_id, cost_min, product_id) where deleted_at is null;
create index products_profit on products (workplace_id, profit, product_id) where deleted_at is null;
create index products_margin on products (workplace_id, margin, product_id) where deleted_at is null;
create index products_source on products (workplace_id, source, seller_id, product_id) where deleted_at is null;
create index products_text on products using gin (workplace_id, search_text gin_trgm_ops) with (fastupdate = off);
create index products_tags on products using gin (workplace_id, tags) with (fastupdate = off);
create index products_deleted on products (deleted_at) where deleted_at is not null;
alter table products enable row level security;
alter table products force row level security;
create policy products_scope on products to omni_app
  using (workplace_id = scope_workplace()) with check (workplace_id = scope_workplace());
grant select, insert, update, delete on products to omni_app;

create table product_variants (
  workplace_id uuid not null,
  product_id uuid not null,
  variant_id uuid not null,
  position integer not null,
  option_values text[] not null default '{}',
  sku text not null default '',
  barcode text not null default '',
  price bigint not null check (price >= 0),
  compare_at_price bigint,
  weight_g integer,
  image_id text,
  sell_out_of_stock boolean not null default false,
  enabled boolean not null default true,
  primary key (workplace_id, product_id, variant_id),
  foreign key (workplace_id, product_id) references products on delete cascade
);
create index product_variants_sku on product_variants (workplace_id, lower(sku)) where sku <> '';
alter table product_variants enable row level security;
alter table product_variants force row level security;
create policy product_variants_scope on product_variants to omni_app
  using (workplace_id = scope_workplace()) with check (workplace_id = scope_workplace());
grant select, insert, update, delete on product_variants to omni_app;

-- Who delivers a variant, in the order they are tried. Kept when the variant is deleted: taking that back brings its suppliers back.
create table variant_suppliers (
  workplace_id uuid not null,
  product_id uuid not null,
  variant_id uuid not null,
  rank smallint not null,
  source text not null,
  source_product_id text not null,
  sku_id text not null,
  sku_attr text not null default '',
  sku_name text not null default '',
  -- As it was when linked, US cents; what it is now is in the catalogue.
  cost bigint not null,
  quantity integer,
  linked_at timestamptz not null default now(),
  primary key (workplace_id, product_id, variant_id, rank),
  foreign key (workplace_id, product_id) references products on delete cascade
);
create index variant_suppliers_source on variant_suppliers (source, source_product_id);
alter table variant_suppliers enable row level security;
alter table variant_suppliers force row level security;
create policy variant_suppliers_scope on variant_suppliers to omni_app
  using (workplace_id = scope_workplace()) with check (workplace_id = scope_workplace());
grant select, insert, update, delete on variant_suppliers to omni_app;

-- A supplier product is imported once. The key is the rule; duplicates and splits of ours have no row here.
create table imported_sources (
  workplace_id uuid not null,
  source text not null,
  source_product_id text not null,
  product_id uuid not null,
  primary key (workplace_id, source, source_product_id),
  foreign key (workplace_id, product_id) references products on delete cascade deferrable initially deferred
);
create index imported_sources_product on imported_sources (workplace_id, product_id);
alter table imported_sources enable row level security;
alter table imported_sources force row level security;
create policy imported_sources_scope on imported_sources to omni_app
  using (workplace_id = scope_workplace()) with check (workplace_id = scope_workplace());
grant select, insert, update, delete on imported_sources to omni_app;

-- Every change of a product, field by field (domain/products/changes.ts): history, merging and undo read it.
create table product_changes (
  workplace_id uuid not null,
  product_id uuid not null,
  -- The product's revision after it.
  revision integer not null,
  -- Made by whoever saves: the same save twice is one change.
  change_id uuid not null,
  run_id uuid,
  user_id uuid,
  client_id text not null default '',
  kind text not null check (kind in ('import', 'edit', 'bulk_edit', 'price_rule', 'restore', 'undo', 'split', 'duplicate', 'link')),
  -- Field -> [before, after, revision of it]. Not jsonb: nothing searches it, and it is written on every keystroke's pause.
  fields json not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workplace_id, product_id, revision),
  unique (workplace_id, product_id, change_id),
  foreign key (workplace_id, product_id) references products on delete cascade
);
create index product_changes_run on product_changes (workplace_id, run_id, product_id) where run_id is not null;
create index product_changes_age on product_changes (created_at);
alter table product_changes enable row level security;
alter table product_changes force row level security;
create policy product_changes_scope on product_changes to omni_app
  using (workplace_id = scope_workplace()) with check (workplace_id = scope_workplace());
grant select, insert, update, delete on product_changes to omni_app;

-- Something done to many products at once, by a job that can stop anywhere and go on.
create table runs (
  workplace_id uuid not null references workplaces on delete cascade,
  run_id uuid not null default new_id(),
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('import', 'bulk_edit', 'price_rule', 'duplicate', 'split', 'delete')),
  -- What to do, as it was asked.
  work jsonb not null,
  total integer not null,
  done integer not null default 0,
  failed integer not null default 0,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  undone_at timestamptz,
  -- Taken out of the tracker by the seller.
  closed_at timestamptz,
  primary key (workplace_id, run_id)
);
create index runs_user on runs (user_id);
create index runs_open on runs (workplace_id, run_id) where closed_at is null;
create index runs_age on runs (created_at);
alter table runs enable row level security;
alter table runs force row level security;
create policy runs_scope on runs to omni_app
  using (workplace_id = scope_workplace()) with check (workplace_id = scope_workplace());
grant select, insert, update, delete on runs to omni_app;

create table run_rows (
  workplace_id uuid not null,
  run_id uuid not null,
  row integer not null,
  product_id uuid,
  source text,
  source_product_id text,
  title text not null default '',
  image text,
  -- What this row adds to the run's work: another title, price, tags.
  work jsonb not null default '{}',
  status text not null default 'processing' check (status in ('processing', 'success', 'error')),
  error_key text,
  error_params jsonb not null default '{}',
  -- Products it made.
  made uuid[] not null default '{}',
  primary key (workplace_id, run_id, row),
  foreign key (workplace_id, run_id) references runs on delete cascade
);
create index run_rows_waiting on run_rows (workplace_id, run_id, row) where status = 'processing';
create index run_rows_failed on run_rows (workplace_id, run_id, row) where status = 'error';
alter table run_rows enable row level security;
alter table run_rows force row level security;
create policy run_rows_scope on run_rows to omni_app
  using (workplace_id = scope_workplace()) with check (workplace_id = scope_workplace());
grant select, insert, update, delete on run_rows to omni_app;

create table saved_views (
  workplace_id uuid not null references workplaces on delete cascade,
  view_id uuid not null default new_id(),
  screen text not null check (screen in ('import', 'center', 'pushed')),
  name text not null check (length(name) between 1 and 60),
  query jsonb not null,
  created_at timestamptz not null default now(),
  primary key (workplace_id, view_id),
  unique (workplace_id, screen, name)
);
alter table saved_views enable row level security;
alter table saved_views force row level security;
create policy saved_views_scope on saved_views to omni_app
  using (workplace_id = scope_workplace()) with check (workplace_id = scope_workplace());
grant select, insert, update, delete on saved_views to omni_app;

create table gallery_images (
  workplace_id uuid not null references workplaces on delete cascade,
  image_id uuid not null default new_id(),
  name text not null,
  -- Key in the storage; served at /files/<key>.
  file text not null,
  width integer not null,
  height integer not null,
  size integer not null,
  -- Edited from this one, or from that address.
  origin_id uuid,
  origin_url text,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (workplace_id, image_id)
);
create index gallery_images_list on gallery_images (workplace_id, image_id desc) where deleted_at is null;
alter table gallery_images enable row level security;
alter table gallery_images force row level security;
create policy gallery_images_scope on gallery_images to omni_app
  using (workplace_id = scope_workplace()) with check (workplace_id = scope_workplace());
grant select, insert, update, delete on gallery_images to omni_app;

-- Counters, kept by the triggers below: a badge never counts rows.
create table product_counts (
  workplace_id uuid not null references workplaces on delete cascade,
  total integer not null default 0,
  unpushed integer not null default 0,
  draft integer not null default 0,
  active integer not null default 0,
  tracking integer not null default 0,
  partial integer not null default 0,
  not_tracking integer not null default 0,
  skus integer not null default 0,
  skus_tracking integer not null default 0,
  source_products integer not null default 0,
  images integer not null default 0,
  primary key (workplace_id)
);
alter table product_counts enable row level security;
alter table product_counts force row level security;
create policy product_counts_scope on product_counts to omni_app
  using (workplace_id = scope_workplace()) with check (workplace_id = scope_workplace());
grant select, insert, update on product_counts to omni_app;

create table supplier_product_counts (
  workplace_id uuid not null references workplaces on delete cascade,
  source text not null,
  -- '' where the supplier has no sellers.
  seller_id text not null,
  products integer not null default 0,
  tracking integer not null default 0,
  partial integer not null default 0,
  not_tracking integer not null default 0,
  skus integer not null default 0,
  skus_tracking integer not null default 0,
  primary key (workplace_id, source, seller_id)
);
create index supplier_product_counts_list on supplier_product_counts (workplace_id, products desc, source, seller_id);
alter table supplier_product_counts enable row level security;
alter table supplier_product_counts force row level security;
create policy supplier_product_counts_scope on supplier_product_counts to omni_app
  using (workplace_id = scope_workplace()) with check (workplace_id = scope_workplace());
grant select, insert, update, delete on supplier_product_counts to omni_app;

create table product_word_counts (
  workplace_id uuid not null references workplaces on delete cascade,
  kind text not null check (kind in ('tag', 'collection', 'source')),
  name text not null,
  products integer not null,
  primary key (workplace_id, kind, name)
);
create index product_word_counts_list on product_word_counts (workplace_id, kind, products desc, name);
alter table product_word_counts enable row level security;
alter table product_word_counts force row level security;
create policy product_word_counts_scope on product_word_counts to omni_app
  using (workplace_id = scope_workplace()) with check (workplace_id = scope_workplace());
grant select, insert, update, delete on product_word_counts to omni_app;

-- What a product adds to the counters; `sign` is -1 for how it was before.
create type product_tally as (
  sign integer, workplace_id uuid, source text, seller_id text, pushed text, tracking text, skus integer, skus_tracking integer, tags text[], collections text[], sources text[]);

create function tally_products(tallies product_tally[]) returns void language plpgsql as $$
begin
  -- Rows that come to nothing are not touched, so an edit of a title never waits for a counter; the others always in one order.
  insert into product_counts as c (workplace_id, total, unpushed, draft, active, tracking, partial, not_tracking, skus, skus_tracking)
    select * from (
      select u.workplace_id, sum(u.sign) as total, sum(u.sign * (u.pushed = 'unpushed')::int) as unpushed, sum(u.sign * (u.pushed = 'draft')::int) as draft, sum(u.sign * (u.pushed = 'active')::int) as active,
        sum(u.sign * (u.tracking = 'tracking')::int) as tracking, sum(u.sign * (u.tracking = 'partial')::int) as partial, sum(u.sign * (u.tracking = 'not_tracking')::int) as not_tracking,
        sum(u.sign * u.skus) as skus, sum(u.sign * u.skus_tracking) as skus_tracking
      from unnest(tallies) u group by u.workplace_id) d
    where (total, unpushed, draft, active, tracking, partial, not_tracking, skus, skus_tracking) <> (0, 0, 0, 0, 0, 0, 0, 0, 0)
    on conflict (workplace_id) do update set
      total = c.total + excluded.total, unpushed = c.unpushed + excluded.unpushed, draft = c.draft + excluded.draft, active = c.active + excluded.active,
      tracking = c.tracking + excluded.tracking, partial = c.partial + excluded.partial, not_tracking = c.not_tracking + excluded.not_tracking,
      skus = c.skus + excluded.skus, skus_tracking = c.skus_tracking + excluded.skus_tracking;
  insert into supplier_product_counts as c (workplace_id, source, seller_id, products, tracking, partial, not_tracking, skus, skus_tracking)
    select * from (
      select u.workplace_id, u.source, u.seller_id, sum(u.sign) as products, sum(u.sign * (u.tracking = 'tracking')::int) as tracking, sum(u.sign * (u.tracking = 'partial')::int) as partial,
        sum(u.sign * (u.tracking = 'not_tracking')::int) as not_tracking, sum(u.sign * u.skus) as skus, sum(u.sign * u.skus_tracking) as skus_tracking
      from unnest(tallies) u group by u.workplace_id, u.source, u.seller_id) d
    where (products, tracking, partial, not_tracking, skus, skus_tracking) <> (0, 0, 0, 0, 0, 0)
    order by workplace_id, source, seller_id
    on conflict (workplace_id, source, seller_id) do update set
      products = c.products + excluded.products, tracking = c.tracking + excluded.tracking, partial = c.partial + excluded.partial, not_tracking = c.not_tracking + excluded.not_tracking,
      skus = c.skus + excluded.skus, skus_tracking = c.skus_tracking + excluded.skus_tracking;
  insert into product_word_counts as c (workplace_id, kind, name, products)
    select w.workplace_id, w.kind, w.name, sum(w.sign) from (
      select u.workplace_id, 'tag' as kind, name, u.sign from unnest(tallies) u, unnest(u.tags) name
      union all select u.workplace_id, 'collection', name, u.sign from unnest(tallies) u, unnest(u.collections) name
      union all select u.workplace_id, 'source', name, u.sign from unnest(tallies) u, unnest(u.sources) name) w
    group by w.workplace_id, w.kind, w.name having sum(w.sign) <> 0
    order by w.workplace_id, w.kind, w.name
    on conflict (workplace_id, kind, name) do update set products = c.products + excluded.products;
end $$;

create function tally_of(p products, sign integer) returns product_tally language sql immutable as $$
  select row(sign, p.workplace_id, p.source, coalesce(p.seller_id, ''), p.pushed, p.tracking, p.enabled_variants, p.skus_tracking, p.tags, p.collections, p.sources)::product_tally
$$;

-- A product is deleted by a mark, and removed for good only long after: removing needs no counting.
create function products_inserted() returns trigger language plpgsql as $$
begin
  perform tally_products(array(select tally_of(a, 1) from added a where a.deleted_at is null));
  return null;
end $$;
create function products_updated() returns trigger language plpgsql as $$
begin
  perform tally_products(array(select tally_of(a, 1) from added a where a.deleted_at is null union all select tally_of(r, -1) from removed r where r.deleted_at is null));
  return null;
end $$;
create trigger products_inserted after insert on products referencing new table as added for each statement execute function products_inserted();
create trigger products_updated after update on products referencing new table as added old table as removed for each statement execute function products_updated();

-- A supplier product that is used for the first time or no longer at all: one more or less.
create function count_sources() returns trigger language plpgsql as $$
declare d integer := (case when new.products > 0 then 1 else 0 end) - (case when tg_op = 'UPDATE' and old.products > 0 then 1 else 0 end);
begin
  if d <> 0 then update product_counts set source_products = source_products + d where workplace_id = new.workplace_id; end if;
  return null;
end $$;
create trigger product_word_counts_sources after insert or update of products on product_word_counts
  for each row when (new.kind = 'source') execute function count_sources();

create function count_gallery() returns trigger language plpgsql as $$
declare d integer := (case when tg_op <> 'DELETE' and new.deleted_at is null then 1 else 0 end) - (case when tg_op <> 'INSERT' and old.deleted_at is null then 1 else 0 end);
begin
  if d = 0 then return null; end if;
  if tg_op = 'DELETE' then update product_counts set images = images + d where workplace_id = old.workplace_id;
  else
    insert into product_counts as c (workplace_id, images) values (new.workplace_id, d)
      on conflict (workplace_id) do update set images = c.images + d;
  end if;
  return null;
end $$;
create trigger gallery_images_count after insert or update of deleted_at or delete on gallery_images
  for each row execute function count_gallery();

-- Which product a picture's address belongs to, without reading the whole catalogue.
create index catalog_products_images on catalog_products using gin (images);
