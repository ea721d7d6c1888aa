-- The wallet: payments at providers, kept methods, how a workplace pays. The money itself is in the ledger (0030).

-- What a provider keeps of a payment. The same entry as in domain/src/ledger/accounts.ts.
insert into ledger_account_kinds (kind, owner, party, floor, ceiling) values ('fee_expense', 'system', true, null, null);

-- How a workplace pays. No row: nothing was chosen yet.
create table wallet_settings (
  workplace_id uuid not null,
  policy_version integer,
  policy_accepted_at timestamptz,
  policy_accepted_by uuid,
  payment_behavior text not null default 'default' check (payment_behavior in ('default', 'popup')),
  payment_use text not null default 'auto' check (payment_use in ('auto', 'wallet', 'card')),
  -- Whether kept methods may pay without anybody clicking. Wallet always may.
  card_enabled boolean not null default true,
  paypal_enabled boolean not null default false,
  auto_topup boolean not null default false,
  auto_topup_below bigint not null default 2000 check (auto_topup_below >= 0),
  auto_topup_amount bigint not null default 10000 check (auto_topup_amount > 0),
  auto_topup_monthly_cap bigint not null default 50000 check (auto_topup_monthly_cap >= 0),
  primary key (workplace_id)
);
select protect_tenant_table('wallet_settings');

-- What a provider keeps for the seller. A card's number is typed on the provider's page and is never here.
create table payment_methods (
  workplace_id uuid not null,
  method_id uuid not null default new_id(),
  provider text not null check (provider in ('stripe', 'paypal')),
  kind text not null check (kind in ('card', 'paypal')),
  customer_ref text not null,
  method_ref text not null,
  brand text not null,
  -- The last four digits, or the beginning of an address.
  label text not null check (length(label) <= 60),
  exp_month integer,
  exp_year integer,
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  primary key (workplace_id, method_id),
  unique (workplace_id, provider, method_ref)
);
create unique index payment_methods_default on payment_methods (workplace_id) where is_default and removed_at is null;
select protect_tenant_table('payment_methods');

-- One payment at a provider. What was posted for it is found by the provider's name of it.
create table payments (
  workplace_id uuid not null,
  payment_id uuid not null default new_id(),
  provider text not null check (provider in ('stripe', 'paypal')),
  purpose text not null check (purpose in ('topup', 'auto_topup', 'save_method', 'orders')),
  -- `page`: a person pays on the provider's page. `saved`: a kept method is charged.
  pays_by text not null check (pays_by in ('page', 'saved')),
  amount bigint not null check (amount >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- `checking`: the provider has not decided, or says something we did not ask for.
  state text not null default 'opening' check (state in
    ('opening', 'open', 'checking', 'authorised', 'succeeded', 'failed', 'expired', 'released')),
  method_id uuid,
  save_method boolean not null default false,
  -- Our name for it at the provider (attempts.reference).
  reference text not null,
  page_ref text,
  page_url text,
  payment_ref text,
  taken bigint not null default 0 check (taken >= 0),
  error_key text,
  -- When the provider is asked next, although nobody told us anything. Null: not any more.
  look_at timestamptz,
  looks integer not null default 0,
  created_by uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  settled_at timestamptz,
  primary key (workplace_id, payment_id),
  unique (provider, reference),
  unique (provider, page_ref),
  unique (provider, payment_ref),
  check ((state in ('succeeded', 'failed', 'expired', 'released')) = (settled_at is not null))
);
create index payments_listed on payments (workplace_id, created_at desc);
create index payments_due on payments (look_at) where look_at is not null;
select protect_tenant_table('payments');
-- What was asked of a provider stays on record.
revoke delete on payments from omni_app;

-- Which payment a provider's object belongs to. Our reference is in it, so nobody else's object names ours.
create function payment_of_reference(of_provider text, of_reference text)
returns table (workplace_id uuid, payment_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.workplace_id, p.payment_id from payments p where p.provider = of_provider and p.reference = of_reference
$$;
revoke all on function payment_of_reference from public;
grant execute on function payment_of_reference to omni_app;

-- Payments that should be asked about. Ids only: the job itself runs inside the tenant's scope.
create function due_payments(at_time timestamptz, at_most integer) returns table (workplace_id uuid, payment_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.workplace_id, p.payment_id from payments p where p.look_at <= at_time order by p.look_at limit at_most
$$;
revoke all on function due_payments from public;
grant execute on function due_payments to omni_app;
