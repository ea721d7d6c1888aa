-- Supplier orders: what is bought once, paid once and shown as one row. The rules are packages/domain/src/placement; the
-- keys here hold whatever a program does. Each step (create, confirm, pay) of each try is a row of `attempts` with its
-- sends and its evidence (0016), under the subject `<supplier order>/<n>`. Turns are taken by the supplier order's own
-- wake_at; that of its attempts is set so far away that the sweep of attempts leaves them alone.
-- No foreign key to workplaces: what was bought stays on record when a workplace is deleted.

create table supplier_orders (
  workplace_id uuid not null,
  supplier_order_id uuid not null default new_id(),
  order_id uuid not null,
  vendor text not null,
  account_key text not null,
  -- Who clicked; null: a rule.
  user_id uuid,
  -- What is bought and how it is sent, as it was agreed to (features/placement/basket.ts), and for how much.
  basket jsonb not null,
  -- Where it goes, as it was when the click was accepted. Null: forgotten since.
  ship_to jsonb,
  approved bigint not null check (approved >= 0),
  -- What the supplier promised when the click was accepted.
  profile jsonb not null,
  state text not null check (state in ('awaiting_payment', 'queued', 'sending', 'checking', 'created', 'needs_decision',
    'placed', 'failed', 'cancelled')),
  -- Which try to buy, its step, and the row of the step's attempt.
  n integer not null check (n > 0),
  step text not null default 'create' check (step in ('create', 'confirm', 'pay')),
  attempt_no integer not null check (attempt_no > 0),
  attempt_id uuid not null,
  order_no text,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- What may be spent, and from where it is held (domain/ledger/placing.ts).
  held bigint check (held >= 0),
  hold jsonb,
  total bigint check (total >= 0),
  question text check (question in ('exists', 'which', 'price', 'pay')),
  stop_because text check (stop_because in ('person', 'channel', 'edited', 'unpaid')),
  stop_at timestamptz,
  is_absent boolean not null default false,
  unpaid_since timestamptz,
  -- Why it was refused or has to wait, for the page that shows it.
  error_key text,
  -- The billing cycle whose ORDER_FULFILLMENT it took; null: none, or it was given back.
  quota_cycle date,
  alarm text check (alarm in ('late', 'second_purchase')),
  -- The click it came with, and its place among the rows of that click.
  run_id uuid,
  turn_no integer not null default 0,
  -- What became of it after it was bought, as the supplier tells.
  supplier_status text check (supplier_status in ('unpaid', 'paid', 'shipped', 'delivered', 'cancelled', 'refunded')),
  shipments jsonb not null default '[]',
  synced_at timestamptz,
  version integer not null default 1,
  wake_at timestamptz,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (workplace_id, supplier_order_id),
  foreign key (workplace_id, attempt_id) references attempts,
  check ((state in ('placed', 'failed', 'cancelled')) = (settled_at is not null)),
  check ((state = 'needs_decision') = (question is not null)),
  check ((stop_because is null) = (stop_at is null)),
  check ((held is null) = (hold is null)),
  -- Money is held for what is under way, and for nothing else.
  check (held is null or state not in ('placed', 'failed', 'cancelled')),
  check (order_no is not null or state not in ('created', 'placed')),
  -- What is under way has a next turn, unless a person or a card is waited for.
  check (wake_at is not null or state in ('awaiting_payment', 'needs_decision', 'placed', 'failed', 'cancelled')),
  check (wake_at is null or state not in ('placed', 'failed', 'cancelled'))
);
create index supplier_orders_order on supplier_orders (workplace_id, order_id);
create index supplier_orders_due on supplier_orders (vendor, account_key, wake_at) where wake_at is not null;
create index supplier_orders_questions on supplier_orders (workplace_id, created_at) where state = 'needs_decision';
-- What was bought and has not arrived: the supplier is asked about it, the longest unasked first.
create index supplier_orders_open on supplier_orders (workplace_id, vendor, account_key, synced_at nulls first)
  where state = 'placed' and coalesce(supplier_status, '') not in ('delivered', 'cancelled', 'refunded');
create index supplier_orders_run on supplier_orders (workplace_id, run_id) where run_id is not null;

-- Each component of a line is in one supplier order that is under way or bought: two clicks, two people, a split and a
-- changed supplier cannot buy it twice.
create table supplier_order_lines (
  workplace_id uuid not null,
  supplier_order_id uuid not null,
  line_id uuid not null,
  -- Of a bundle (domain/mapping/plan.ts); 0 where a line is one thing.
  component integer not null default 0,
  quantity integer not null check (quantity > 0),
  live boolean not null default true,
  primary key (workplace_id, supplier_order_id, line_id, component),
  foreign key (workplace_id, supplier_order_id) references supplier_orders
);
create unique index supplier_order_lines_one_live on supplier_order_lines (workplace_id, line_id, component) where live;
create index supplier_order_lines_line on supplier_order_lines (workplace_id, line_id);

-- The lines follow the state of their order, so that no program can forget it.
create function set_supplier_order_lines_live() returns trigger language plpgsql as $$
begin
  update supplier_order_lines l set live = new.state not in ('failed', 'cancelled')
  where l.workplace_id = new.workplace_id and l.supplier_order_id = new.supplier_order_id
    and l.live <> (new.state not in ('failed', 'cancelled'));
  return null;
end $$;
create trigger supplier_orders_lines_live after update on supplier_orders for each row
  when (old.state is distinct from new.state) execute function set_supplier_order_lines_live();

-- A supplier's number belongs to one supplier order, of whichever workplace. One try may have several.
create table supplier_order_numbers (
  workplace_id uuid not null,
  vendor text not null,
  account_key text not null,
  order_no text not null,
  supplier_order_id uuid not null,
  n integer not null,
  claimed_at timestamptz not null default now(),
  primary key (workplace_id, vendor, account_key, order_no),
  unique (vendor, account_key, order_no),
  foreign key (workplace_id, supplier_order_id) references supplier_orders
);

select protect_tenant_table('supplier_orders');
select protect_tenant_table('supplier_order_lines');
select protect_tenant_table('supplier_order_numbers');
-- Numbers and what was tried are kept for ever.
revoke delete on supplier_orders from omni_app;
revoke update, delete on supplier_order_numbers from omni_app;

-- Supplier orders whose turn was lost. Ids only: the turn itself runs inside the tenant's scope.
create function overdue_supplier_accounts(by_s integer, at_most integer)
returns table (workplace_id uuid, vendor text, account_key text)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct o.workplace_id, o.vendor, o.account_key from supplier_orders o
  where o.wake_at < now() - make_interval(secs => by_s) limit at_most
$$;
revoke all on function overdue_supplier_accounts from public;
grant execute on function overdue_supplier_accounts to omni_app;
create index supplier_orders_overdue on supplier_orders (wake_at) where wake_at is not null;

-- Accounts with orders that were bought and have not arrived.
create function open_supplier_accounts(at_most integer)
returns table (workplace_id uuid, vendor text, account_key text)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct o.workplace_id, o.vendor, o.account_key from supplier_orders o
  where o.state = 'placed' and coalesce(o.supplier_status, '') not in ('delivered', 'cancelled', 'refunded') limit at_most
$$;
revoke all on function open_supplier_accounts from public;
grant execute on function open_supplier_accounts to omni_app;

-- Whether a supplier's number belongs to another supplier order, of whichever workplace.
create function is_order_number_taken(of_vendor text, of_account text, of_number text, but_not uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from supplier_order_numbers n where n.vendor = of_vendor and n.account_key = of_account
    and n.order_no = of_number and n.supplier_order_id <> but_not)
$$;
revoke all on function is_order_number_taken from public;
grant execute on function is_order_number_taken to omni_app;
