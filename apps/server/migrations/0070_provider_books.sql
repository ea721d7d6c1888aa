-- What our books say about each payment of a provider, between two moments of the provider's clock. `until`: a provider
-- whose report comes late is not asked about what is too young to be in it.
drop function provider_postings(text, timestamptz);
create function provider_postings(of_provider text, since timestamptz, until timestamptz)
returns table (ref text, currency text, workplace_id uuid, amount bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select t.external_ref, p.currency, t.workplace_id,
    sum(case when p.debit = 'clearing.' || of_provider then p.amount else -p.amount end)::bigint
  from ledger_txns t join ledger_postings p on p.workplace_id = t.workplace_id and p.txn_id = t.txn_id
  where t.scope = of_provider and t.effective_at >= since and t.effective_at < until and t.external_ref is not null
    and 'clearing.' || of_provider in (p.debit, p.credit)
  group by 1, 2, 3
$$;
revoke all on function provider_postings from public;
grant execute on function provider_postings to omni_app;
