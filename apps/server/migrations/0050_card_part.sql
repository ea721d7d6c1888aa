-- Orders that a card pays in part: one authorisation per click, taken once when all its orders are settled.
alter table supplier_orders
  -- The payment that its card part belongs to (payments.payment_id).
  add column payment_id uuid,
  -- What of its price the card pays, known once it is bought.
  add column card_taken bigint not null default 0;

-- A link to confirm a payment without signing in. It starts one payment and no second.
create table payment_links (
  workplace_id uuid not null,
  link_id uuid not null default new_id(),
  token_hash bytea not null,
  amount bigint not null check (amount > 0),
  orders integer not null check (orders > 0),
  -- The payment that it started.
  payment_id uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (workplace_id, link_id),
  unique (token_hash)
);
select protect_tenant_table('payment_links');

create function payment_link_of(of_hash bytea) returns table (workplace_id uuid, link_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select l.workplace_id, l.link_id from payment_links l where l.token_hash = of_hash
$$;
revoke all on function payment_link_of from public;
grant execute on function payment_link_of to omni_app;

-- What the nightly check found: our books against themselves, and against a provider's. Kept for the operator.
create table book_differences (
  provider text not null,
  -- The provider's name of the payment, or our account.
  ref text not null,
  kind text not null check (kind in ('missing_here', 'missing_there', 'amount', 'balance')),
  currency text not null,
  ours bigint not null,
  theirs bigint not null,
  -- Whose payment it is, where that is known.
  about_workplace uuid,
  first_seen timestamptz not null default now(),
  last_seen timestamptz not null default now(),
  explained_at timestamptz,
  primary key (provider, ref)
);
grant select, insert, update on book_differences to omni_app;

-- Balances that are not the sum of their postings, and currencies that do not sum to zero.
create function ledger_faults()
returns table (account text, currency text, workplace_id uuid, booked bigint, summed bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  with moved as (
    select p.workplace_id, m.account, m.kind, p.currency, sum(m.amount)::bigint as amount from ledger_postings p
    cross join lateral (values (p.debit, p.debit_kind, -p.amount), (p.credit, p.credit_kind, p.amount))
      as m (account, kind, amount)
    group by 1, 2, 3, 4),
  summed as (
    select case when k.owner = 'workplace' then m.workplace_id end as workplace_id, m.account, m.currency,
      sum(m.amount)::bigint as amount
    from moved m join ledger_account_kinds k on k.kind = m.kind group by 1, 2, 3),
  booked as (
    select b.workplace_id, b.account, b.currency, b.amount from ledger_balances b
    union all
    select null, s.account, s.currency, sum(s.amount)::bigint from ledger_system_balances s group by 2, 3)
  select coalesce(b.account, s.account), coalesce(b.currency, s.currency), coalesce(b.workplace_id, s.workplace_id),
    coalesce(b.amount, 0), coalesce(s.amount, 0)
  from booked b full join summed s on s.account = b.account and s.currency = b.currency
    and s.workplace_id is not distinct from b.workplace_id
  where coalesce(b.amount, 0) <> coalesce(s.amount, 0)
  union all
  select 'everything', b.currency, null, sum(b.amount)::bigint, 0 from booked b group by b.currency
  having sum(b.amount) <> 0
$$;
revoke all on function ledger_faults from public;
grant execute on function ledger_faults to omni_app;

-- What our books say about each payment of a provider since then: what is at the provider because of it.
create function provider_postings(of_provider text, since timestamptz)
returns table (ref text, currency text, workplace_id uuid, amount bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select t.external_ref, p.currency, t.workplace_id,
    sum(case when p.debit = 'clearing.' || of_provider then p.amount else -p.amount end)::bigint
  from ledger_txns t join ledger_postings p on p.workplace_id = t.workplace_id and p.txn_id = t.txn_id
  where t.scope = of_provider and t.effective_at >= since and t.external_ref is not null
    and 'clearing.' || of_provider in (p.debit, p.credit)
  group by 1, 2, 3
$$;
revoke all on function provider_postings from public;
grant execute on function provider_postings to omni_app;
