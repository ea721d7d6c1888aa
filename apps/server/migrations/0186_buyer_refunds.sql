-- What buyers are given back through their store. The wish is committed before the store is asked; each send is an attempt.
create table buyer_refunds (
  workplace_id uuid not null,
  refund_id uuid not null default new_id(),
  order_id uuid not null,
  -- Which pieces: [{remote_line_id, quantity}]. None: money alone.
  lines jsonb not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  reason text not null check (reason in ('customer_changed_or_cancelled_order', 'item_unavailable', 'other')),
  note text not null,
  restock boolean not null,
  notify boolean not null,
  -- The seller pays in another way; the store only writes it down.
  by_hand boolean not null,
  state text not null check (state in ('sending', 'done', 'failed')),
  problem text check (problem in ('disconnected', 'not_allowed', 'refused', 'unclear', 'paid_before')),
  -- In the store's own words.
  problem_text text,
  remote_refund_id text,
  requested_by uuid not null,
  requested_at timestamptz not null,
  settled_at timestamptz,
  primary key (workplace_id, refund_id),
  check ((state = 'sending') = (settled_at is null)),
  check ((state = 'failed') = (problem is not null))
);
comment on table buyer_refunds is 'What buyers are given back through their store. The wish is committed before the store is asked. No foreign key to workplaces: what a store was asked for stays on record when a workplace is deleted.';
comment on column buyer_refunds.lines is 'Which pieces: [{remote_line_id, quantity}]. None: money alone.';
comment on column buyer_refunds.by_hand is 'The seller pays in another way; the store only writes it down.';
comment on column buyer_refunds.problem_text is 'In the store''s own words.';
comment on column order_events.fact is 'What it happened to, where it can happen once: kind and object. Null: it can happen again.';
-- One at a time: a double click and two people ask once.
create unique index buyer_refunds_one_live on buyer_refunds (workplace_id, order_id) where state = 'sending';
create index buyer_refunds_order on buyer_refunds (workplace_id, order_id, requested_at desc);
create trigger buyer_refunds_not_in_example after insert on buyer_refunds referencing new table as added
  for each statement execute function refuse_in_example();
select protect_tenant_table('buyer_refunds');

-- An example's requests go with it.
create or replace function delete_example()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $$
declare
  home uuid := scope_workplace();
  gone text;
begin
  if not exists (select from workplaces w where w.workplace_id = home and w.is_example) then
    raise exception 'only an example is deleted whole' using errcode = 'insufficient_privilege';
  end if;
  foreach gone in array array['parcels', 'store_fulfilments', 'feedbacks', 'refund_requests', 'cashbacks', 'cashback_checks',
    'supplier_order_numbers', 'supplier_order_lines', 'supplier_orders', 'attempts', 'sale_cancellations', 'buyer_refunds',
    'wallet_settings']
  loop
    execute format('delete from %I where workplace_id = $1', gone) using home;
  end loop;
  delete from workplaces w where w.workplace_id = home;
end $$;
