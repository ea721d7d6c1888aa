-- Pictures that prove something, and what is said to a supplier about an order (packages/domain/src/feedback).

create table evidence_files (
  workplace_id uuid not null references workplaces on delete cascade,
  evidence_id uuid not null default new_id(),
  name text not null,
  -- Below private/evidence: it opens by signed addresses only.
  file text not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  size integer not null check (size > 0),
  -- Null: it was sent with nothing yet, and goes after a day.
  used_at timestamptz,
  created_at timestamptz not null,
  primary key (workplace_id, evidence_id)
);
create index evidence_files_unused on evidence_files (created_at) where used_at is null;
select protect_tenant_table('evidence_files');

-- Ids and files only: removing itself runs inside the tenant's scope.
create function unused_evidence(before timestamptz, at_most integer)
  returns table (workplace_id uuid, evidence_id uuid, file text)
language sql stable security definer set search_path = public, pg_temp as $$
  select e.workplace_id, e.evidence_id, e.file from evidence_files e
  where e.used_at is null and e.created_at < before order by e.created_at limit at_most
$$;
revoke all on function unused_evidence from public;
grant execute on function unused_evidence to omni_app;

alter table refund_requests add column pictures uuid[] not null default '{}';

create table feedbacks (
  workplace_id uuid not null references workplaces on delete cascade,
  feedback_id uuid not null default new_id(),
  order_id uuid not null,
  supplier_order_id uuid not null,
  -- What it is about; empty: the whole order.
  line_ids uuid[] not null default '{}',
  kind text not null check (kind in ('question', 'not_received', 'wrong_item', 'damaged', 'change', 'other')),
  -- `sending`: our latest message is on its way. `failed`: the supplier would not take it.
  state text not null check (state in ('sending', 'open', 'answered', 'done', 'failed')),
  -- The supplier's own number; null: it has not told one.
  feedback_no text,
  -- Answers that nobody has looked at.
  unread integer not null default 0 check (unread >= 0),
  created_by uuid not null,
  created_at timestamptz not null,
  -- Of the latest message, or of being done.
  moved_at timestamptz not null,
  primary key (workplace_id, feedback_id),
  foreign key (workplace_id, supplier_order_id) references supplier_orders
);
create unique index feedbacks_number on feedbacks (workplace_id, supplier_order_id, feedback_no)
  where feedback_no is not null;
create index feedbacks_open on feedbacks (workplace_id, moved_at desc, feedback_id desc) where state <> 'done';
create index feedbacks_done on feedbacks (workplace_id, moved_at desc, feedback_id desc) where state = 'done';
create index feedbacks_order on feedbacks (workplace_id, order_id);
create index feedbacks_unread on feedbacks (workplace_id) where unread > 0;
select protect_tenant_table('feedbacks');

create table feedback_messages (
  workplace_id uuid not null,
  message_id uuid not null default new_id(),
  feedback_id uuid not null,
  who text not null check (who in ('person', 'supplier')),
  text text not null,
  -- Ours.
  pictures uuid[] not null default '{}',
  -- Addresses that the supplier sent.
  links text[] not null default '{}',
  state text not null check (state in ('sending', 'sent', 'failed')),
  -- The supplier's own number.
  message_no text,
  written_by uuid,
  written_at timestamptz not null,
  primary key (workplace_id, message_id),
  foreign key (workplace_id, feedback_id) references feedbacks on delete cascade
);
create unique index feedback_messages_number on feedback_messages (workplace_id, feedback_id, message_no)
  where message_no is not null;
create index feedback_messages_of on feedback_messages (workplace_id, feedback_id, written_at, message_id);
select protect_tenant_table('feedback_messages');

-- What a supplier is asked about: conversations that are not done, and those done so recently that it may still write.
create function waiting_feedbacks(since timestamptz, at_most integer)
  returns table (workplace_id uuid, supplier_order_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct f.workplace_id, f.supplier_order_id from feedbacks f
  where f.feedback_no is not null and (f.state <> 'done' or f.moved_at > since) limit at_most
$$;
revoke all on function waiting_feedbacks from public;
grant execute on function waiting_feedbacks to omni_app;
