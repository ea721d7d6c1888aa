-- A hosted PostgreSQL gives no superuser, and forced row-level security then binds the owner of the schema as well. What
-- looks across workplaces on purpose (functions that find the store of a message, the parcels that are due) would find
-- nothing, and a migration would change nothing. The owner is let through; the app never is the owner.
create function let_owner_see_all() returns void language plpgsql as $$
declare
  target regclass;
begin
  if (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) then return; end if;
  for target in
    select c.oid::regclass from pg_class c
    where c.relforcerowsecurity and c.relnamespace = 'public'::regnamespace
      and c.relowner = current_user::text::regrole::oid
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'owner_sees_all'
        and current_user::text::regrole::oid = any (p.polroles))
  loop
    -- Of another owner, from whom the schema was taken over.
    execute format('drop policy if exists owner_sees_all on %s', target);
    execute format('create policy owner_sees_all on %s to %I using (true) with check (true)', target, current_user);
  end loop;
end $$;
revoke execute on function let_owner_see_all() from public;

create or replace function protect_tenant_table(target regclass) returns void language plpgsql as $$
declare
  first_of_key name;
begin
  select a.attname into first_of_key from pg_index i
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where i.indrelid = target and i.indisprimary;
  if first_of_key is distinct from 'workplace_id' then
    raise exception '% must have workplace_id first in its primary key', target;
  end if;
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy %I on %s to omni_app using (workplace_id = scope_workplace()) with check (workplace_id = scope_workplace())',
    target::text || '_scope', target);
  execute format('grant select, insert, update, delete on %s to omni_app', target);
  perform let_owner_see_all();
end $$;

select let_owner_see_all();
