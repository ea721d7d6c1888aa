-- The catalogue: what suppliers sell. One for all tenants, filled by the worker through the connectors; no tenant data in it.

-- The operator's own account at each supplier, through which the catalogue is read. Sealed (platform/secrets.ts).
create table supplier_tokens (
  source text primary key,
  connected text not null,
  updated_at timestamptz not null default now()
);
grant select, insert, update, delete on supplier_tokens to omni_app;

-- How fast each supplier may be asked, over all processes: the moment the next call may leave, and what the day has cost.
create table supplier_pace (
  source text primary key,
  next_at timestamptz not null default '-infinity',
  day date not null default current_date,
  spent bigint not null default 0
);
grant select, insert, update on supplier_pace to omni_app;

-- Whether a supplier answers, and where its ingest stands. `cursor` lets a killed ingest go on where it was.
create table supplier_state (
  source text primary key,
  phase text not null default 'idle' check (phase in ('idle', 'listing', 'details')),
  cursor text,
  round integer not null default 0,
  round_started_at timestamptz,
  round_ended_at timestamptz,
  last_ok_at timestamptz,
  failing_since timestamptz,
  last_error text not null default ''
);
grant select, insert, update on supplier_state to omni_app;

create table catalog_sellers (
  source text not null,
  seller_id text not null,
  store_name text not null,
  store_url text not null default '',
  score real,
  products integer not null default 0,
  orders bigint not null default 0,
  rating real,
  reviews_count bigint not null default 0,
  updated_at timestamptz not null default now(),
  primary key (source, seller_id)
);
create index catalog_sellers_orders on catalog_sellers (orders desc, source, seller_id);
grant select, insert, update, delete on catalog_sellers to omni_app;

-- Amounts are US cents.
create table catalog_products (
  id bigint generated always as identity primary key,
  source text not null,
  source_product_id text not null,
  name text not null,
  description text not null default '',
  images text[] not null default '{}',
  product_link text not null default '',
  category_id integer,
  price_min integer not null,
  price_max integer not null,
  rsp_price integer not null,
  profit integer not null,
  orders bigint not null default 0,
  orders_week integer not null default 0,
  rating real,
  reviews_count integer not null default 0,
  listings integer,
  seller_id text,
  ship_froms text[] not null default '{}',
  ship_countries text[] not null default '{}',
  -- To DEFAULT_SHIP_TO, cheapest way.
  shipping_cost integer,
  shipping_time_min smallint,
  shipping_time_max smallint,
  total_variants integer not null default 0,
  stock integer,
  options jsonb not null default '[]',
  specifications jsonb not null default '[]',
  status text not null default 'partial' check (status in ('partial', 'full')),
  good_id bigint,
  content_hash bytea not null,
  created_at timestamptz not null default now(),
  -- When the supplier was last asked, and when it is to be asked again; a look that finds nothing new moves only these.
  seen_at timestamptz not null default now(),
  detail_at timestamptz,
  due_at timestamptz not null default now(),
  -- The supplier says it is gone; kept, because sellers may have imported it.
  gone_at timestamptz,
  -- When an archive was asked for the days before we knew it.
  history_at timestamptz,
  unique (source, source_product_id)
);
create index catalog_products_due on catalog_products (source, due_at, id) where gone_at is null;
create index catalog_products_new on catalog_products (source, orders desc, id) where detail_at is null and gone_at is null;
create index catalog_products_history on catalog_products (source, id) where history_at is null;
create index catalog_products_good on catalog_products (good_id) where good_id is not null;
create index catalog_products_seller on catalog_products (source, seller_id, orders desc, id desc);
grant select, insert, update, delete on catalog_products to omni_app;

create table catalog_variants (
  product_id bigint not null references catalog_products on delete cascade,
  position integer not null,
  sku_id text not null,
  sku_attr text not null default '',
  sku_property jsonb not null default '[]',
  price integer not null,
  list_price integer,
  quantity integer,
  image text,
  weight_g integer,
  primary key (product_id, position),
  unique (product_id, sku_id)
);
grant select, insert, update, delete on catalog_variants to omni_app;

-- Shipping ways as the supplier quoted them, each answer with its age. An empty answer is one too: it does not ship there.
create table catalog_quotes (
  product_id bigint not null references catalog_products on delete cascade,
  country_code text not null,
  ship_from text not null,
  sku_id text not null,
  quantity integer not null,
  ways jsonb not null,
  quoted_at timestamptz not null,
  primary key (product_id, country_code, ship_from, sku_id, quantity)
);
grant select, insert, update, delete on catalog_quotes to omni_app;

create table catalog_history (
  product_id bigint not null references catalog_products on delete cascade,
  day date not null,
  price integer not null,
  orders bigint not null,
  quantity integer,
  primary key (product_id, day)
);
grant select, insert, update, delete on catalog_history to omni_app;

create table catalog_reviews (
  product_id bigint not null references catalog_products on delete cascade,
  review_id text not null,
  rating real not null,
  feedback text not null,
  name text not null,
  country text not null,
  images text[] not null default '{}',
  order_info text not null default '',
  created_at timestamptz,
  position integer not null,
  primary key (product_id, review_id)
);
create index catalog_reviews_list on catalog_reviews (product_id, position);
grant select, insert, update, delete on catalog_reviews to omni_app;

-- The search index: derived, rebuilt at will (features/catalog/search). `tags` holds the words (w:) and the filters folded in
-- (s: source, c: category, t: ships to, f: ships from, p: price band, o: order band …), so that a query is one index probe.
create table catalog_search (
  product_id bigint primary key,
  tags text[] not null,
  score real not null,
  price integer not null,
  profit integer not null,
  orders bigint not null,
  -- What is not known sorts last: the highest day, the highest cost.
  ship_days smallint not null,
  ship_cost integer not null,
  listings integer,
  rating real
);
create index catalog_search_tags on catalog_search using gin (tags) with (fastupdate = off);
create index catalog_search_score on catalog_search (score desc, product_id desc);
create index catalog_search_price on catalog_search (price, product_id);
create index catalog_search_profit on catalog_search (profit, product_id);
create index catalog_search_orders on catalog_search (orders, product_id);
create index catalog_search_days on catalog_search (ship_days, product_id);
create index catalog_search_cost on catalog_search (ship_cost, product_id);
alter table catalog_search alter column tags set statistics 1000;
grant select, insert, update, delete on catalog_search to omni_app;

-- How many products carry a tag: totals, category counts and the lexicon for slips of the keyboard, without counting.
create table catalog_tags (
  tag text primary key,
  products integer not null
);
grant select, insert, update, delete on catalog_tags to omni_app;

-- Which state of the index the tags table describes; processes reload their lexicon when it moves.
create table catalog_index (
  one boolean primary key default true check (one),
  version bigint not null default 0,
  docs bigint not null default 0,
  dirty_at timestamptz,
  counted_at timestamptz not null default '-infinity'
);
insert into catalog_index default values;
grant select, update on catalog_index to omni_app;

-- A picture's description by a model: the record; what searches it is derived from it.
create table catalog_vectors (
  product_id bigint primary key references catalog_products on delete cascade,
  model text not null,
  image text not null,
  vector bytea not null,
  made_at timestamptz not null default now()
);
create index catalog_vectors_made on catalog_vectors (made_at);
grant select, insert, update, delete on catalog_vectors to omni_app;

-- What all sellers together search for, without saying who.
create table catalog_searched (
  day date not null,
  text text not null,
  times integer not null default 1,
  primary key (day, text)
);
grant select, insert, update, delete on catalog_searched to omni_app;
