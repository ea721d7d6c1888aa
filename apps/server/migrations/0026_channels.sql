-- Stores that are connected, and what is listed in them. The rules are packages/domain/src/channels; the keys here make
-- a second product impossible whatever a program does.

alter table stores drop constraint stores_platform_platform_domain_key;
alter table stores drop constraint stores_platform_check;
alter table stores add constraint stores_platform_check
  check (platform in ('shopify', 'woocommerce', 'tiktok', 'facebook', 'google')) not valid;
alter table stores add constraint stores_status_check check (status in ('active', 'disconnected')) not valid;

-- How we are let in. `epoch` grows with every connection: what was begun under an older one is dropped.
create table store_connections (
  workplace_id uuid not null,
  store_id uuid not null,
  epoch integer not null default 1,
  account_id text not null,
  -- Null: disconnected, the tokens are gone.
  credentials text,
  version bigint not null default 0,
  renewing_by text,
  renewing_until timestamptz,
  expires_at timestamptz,
  refresh_expires_at timestamptz,
  scopes text[] not null default '{}',
  country text not null default '',
  health text not null default 'ok'
    check (health in ('ok', 'expired', 'unreachable', 'webhooks_lost', 'closed', 'disconnected')),
  checked_at timestamptz,
  connected_at timestamptz not null default now(),
  -- The address the store sends its messages to ends with this.
  hook_token text not null unique,
  hook_secret text not null,
  -- Every product of the store was read since it was connected. Nothing is pushed before that.
  swept_at timestamptz,
  primary key (workplace_id, store_id),
  foreign key (workplace_id, store_id) references stores on delete cascade
);
select protect_tenant_table('store_connections');

-- A person on the way to a platform's consent page: single use, short-lived, kept as a hash.
create table store_tickets (
  workplace_id uuid not null references workplaces on delete cascade,
  ticket_hash bytea not null,
  user_id uuid not null references users on delete cascade,
  platform text not null,
  shop text not null,
  -- What the store itself handed over meanwhile, sealed.
  keys text,
  expires_at timestamptz not null,
  primary key (workplace_id, ticket_hash)
);
create index store_tickets_user on store_tickets (user_id);
create unique index store_tickets_hash on store_tickets (ticket_hash);
select protect_tenant_table('store_tickets');

create table listings (
  workplace_id uuid not null,
  listing_id uuid not null default new_id(),
  store_id uuid not null,
  -- Null: found in the store.
  product_id uuid,
  -- Our name for it at the vendor. Never made of SKU, title or handle.
  key text not null,
  state text not null default 'queued'
    check (state in ('idle', 'queued', 'sending', 'refused', 'needs_decision', 'gone', 'removed')),
  remote_id text,
  wants text not null default 'listed' check (wants in ('listed', 'removed')),
  desired jsonb not null default '{}',
  ours jsonb not null default '{}',
  theirs jsonb not null default '{}',
  seen jsonb,
  seen_version text,
  unread text[] not null default '{}',
  unsure boolean not null default false,
  open jsonb,
  send_no integer not null default 0,
  looked boolean not null default true,
  created_as jsonb not null default '{}',
  refused jsonb,
  question text check (question in ('conflict', 'which')),
  conflicts text[] not null default '{}',
  -- Fields whose value was changed in the store and taken over, with the product's own value at that time.
  overrides jsonb not null default '{}',
  -- How the seller wants it there: {is_publish, allow_sell_out_of_stock}.
  settings jsonb not null default '{}',
  policies jsonb not null,
  -- The product's revision that `desired` was made of.
  revision integer not null default 0,
  -- The store's own words, as last read.
  remote jsonb,
  title text not null default '',
  image text,
  url text,
  status text check (status in ('active', 'draft')),
  variants integer not null default 0,
  price_min bigint,
  price_max bigint,
  -- Why the store refused it, in its words.
  problem text,
  -- A person wants it there, and no turn was taken since.
  asked boolean not null default false,
  -- Counted in the plan's quota.
  counted boolean not null default false,
  epoch integer not null,
  version integer not null default 1,
  wake_at timestamptz,
  -- When the latest send was committed, and when the store said or showed that it was done.
  intent_at timestamptz,
  written_at timestamptz,
  pushed_by uuid,
  seen_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workplace_id, listing_id),
  foreign key (workplace_id, store_id) references stores on delete cascade,
  unique (store_id, key),
  check ((state = 'sending') = (open is not null))
);
create unique index listings_product on listings (workplace_id, store_id, product_id) where product_id is not null;
create unique index listings_remote on listings (store_id, remote_id) where remote_id is not null;
create index listings_of_product on listings (workplace_id, product_id) where product_id is not null;
create index listings_mapped on listings (workplace_id, updated_at desc, listing_id desc) where product_id is not null;
create index listings_unmapped on listings (workplace_id, updated_at desc, listing_id desc) where product_id is null;
create index listings_due on listings (workplace_id, store_id, wake_at) where wake_at is not null;
select protect_tenant_table('listings');

-- A picture goes to a store once.
create table store_pictures (
  workplace_id uuid not null,
  store_id uuid not null,
  picture_key text not null,
  remote_picture_id text not null,
  added_at timestamptz not null default now(),
  primary key (workplace_id, store_id, picture_key),
  foreign key (workplace_id, store_id) references stores on delete cascade
);
create unique index store_pictures_remote on store_pictures (workplace_id, store_id, remote_picture_id);
select protect_tenant_table('store_pictures');

-- Who changed what in a listing.
create table listing_notes (
  workplace_id uuid not null,
  note_id uuid not null default new_id(),
  listing_id uuid not null,
  who text not null check (who in ('person', 'store', 'omni')),
  user_id uuid,
  says text not null,
  field text,
  before jsonb,
  after jsonb,
  noted_at timestamptz not null default now(),
  primary key (workplace_id, note_id),
  foreign key (workplace_id, listing_id) references listings on delete cascade
);
create index listing_notes_of on listing_notes (workplace_id, listing_id, note_id);
select protect_tenant_table('listing_notes');

-- What a store told us has changed there, until it was read.
create table store_dirty (
  workplace_id uuid not null,
  store_id uuid not null,
  remote_id text not null,
  hinted_at timestamptz not null default now(),
  primary key (workplace_id, store_id, remote_id),
  foreign key (workplace_id, store_id) references stores on delete cascade
);
select protect_tenant_table('store_dirty');

-- A product that changed wakes its listings; the worker finds out what differs. A pause lets ten quick edits be one.
create function wake_listings() returns trigger language plpgsql as $$
declare
  of_store uuid;
begin
  for of_store in
    update listings l set wake_at = least(coalesce(l.wake_at, 'infinity'), now() + interval '2 seconds')
    where l.workplace_id = new.workplace_id and l.product_id = new.product_id and l.state <> 'removed'
    returning l.store_id
  loop
    perform enqueue_job('listings.work', json_build_object('workplace_id', new.workplace_id, 'store_id', of_store),
      'listings.work:' || of_store, 25, now() + interval '2 seconds', 'listings.work ' || of_store, 0);
  end loop;
  return null;
end $$;
create trigger wake_listings after update on products for each row
  when (old.revision is distinct from new.revision or old.deleted_at is distinct from new.deleted_at)
  execute function wake_listings();

-- Whose message it is, before any scope is known. The token is 32 random bytes.
create function store_of_hook(token text)
returns table (workplace_id uuid, store_id uuid, platform text, epoch integer, hook_secret text, connected_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.workplace_id, c.store_id, s.platform, c.epoch, c.hook_secret, c.connected_at
  from store_connections c join stores s using (workplace_id, store_id)
  where c.hook_token = token and s.status = 'active'
$$;
-- A store hands over its keys without a session: the ticket, which only its owner's browser knows, says for whom.
create function give_store_keys(ticket bytea, sealed text) returns boolean
language sql security definer set search_path = public, pg_temp as $$
  with given as (
    update store_tickets t set keys = sealed where t.ticket_hash = ticket and t.expires_at > now() and t.keys is null
    returning 1)
  select exists (select from given)
$$;
create function is_store_elsewhere(of_platform text, of_domain text, but_not uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from stores s where s.platform = of_platform and s.platform_domain = of_domain
    and s.status = 'active' and s.workplace_id <> but_not)
$$;
revoke all on function store_of_hook, give_store_keys, is_store_elsewhere from public;
grant execute on function store_of_hook, give_store_keys, is_store_elsewhere to omni_app;
