-- The store's own category for a product type of ours, and its brand for a vendor: chosen once, used by every push.
create table store_groups (
  workplace_id uuid not null,
  store_id uuid not null,
  kind text not null,
  -- Our word: of products without one it is empty.
  name text not null,
  remote_id text not null,
  chosen_at timestamp with time zone default now() not null,
  constraint store_groups_pkey primary key (workplace_id, store_id, kind, name),
  constraint store_groups_kind check (kind in ('category', 'brand')),
  foreign key (workplace_id, store_id) references stores (workplace_id, store_id) on delete cascade
);
comment on table store_groups is 'The store''s own category for a product type of ours, and its brand for a vendor.';
comment on column store_groups.name is 'Our word: of products without one it is empty.';
select protect_tenant_table('store_groups');
