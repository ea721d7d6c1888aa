-- Where a supplier sends what it tells of a seller's account: /hooks/suppliers/<source>/<token>. Suppliers sign with keys
-- that are short or travel along, so the address has a part that nobody guesses.
alter table source_accounts add column hook_token text not null
  default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');

-- Whose message it is, before any scope is known.
create function source_account_of_hook(of_source text, token text)
returns table (workplace_id uuid, account_id text, credentials text)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.workplace_id, a.account_id, a.credentials from source_accounts a
  where a.hook_token = token and a.source = of_source
$$;

-- Which purchase has this number, of whichever workplace. Ids only: it is read inside the tenant's scope.
create function purchase_of_number(of_vendor text, of_account text, of_number text)
returns table (workplace_id uuid, supplier_order_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select n.workplace_id, n.supplier_order_id from supplier_order_numbers n
  where n.vendor = of_vendor and n.account_key = of_account and n.order_no = of_number
$$;
revoke all on function source_account_of_hook, purchase_of_number from public;
grant execute on function source_account_of_hook, purchase_of_number to omni_app;
