-- Wishes that a listing be shown in a place of its store, or no longer. The wish is committed before the store is asked.
create table listing_places (
  workplace_id uuid not null,
  listing_id uuid not null,
  -- As the store names it.
  publication_id text not null,
  -- The latest wish, which is what the attempt is about.
  wish_id uuid not null,
  is_published boolean not null,
  state text not null check (state in ('sending', 'done', 'failed')),
  -- In the store's own words.
  problem_text text,
  wished_at timestamptz not null,
  primary key (workplace_id, listing_id, publication_id),
  foreign key (workplace_id, listing_id) references listings on delete cascade,
  check (state = 'failed' or problem_text is null)
);
create unique index listing_places_wish on listing_places (workplace_id, wish_id);
select protect_tenant_table('listing_places');
