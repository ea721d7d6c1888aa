-- One sale that came through two channels is one order: the copies of an order in other stores. The rule is
-- packages/domain/src/orders/one-sale.ts.
alter table orders add column sale_key text;

create table order_copies (
  workplace_id uuid not null,
  store_id uuid not null,
  remote_id text not null,
  order_id uuid not null,
  number text not null,
  -- Taken back in that channel: nobody is to buy it, whatever the other one says.
  cancelled_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (workplace_id, store_id, remote_id),
  foreign key (workplace_id, store_id) references stores on delete cascade,
  foreign key (workplace_id, order_id) references orders on delete cascade
);
create index order_copies_order on order_copies (workplace_id, order_id);
select protect_tenant_table('order_copies');

-- What the seller's own accounts at suppliers can pay with, as each said when the plan was made: {source: {currency, amount}}.
alter table placement_plans add column balances jsonb not null default '{}';
