-- What a marketplace asks for about a product beyond what a listing elsewhere has (domain/channels/listing-details.ts).
create table listing_details (
  workplace_id uuid not null,
  store_id uuid not null,
  product_id uuid not null,
  details jsonb not null,
  saved_at timestamp with time zone default now() not null,
  constraint listing_details_pkey primary key (workplace_id, store_id, product_id),
  foreign key (workplace_id, store_id) references stores (workplace_id, store_id) on delete cascade,
  foreign key (workplace_id, product_id) references products (workplace_id, product_id) on delete cascade
);
comment on table listing_details is 'What a seller filled in about a product for one store of a marketplace: category, attributes, brand and the like.';
create index listing_details_product on listing_details (workplace_id, product_id);
select protect_tenant_table('listing_details');

-- The same as it was last saved for any product of a category: the next one begins with it.
create table category_details (
  workplace_id uuid not null,
  store_id uuid not null,
  category_id text not null,
  details jsonb not null,
  saved_at timestamp with time zone default now() not null,
  constraint category_details_pkey primary key (workplace_id, store_id, category_id),
  foreign key (workplace_id, store_id) references stores (workplace_id, store_id) on delete cascade
);
comment on table category_details is 'What was last filled in for a product of this category of a store: the next product of it begins with that.';
select protect_tenant_table('category_details');
