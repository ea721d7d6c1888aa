-- What stores asked us for as their fulfilment service: to fulfil lines of an order, or to leave it after all. The answer is
-- committed before the store is told. An order may come in after the request that names it.
create table fulfilment_requests (
  workplace_id uuid not null,
  request_id uuid not null default new_id(),
  store_id uuid not null,
  kind text not null check (kind in ('fulfilment', 'cancellation')),
  -- As the store names them: the request, the fulfilment order it is about, the order.
  remote_request_id text not null,
  remote_id text not null,
  remote_order_id text not null,
  -- packages/domain/src/fulfilments/requests.ts, RequestedLine.
  lines jsonb not null,
  -- In the merchant's words.
  message text not null,
  requested_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'answering', 'accepted', 'declined', 'withdrawn')),
  -- What was answered, or is being. Null: nobody has decided.
  accepts boolean,
  -- Lines that are the reason for a no.
  declined jsonb not null default '[]',
  note text not null default '',
  -- The latest answer, which is what the attempt is about.
  answer_id uuid,
  -- Null: it was decided by itself.
  decided_by uuid,
  -- Why the store did not hear the answer: a person decides again.
  problem text check (problem in ('disconnected', 'not_allowed', 'refused', 'unclear')),
  problem_text text,
  -- When the seller was told of it.
  told_at timestamptz,
  answered_at timestamptz,
  -- Lines of it may not be bought: nobody has said yes, or the store wants them no more.
  blocks boolean generated always as (not (
    (kind = 'fulfilment' and state = 'accepted')
    or (kind = 'cancellation' and (state = 'declined' or (state = 'answering' and accepts is false)))
  )) stored,
  primary key (workplace_id, request_id),
  foreign key (workplace_id, store_id) references stores on delete cascade,
  unique (workplace_id, store_id, remote_request_id),
  check (state not in ('answering', 'accepted', 'declined') or accepts is not null),
  check (problem is null or state = 'open')
);
create index fulfilment_requests_order on fulfilment_requests (workplace_id, store_id, remote_order_id, requested_at desc);
create index fulfilment_requests_open on fulfilment_requests (workplace_id, store_id) where state = 'open';
create unique index fulfilment_requests_answer on fulfilment_requests (workplace_id, answer_id);
select protect_tenant_table('fulfilment_requests');
