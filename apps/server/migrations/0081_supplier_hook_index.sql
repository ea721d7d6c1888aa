-- outside a transaction
-- A supplier's message finds its account by the token in the address.
drop index concurrently if exists source_accounts_hook;
create unique index concurrently source_accounts_hook on source_accounts (hook_token);
