-- Tokens are renewed by one caller at a time, without a connection held while the vendor is waited for. A renewer has a lease; what it
-- writes counts only while the version is the one it found, or while the lease is its own (packages/connectors/src/tokens.ts).
alter table supplier_tokens
  alter column connected drop not null, -- null: a first token is being made
  add column version bigint not null default 0,
  add column renewing_by text,
  add column renewing_until timestamptz;
alter table source_accounts
  add column version bigint not null default 0,
  add column renewing_by text,
  add column renewing_until timestamptz;

-- How fast each account may be asked, over all processes. One row per account of a vendor; `account_key` is 'app' where a vendor counts
-- by application, 'operator' for the operator's own account, else a hash: the table is shared by all tenants and names none of them.
-- per_second, burst, per_day: as the vendor said; null: as the connector's definition says.
create table vendor_pace (
  vendor text not null,
  account_key text not null,
  full_at timestamptz not null default '-infinity',
  closed_until timestamptz not null default '-infinity',
  day date not null default '-infinity',
  spent bigint not null default 0,
  per_second double precision,
  burst double precision,
  per_day bigint,
  limits_asked_at timestamptz,
  primary key (vendor, account_key)
);
grant select, insert, update on vendor_pace to omni_app;

-- What is spent of today stays spent. supplier_pace is not read any more and is removed in a later release.
insert into vendor_pace (vendor, account_key, full_at, day, spent)
  select source, case when source in ('aliexpress', 'ebay', 'amazon') then 'app' else 'operator' end, next_at, day, spent from supplier_pace;

-- Each seller's account is looked after by a job that comes back by itself; those that are connected already get theirs.
select enqueue_job('source-accounts.renew', json_build_object('workplace_id', workplace_id, 'source', source),
  'source-accounts.renew:' || workplace_id || ':' || source, 25, now()) from source_accounts;
