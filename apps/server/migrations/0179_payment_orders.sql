-- The supplier orders that a payment is for. They exist at the supplier unpaid; an authorised card pays those that still wait.
create table payment_orders (
  workplace_id uuid not null,
  payment_id uuid not null,
  supplier_order_id uuid not null,
  -- `auto`: what the wallet reaches for is taken from it, the card pays the rest. `card`: the card pays all.
  use text not null check (use in ('auto', 'card')),
  -- The payment link that was used; null: the seller's own card.
  link_id uuid,
  -- What may be held for it at most.
  most bigint not null check (most > 0),
  -- When it was decided whether this payment pays it. Null: nobody has paid yet.
  decided_at timestamptz,
  primary key (workplace_id, payment_id, supplier_order_id),
  foreign key (workplace_id, payment_id) references payments (workplace_id, payment_id) on delete cascade,
  foreign key (workplace_id, supplier_order_id) references supplier_orders (workplace_id, supplier_order_id) on delete cascade
);
create index payment_orders_open on payment_orders (workplace_id, supplier_order_id) where decided_at is null;
select protect_tenant_table('payment_orders');

-- The supplier orders that a payment link names.
create table payment_link_orders (
  workplace_id uuid not null,
  link_id uuid not null,
  supplier_order_id uuid not null,
  primary key (workplace_id, link_id, supplier_order_id),
  foreign key (workplace_id, link_id) references payment_links (workplace_id, link_id) on delete cascade,
  foreign key (workplace_id, supplier_order_id) references supplier_orders (workplace_id, supplier_order_id) on delete cascade
);
create index payment_link_orders_of on payment_link_orders (workplace_id, supplier_order_id);
select protect_tenant_table('payment_link_orders');

alter table payment_links add column made_by uuid, add column run_id uuid;
comment on table payment_links is 'A link with which somebody without an account pays the supplier orders that it names.';
comment on column payment_links.payment_id is 'The payment that it started last.';
comment on column payment_links.made_by is 'Who is told when it is paid.';
comment on column payment_links.run_id is 'The click of a rule that it asks payment for; null: a person made it.';
comment on column payment_links.amount is 'What its orders cost when it was made.';
