-- What a workplace does with the catalogue.

create table favourites (
  workplace_id uuid not null references workplaces on delete cascade,
  product_id bigint not null references catalog_products on delete cascade,
  created_at timestamptz not null default now(),
  primary key (workplace_id, product_id)
);
create index favourites_product on favourites (product_id);
create index favourites_list on favourites (workplace_id, created_at desc, product_id desc);
alter table favourites enable row level security;
alter table favourites force row level security;
create policy favourites_scope on favourites to omni_app
  using (workplace_id = scope_workplace()) with check (workplace_id = scope_workplace());
grant select, insert, update, delete on favourites to omni_app;

create table hidden_products (
  workplace_id uuid not null references workplaces on delete cascade,
  product_id bigint not null references catalog_products on delete cascade,
  primary key (workplace_id, product_id)
);
create index hidden_products_product on hidden_products (product_id);
alter table hidden_products enable row level security;
alter table hidden_products force row level security;
create policy hidden_products_scope on hidden_products to omni_app
  using (workplace_id = scope_workplace()) with check (workplace_id = scope_workplace());
grant select, insert, update, delete on hidden_products to omni_app;

create table favorite_suppliers (
  workplace_id uuid not null references workplaces on delete cascade,
  source text not null,
  seller_id text not null,
  followed_at timestamptz not null default now(),
  primary key (workplace_id, source, seller_id),
  foreign key (source, seller_id) references catalog_sellers on delete cascade
);
create index favorite_suppliers_seller on favorite_suppliers (source, seller_id);
create index favorite_suppliers_list on favorite_suppliers (workplace_id, followed_at desc);
alter table favorite_suppliers enable row level security;
alter table favorite_suppliers force row level security;
create policy favorite_suppliers_scope on favorite_suppliers to omni_app
  using (workplace_id = scope_workplace()) with check (workplace_id = scope_workplace());
grant select, insert, update, delete on favorite_suppliers to omni_app;

-- What somebody looked at: picks up where they left off, and tells what they like.
create table seen_products (
  workplace_id uuid not null references workplaces on delete cascade,
  user_id uuid not null references users on delete cascade,
  product_id bigint not null references catalog_products on delete cascade,
  times integer not null default 1,
  seen_at timestamptz not null default now(),
  primary key (workplace_id, user_id, product_id)
);
create index seen_products_product on seen_products (product_id);
create index seen_products_user on seen_products (user_id);
create index seen_products_list on seen_products (workplace_id, user_id, seen_at desc);
alter table seen_products enable row level security;
alter table seen_products force row level security;
create policy seen_products_scope on seen_products to omni_app
  using (workplace_id = scope_workplace()) with check (workplace_id = scope_workplace());
grant select, insert, update, delete on seen_products to omni_app;

create table searched_words (
  workplace_id uuid not null references workplaces on delete cascade,
  user_id uuid not null references users on delete cascade,
  text text not null,
  times integer not null default 1,
  searched_at timestamptz not null default now(),
  primary key (workplace_id, user_id, text)
);
create index searched_words_user on searched_words (user_id);
create index searched_words_list on searched_words (workplace_id, user_id, searched_at desc);
alter table searched_words enable row level security;
alter table searched_words force row level security;
create policy searched_words_scope on searched_words to omni_app
  using (workplace_id = scope_workplace()) with check (workplace_id = scope_workplace());
grant select, insert, update, delete on searched_words to omni_app;

create table discover_tools (
  workplace_id uuid not null references workplaces on delete cascade,
  user_id uuid not null references users on delete cascade,
  tools text[] not null default '{}',
  primary key (workplace_id, user_id)
);
create index discover_tools_user on discover_tools (user_id);
alter table discover_tools enable row level security;
alter table discover_tools force row level security;
create policy discover_tools_scope on discover_tools to omni_app
  using (workplace_id = scope_workplace()) with check (workplace_id = scope_workplace());
grant select, insert, update, delete on discover_tools to omni_app;

-- The seller's own accounts at suppliers. Tokens are sealed; what is beside them is what a screen may show.
create table source_accounts (
  workplace_id uuid not null references workplaces on delete cascade,
  source text not null,
  account_id text not null,
  account_name text not null,
  credentials text not null,
  expires_at timestamptz,
  refresh_expires_at timestamptz,
  health text not null default 'ok' check (health in ('ok', 'expired', 'unreachable')),
  connected_at timestamptz not null default now(),
  checked_at timestamptz,
  -- One account per source for now: orders must know where to go.
  primary key (workplace_id, source)
);
alter table source_accounts enable row level security;
alter table source_accounts force row level security;
create policy source_accounts_scope on source_accounts to omni_app
  using (workplace_id = scope_workplace()) with check (workplace_id = scope_workplace());
grant select, insert, update, delete on source_accounts to omni_app;

-- A way out to a supplier's consent page that has not come back yet: single use, short-lived, kept as a hash.
create table source_account_tickets (
  workplace_id uuid not null references workplaces on delete cascade,
  ticket_hash bytea not null,
  user_id uuid not null references users on delete cascade,
  source text not null,
  callback_url text not null,
  expires_at timestamptz not null,
  primary key (workplace_id, ticket_hash)
);
create index source_account_tickets_user on source_account_tickets (user_id);
alter table source_account_tickets enable row level security;
alter table source_account_tickets force row level security;
create policy source_account_tickets_scope on source_account_tickets to omni_app
  using (workplace_id = scope_workplace()) with check (workplace_id = scope_workplace());
grant select, insert, delete on source_account_tickets to omni_app;
