-- How a tenant's table is closed off, in one place: `select protect_tenant_table('orders')` behind its creation.
-- The same as the policies the earlier migrations wrote by hand (walls.test.ts compares them).
create function protect_tenant_table(target regclass) returns void language plpgsql as $$
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
end $$;
revoke execute on function protect_tenant_table(regclass) from public;

-- A change that follows the supplier is nobody's: kind 'supplier', without a user. It used to carry the name of the
-- oldest member.
alter table product_changes drop constraint product_changes_kind_check;
alter table product_changes add constraint product_changes_kind_check check (kind in (
  'import', 'edit', 'bulk_edit', 'price_rule', 'restore', 'undo', 'split', 'duplicate', 'link', 'ai', 'supplier'
)) not valid;
alter table product_changes add constraint product_changes_actor_check
  check (kind <> 'supplier' or user_id is null) not valid;
