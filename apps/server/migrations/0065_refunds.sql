-- Money that was asked back from a supplier, or that it gave back without being asked (packages/domain/src/refunds).
-- No foreign key to workplaces: what was paid back stays on record when a workplace is deleted.

create table refund_requests (
  workplace_id uuid not null,
  refund_id uuid not null default new_id(),
  supplier_order_id uuid not null,
  order_id uuid not null,
  type text not null check (type in ('cancel', 'refund')),
  -- Of a cancellation: empty.
  reason text not null default '',
  text text not null default '',
  asked bigint not null check (asked > 0),
  granted bigint check (granted >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  state text not null check (state in ('sending', 'pending', 'accepted', 'rejected', 'completed', 'failed')),
  -- The supplier's own number; null: it has not told one.
  refund_no text,
  -- What the supplier wrote, or why it would not take it.
  note text not null default '',
  -- Null: the supplier began it.
  requested_by uuid,
  requested_at timestamptz not null,
  answered_at timestamptz,
  updated_at timestamptz not null,
  primary key (workplace_id, refund_id),
  foreign key (workplace_id, supplier_order_id) references supplier_orders
);
-- One at a time: a double click and two people ask once.
create unique index refund_requests_one_open on refund_requests (workplace_id, supplier_order_id)
  where state in ('sending', 'pending', 'accepted');
create unique index refund_requests_number on refund_requests (workplace_id, supplier_order_id, refund_no)
  where refund_no is not null;
create index refund_requests_order on refund_requests (workplace_id, order_id, requested_at desc);
create index refund_requests_waiting on refund_requests (requested_at) where state in ('pending', 'accepted');
select protect_tenant_table('refund_requests');
revoke delete on refund_requests from omni_app;

-- Money that came back is part of what an order earned (0056).
create trigger refund_requests_profit_changed after update of state, granted on refund_requests for each row
  when ((old.state, old.granted) is distinct from (new.state, new.granted)) execute function mark_changed_profit();

-- Requests that the supplier is asked about. Ids only: the reading itself runs inside the tenant's scope.
create function waiting_refunds(at_most integer) returns table (workplace_id uuid, supplier_order_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct r.workplace_id, r.supplier_order_id from refund_requests r
  where r.state in ('pending', 'accepted') limit at_most
$$;
revoke all on function waiting_refunds from public;
grant execute on function waiting_refunds to omni_app;
