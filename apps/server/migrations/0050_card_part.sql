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
