-- The ledger (packages/domain/src/ledger). A posting moves one amount from one account to another in one currency, so
-- that every transaction sums to zero per currency by its shape: an unbalanced one cannot be written down.
-- No foreign key to workplaces: books stay when a workplace is deleted.

-- Which accounts there are, and the bounds their balances never leave. The same list as domain/src/ledger/accounts.ts.
create table ledger_account_kinds (
  kind text primary key,
  owner text not null check (owner in ('workplace', 'system')),
  party boolean not null,
  floor bigint,
  ceiling bigint
);
insert into ledger_account_kinds (kind, owner, party, floor, ceiling) values
  ('wallet_bonus', 'workplace', false, 0, null),
  ('wallet_topup', 'workplace', false, 0, null),
  ('hold_bonus', 'workplace', false, 0, null),
  ('hold_topup', 'workplace', false, 0, null),
  ('supplier_credit', 'workplace', true, 0, null),
  ('supplier_credit_hold', 'workplace', true, 0, null),
  ('order_receivable', 'workplace', false, null, 0),
  ('supplier_payable', 'system', true, null, null),
  ('clearing', 'system', true, null, null),
  ('promo_expense', 'system', false, null, null),
  ('supplier_credit_memo', 'system', true, null, null);
grant select on ledger_account_kinds to omni_app;
create trigger ledger_account_kinds_append_only before update or delete or truncate on ledger_account_kinds
  for each statement execute function refuse_change();

create table ledger_txns (
  workplace_id uuid not null,
  txn_id uuid not null default new_id(),
  -- One effect is one row, whoever reports it and however often: `placement` + `<attempt>:hold:1`.
  scope text not null,
  idem_key text not null,
  input_hash text not null,
  kind text not null,
  -- What it belongs to: an order's payment, the transaction it corrects, the provider's object.
  subject text,
  relates_to uuid,
  reverses_id uuid,
  external_ref text,
  -- When it happened, by the clock of whoever moved the money. `recorded_at` orders history.
  effective_at timestamptz not null,
  recorded_at timestamptz not null default clock_timestamp(),
  actor uuid,
  reason text,
  primary key (workplace_id, txn_id),
  unique (scope, idem_key),
  unique (workplace_id, reverses_id)
);
create index ledger_txns_subject on ledger_txns (workplace_id, subject) where subject is not null;

create table ledger_postings (
  workplace_id uuid not null,
  txn_id uuid not null,
  line integer not null,
  debit text not null,
  debit_kind text not null generated always as (split_part(debit, '.', 1)) stored,
  credit text not null,
  credit_kind text not null generated always as (split_part(credit, '.', 1)) stored,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- A safe integer of the programs that read it.
  amount bigint not null check (amount > 0 and amount <= 9007199254740991),
  primary key (workplace_id, txn_id, line),
  foreign key (workplace_id, txn_id) references ledger_txns,
  check (debit <> credit)
);
create index ledger_postings_debit on ledger_postings (workplace_id, debit, currency);
create index ledger_postings_credit on ledger_postings (workplace_id, credit, currency);

-- Balances of sellers' accounts: a projection the database keeps. One row each, because it gates decisions.
create table ledger_balances (
  workplace_id uuid not null,
  account text not null,
  currency text not null,
  amount bigint not null default 0,
  floor bigint,
  ceiling bigint,
  -- Grows with every statement that posts; a gap means damage.
  version bigint not null default 0,
  primary key (workplace_id, account, currency),
  constraint ledger_balances_bounds check (
    amount between coalesce(floor, -9007199254740991) and coalesce(ceiling, 9007199254740991))
);
-- Balances of our own accounts, over all workplaces. Sixteen rows each: one alone would wait for every commit.
create table ledger_system_balances (
  account text not null,
  currency text not null,
  shard integer not null,
  amount bigint not null default 0,
  primary key (account, currency, shard)
);

select protect_tenant_table('ledger_txns');
select protect_tenant_table('ledger_postings');
select protect_tenant_table('ledger_balances');
-- One door: `ledger_post`. The app reads and nothing else.
revoke insert, update, delete on ledger_txns, ledger_postings, ledger_balances from omni_app;

-- Nobody edits the books, the owner neither. A correction is one more transaction.
create trigger ledger_txns_append_only before update or delete or truncate on ledger_txns
  for each statement execute function refuse_change();
create trigger ledger_postings_append_only before update or delete or truncate on ledger_postings
  for each statement execute function refuse_change();

-- Balances move with postings alone.
create trigger ledger_balances_projection before insert or update or delete or truncate on ledger_balances
  for each statement when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger ledger_system_balances_projection before insert or update or delete or truncate
  on ledger_system_balances for each statement when (pg_trigger_depth() = 0) execute function refuse_change();

-- Adds what a statement posted to the balances. All lines of a call come in one statement, so the net of each account is
-- added and the order of lines trips no bound. Balances are locked in one order everywhere; NO KEY, so that foreign keys
-- of other rows do not wait.
create function add_to_ledger_balances() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  net record;
  before bigint;
begin
  for net in
    select k.kind, k.owner, k.floor, k.ceiling, s.workplace_id, s.account, s.currency, sum(s.amount)::bigint as amount
    from (
      select case when o.owner = 'workplace' then p.workplace_id end as workplace_id, m.account, m.kind, p.currency, m.amount
      from posted p
      cross join lateral (values (p.debit, p.debit_kind, -p.amount), (p.credit, p.credit_kind, p.amount))
        as m (account, kind, amount)
      left join ledger_account_kinds o on o.kind = m.kind) s
    left join ledger_account_kinds k on k.kind = s.kind and k.party = (s.account like '%.%')
    group by k.kind, k.owner, k.floor, k.ceiling, s.workplace_id, s.account, s.currency
    order by s.workplace_id, s.account, s.currency
  loop
    if net.kind is null then
      raise exception 'no account is called %', net.account using errcode = 'foreign_key_violation';
    end if;
    if net.owner = 'system' then
      insert into ledger_system_balances as b (account, currency, shard, amount)
        values (net.account, net.currency, pg_backend_pid() % 16, net.amount)
        on conflict (account, currency, shard) do update set amount = b.amount + excluded.amount;
      continue;
    end if;
    loop
      select b.amount into before from ledger_balances b
        where b.workplace_id = net.workplace_id and b.account = net.account and b.currency = net.currency
        for no key update;
      exit when found;
      insert into ledger_balances (workplace_id, account, currency, floor, ceiling)
        values (net.workplace_id, net.account, net.currency, net.floor, net.ceiling) on conflict do nothing;
    end loop;
    -- What a person can put right has a code of its own; anything else below its floor is a mistake of ours.
    if before + net.amount < net.floor and net.kind in ('wallet_bonus', 'wallet_topup', 'supplier_credit') then
      raise exception '% has not enough money', net.account using errcode = 'OM402';
    end if;
    update ledger_balances b set amount = before + net.amount, version = b.version + 1
      where b.workplace_id = net.workplace_id and b.account = net.account and b.currency = net.currency;
  end loop;
  return null;
end $$;
create trigger ledger_postings_balances after insert on ledger_postings
  referencing new table as posted for each statement execute function add_to_ledger_balances();

-- The one door. Takes a list of transactions of the workplace in scope and posts those whose key is new; a key that is
-- there answers its transaction again. The same key with another input is an error (OM409).
create function ledger_post(txns jsonb)
returns table (scope text, idem_key text, txn_id uuid, posted boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  home uuid := scope_workplace();
  claimed uuid[];
begin
  if home is null then
    raise exception 'postings belong to a workplace' using errcode = 'insufficient_privilege';
  end if;
  -- Keys are claimed in one order, so that two lists with common keys wait instead of blocking each other.
  with done as (
    insert into ledger_txns (workplace_id, scope, idem_key, input_hash, kind, subject, relates_to, reverses_id,
      external_ref, effective_at, actor, reason)
    select home, i.scope, i.idem_key, i.input_hash, i.kind, i.subject, i.relates_to, i.reverses_id, i.external_ref,
      i.effective_at, i.actor, i.reason
    from jsonb_to_recordset(txns) as i (scope text, idem_key text, input_hash text, kind text, subject text,
      relates_to uuid, reverses_id uuid, external_ref text, effective_at timestamptz, actor uuid, reason text)
    order by i.scope, i.idem_key
    on conflict (scope, idem_key) do nothing
    returning ledger_txns.txn_id)
  select coalesce(array_agg(done.txn_id), '{}') into claimed from done;

  -- Key by key: for a join the planner reads all of a ledger that has grown since it was last analysed.
  if exists (
    select from jsonb_to_recordset(txns) as i (scope text, idem_key text, input_hash text)
    where i.input_hash is distinct from (select case when t.workplace_id = home then t.input_hash end
      from ledger_txns t where t.scope = i.scope and t.idem_key = i.idem_key)) then
    raise exception 'a key of the ledger was used before with another input' using errcode = 'OM409';
  end if;

  insert into ledger_postings (workplace_id, txn_id, line, debit, credit, currency, amount)
    select home, i.txn_id, p.line, p.posting ->> 'from', p.posting ->> 'to', p.posting ->> 'currency',
      (p.posting ->> 'amount')::bigint
    from (select g.postings,
        (select t.txn_id from ledger_txns t where t.scope = g.scope and t.idem_key = g.idem_key) as txn_id
      from jsonb_to_recordset(txns) as g (scope text, idem_key text, postings jsonb)) i
    join unnest(claimed) as c (txn_id) on c.txn_id = i.txn_id
    cross join jsonb_array_elements(i.postings) with ordinality as p (posting, line)
    order by i.txn_id, p.line;

  return query
    select i.scope, i.idem_key, i.txn_id, i.txn_id = any (claimed)
    from (select g.scope, g.idem_key,
        (select t.txn_id from ledger_txns t where t.scope = g.scope and t.idem_key = g.idem_key) as txn_id
      from jsonb_to_recordset(txns) as g (scope text, idem_key text)) i;
end $$;
revoke all on function ledger_post, add_to_ledger_balances from public;
grant execute on function ledger_post to omni_app;
