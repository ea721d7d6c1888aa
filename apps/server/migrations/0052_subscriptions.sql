-- Plans that are paid (packages/domain/src/billing/subscription.ts). The plan is of an account, tenant rows are of a
-- workplace: everything an account pays for plans lies in one workplace, chosen with its first payment. No foreign key to
-- workplaces or users: what was paid stays on record.
alter table users add column billing_workplace_id uuid;

-- Income from plans, and from what is bought on top. The same entry as in domain/src/ledger/accounts.ts.
insert into ledger_account_kinds (kind, owner, party, floor, ceiling) values ('plan_revenue', 'system', false, null, null);

create table subscriptions (
  workplace_id uuid not null,
  subscription_id uuid not null default new_id(),
  user_id uuid not null,
  provider text not null check (provider in ('paddle')),
  provider_ref text not null,
  customer_ref text not null,
  state text not null check (state in ('active', 'past_due', 'ended')),
  plan_id text not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  next_billed_at timestamptz,
  -- When it ends by itself, because the seller wants no more.
  cancel_at timestamptz,
  -- The plan of the next cycle, and whether the provider has been told.
  next_plan_id text,
  next_sent boolean not null default false,
  past_due_since timestamptz,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- The provider's own time of what was heard last: an older word changes nothing.
  heard_at timestamptz not null,
  -- A second one of the same account: paid by mistake, ended at once, gives no plan.
  surplus boolean not null default false,
  card_brand text,
  card_last4 text check (length(card_last4) <= 4),
  card_exp_month integer,
  card_exp_year integer,
  -- When the provider is asked next, although nobody told us anything. Null: not any more.
  look_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (workplace_id, subscription_id),
  unique (provider, provider_ref),
  check ((state = 'ended') = (ended_at is not null)),
  check ((state = 'past_due') = (past_due_since is not null))
);
create unique index subscriptions_living on subscriptions (user_id) where state <> 'ended' and not surplus;
create index subscriptions_due on subscriptions (look_at) where look_at is not null;
select protect_tenant_table('subscriptions');
revoke delete on subscriptions from omni_app;

-- What was asked of the provider, and what it billed. One row for each; the seller's payment log is read from it.
create table plan_charges (
  workplace_id uuid not null,
  charge_id uuid not null default new_id(),
  user_id uuid not null,
  subscription_id uuid,
  provider text not null check (provider in ('paddle', 'wallet')),
  kind text not null check (kind in
    ('subscribe', 'upgrade', 'renewal', 'extra', 'ready2sale', 'method', 'downgrade', 'cancel', 'resume', 'end')),
  -- The plan or the extra.
  item text not null,
  amount bigint not null default 0 check (amount >= 0),
  tax bigint not null default 0 check (tax >= 0),
  fee bigint,
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  state text not null default 'opening' check (state in
    ('opening', 'open', 'checking', 'done', 'past_due', 'failed', 'expired')),
  -- Our name for it at the provider (attempts.reference), and how often it was asked for.
  reference text,
  sends integer not null default 0,
  transaction_ref text,
  page_url text,
  invoice_number text,
  period_start timestamptz,
  period_end timestamptz,
  error_key text,
  look_at timestamptz,
  looks integer not null default 0,
  created_at timestamptz not null default now(),
  -- When the money moved, by the provider's clock.
  happened_at timestamptz,
  settled_at timestamptz,
  primary key (workplace_id, charge_id),
  unique (provider, transaction_ref),
  unique (provider, reference),
  check ((state in ('done', 'failed', 'expired')) = (settled_at is not null))
);
-- One change of a plan at a time, and one checkout.
create unique index plan_charges_changing on plan_charges (user_id)
  where kind in ('upgrade', 'downgrade', 'cancel', 'resume', 'end') and state in ('opening', 'checking');
create unique index plan_charges_checkout on plan_charges (user_id)
  where kind = 'subscribe' and state in ('opening', 'open', 'checking');
create index plan_charges_listed on plan_charges (workplace_id, user_id, created_at desc);
create index plan_charges_due on plan_charges (look_at) where look_at is not null;
select protect_tenant_table('plan_charges');
revoke delete on plan_charges from omni_app;

-- What was bought on top of a plan: for one cycle, or (first day of all) for good.
create table extra_quotas (
  workplace_id uuid not null,
  charge_id uuid not null,
  feature text not null,
  user_id uuid not null,
  cycle_start date not null,
  amount bigint not null check (amount > 0),
  primary key (workplace_id, charge_id, feature)
);
create index extra_quotas_user on extra_quotas (user_id, cycle_start);
select protect_tenant_table('extra_quotas');
revoke update, delete on extra_quotas from omni_app;

-- How far the provider's events were read.
create table subscription_events_read (
  provider text primary key,
  event_id text not null,
  read_at timestamptz not null default now()
);
grant select, insert, update on subscription_events_read to omni_app;

-- Across workplaces, by ids that the caller checked or that a provider told: ids alone.
create function extra_quotas_of(of_user uuid, since date) returns table (feature text, amount bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select e.feature, sum(e.amount)::bigint from extra_quotas e
  where e.user_id = of_user and e.cycle_start in (since, '1970-01-01') group by e.feature
$$;
create function owes_for_plan(of_user uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from subscriptions s where s.user_id = of_user and s.state = 'past_due' and not s.surplus)
$$;
create function subscription_of_ref(of_provider text, of_ref text)
returns table (workplace_id uuid, subscription_id uuid, user_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.workplace_id, s.subscription_id, s.user_id from subscriptions s
  where s.provider = of_provider and s.provider_ref = of_ref
$$;
create function plan_charge_of(of_provider text, of_references text[], of_transactions text[])
returns table (workplace_id uuid, charge_id uuid, user_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.workplace_id, c.charge_id, c.user_id from plan_charges c
  where c.provider = of_provider and (c.reference = any (of_references) or c.transaction_ref = any (of_transactions))
  order by c.created_at limit 1
$$;
create function living_subscriptions_of(of_user uuid)
returns table (workplace_id uuid, subscription_id uuid, provider_ref text)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.workplace_id, s.subscription_id, s.provider_ref from subscriptions s
  where s.user_id = of_user and s.state <> 'ended'
$$;
create function due_subscriptions(at_time timestamptz, at_most integer)
returns table (workplace_id uuid, subscription_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.workplace_id, s.subscription_id from subscriptions s where s.look_at <= at_time
  order by s.look_at limit at_most
$$;
create function due_plan_charges(at_time timestamptz, at_most integer)
returns table (workplace_id uuid, charge_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.workplace_id, c.charge_id from plan_charges c where c.look_at <= at_time order by c.look_at limit at_most
$$;
revoke all on function extra_quotas_of, owes_for_plan, subscription_of_ref, plan_charge_of, living_subscriptions_of,
  due_subscriptions, due_plan_charges from public;
grant execute on function extra_quotas_of, owes_for_plan, subscription_of_ref, plan_charge_of, living_subscriptions_of,
  due_subscriptions, due_plan_charges to omni_app;
