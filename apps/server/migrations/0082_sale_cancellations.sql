-- Sales that a seller took back in the store they came from. The wish is committed before the store is asked.
-- No foreign key to workplaces: what a store was asked for stays on record when a workplace is deleted.
create table sale_cancellations (
  workplace_id uuid not null,
  cancellation_id uuid not null default new_id(),
  order_id uuid not null,
  -- Why, by the numbers of the specification.
  reason integer not null check (reason between 1 and 14),
  state text not null check (state in ('sending', 'done', 'failed')),
  problem text check (problem in ('disconnected', 'not_allowed', 'already_sent', 'refused', 'unclear')),
  -- In the store's own words.
  problem_text text,
  requested_by uuid not null,
  requested_at timestamptz not null,
  settled_at timestamptz,
  primary key (workplace_id, cancellation_id),
  check ((state = 'sending') = (settled_at is null)),
  check ((state = 'failed') = (problem is not null))
);
-- One at a time: a double click and two people ask once.
create unique index sale_cancellations_one_live on sale_cancellations (workplace_id, order_id) where state = 'sending';
create index sale_cancellations_order on sale_cancellations (workplace_id, order_id, requested_at desc);
select protect_tenant_table('sale_cancellations');
revoke delete on sale_cancellations from omni_app;
