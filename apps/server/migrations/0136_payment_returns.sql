-- Money of a payment that went back, or that its payer wants back, as the provider shows it. Nothing is posted of it here.
create table payment_returns (
  workplace_id uuid not null,
  provider text not null,
  -- The provider's name of the refund or dispute.
  ref text not null,
  kind text not null check (kind in ('refund', 'dispute')),
  payment_id uuid not null,
  -- In the provider's words.
  status text not null,
  is_over boolean not null,
  amount bigint not null,
  currency text not null,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (workplace_id, provider, ref),
  foreign key (workplace_id, payment_id) references payments (workplace_id, payment_id) on delete cascade
);
select protect_tenant_table('payment_returns');
