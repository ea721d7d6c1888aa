-- A store that somebody else has connected is moved when its owner allows it at the store itself and, where the store names an address,
-- by a code that is mailed there.
alter table store_tickets add column migrates boolean not null default false;

create table store_migrations (
  workplace_id uuid not null references workplaces on delete cascade,
  migration_id uuid not null default new_id(),
  user_id uuid not null references users on delete cascade,
  platform text not null,
  platform_domain text not null,
  store_name text not null,
  -- Where the code goes: the store's own address, as the store told it.
  owner_email text not null,
  language text not null,
  code_hash bytea not null,
  -- Sealed: the code until it is mailed, and the access that the consent gave.
  code text not null,
  credentials text not null,
  confirmed_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (workplace_id, migration_id)
);
create unique index store_migrations_code on store_migrations (code_hash);
create unique index store_migrations_store on store_migrations (workplace_id, platform, platform_domain);
create index store_migrations_user on store_migrations (user_id);
select protect_tenant_table('store_migrations');

-- Whose store it is now, before it is moved: only for whoever has been let in at the store.
create function store_elsewhere(of_platform text, of_domain text, but_not uuid) returns table (workplace_id uuid, store_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.workplace_id, s.store_id from stores s where s.platform = of_platform and s.platform_domain = of_domain
    and s.status = 'active' and s.workplace_id <> but_not
$$;
-- A mailed code is spoken without a session. It is 32 random bytes, and good once.
create function confirm_store_migration(given bytea)
returns table (workplace_id uuid, migration_id uuid, user_id uuid, store_name text, was_confirmed boolean)
language sql security definer set search_path = public, pg_temp as $$
  with found as (
    select m.workplace_id, m.migration_id, m.user_id, m.store_name, m.confirmed_at is not null as was_confirmed
    from store_migrations m where m.code_hash = given and m.expires_at > now() for update),
  confirmed as (
    update store_migrations m set confirmed_at = now() from found f
    where m.workplace_id = f.workplace_id and m.migration_id = f.migration_id and m.confirmed_at is null returning 1)
  select f.* from found f
$$;
revoke all on function store_elsewhere, confirm_store_migration from public;
grant execute on function store_elsewhere, confirm_store_migration to omni_app;

-- Opens the app in a window of its own for somebody who is signed in inside of a store's admin.
alter table account_codes drop constraint account_codes_purpose_check;
alter table account_codes add constraint account_codes_purpose_check check (purpose in
  ('verify_email', 'reset_password', 'second_factor', 'sign_up', 'link_social', 'link_social_mail', 'auto_login')) not valid;
