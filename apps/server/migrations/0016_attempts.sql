-- Writes to vendors that must have their effect exactly once: placing, payments, listings. The rules are
-- packages/domain/src/attempts/attempt.ts; the keys here make a double send impossible whatever a program does.
-- No foreign key to workplaces: what was bought and paid stays on record when a workplace is deleted.

create table attempts (
  workplace_id uuid not null,
  attempt_id uuid not null default new_id(),
  subject_kind text not null,
  subject_id text not null,
  n integer not null,
  vendor text not null,
  account_key text not null,
  reference text not null,
  input jsonb not null,
  input_hash text not null,
  -- Equal ones at one account cannot be told apart in a list. Null: the vendor is asked by reference.
  fingerprint text,
  -- What the vendor promised when the attempt was started.
  profile jsonb not null,
  state text not null default 'intended'
    check (state in ('intended', 'sending', 'checking', 'needs_decision', 'done', 'failed', 'cancelled')),
  send_no integer not null default 0,
  sends integer not null default 0,
  first_intent_at timestamptz,
  last_intent_at timestamptz,
  refusal text check (refusal in ('final', 'later')),
  clear boolean not null default true,
  stop boolean not null default false,
  question text check (question in ('exists', 'which')),
  effect text,
  -- Why it was refused, for the page that shows it.
  error_key text,
  alarm text check (alarm in ('late', 'second_effect')),
  version integer not null default 1,
  wake_at timestamptz,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (workplace_id, attempt_id),
  unique (vendor, account_key, reference),
  unique (workplace_id, subject_kind, subject_id, n),
  check ((state = 'done') = (effect is not null)),
  check ((state in ('done', 'failed', 'cancelled')) = (settled_at is not null)),
  check (state in ('needs_decision', 'done', 'failed', 'cancelled') or wake_at is not null),
  check ((state = 'needs_decision') = (question is not null))
);
-- One try at a time, and none after one that was done: two clicks, two people and two workers cannot make a second.
create unique index attempts_one_live on attempts (workplace_id, subject_kind, subject_id)
  where state not in ('failed', 'cancelled');
create unique index attempts_twins on attempts (vendor, account_key, fingerprint)
  where fingerprint is not null and sends > 0 and state not in ('done', 'failed', 'cancelled');
create index attempts_due on attempts (wake_at) where wake_at is not null;
create index attempts_questions on attempts (workplace_id, created_at) where state = 'needs_decision';

create table attempt_sends (
  workplace_id uuid not null,
  attempt_id uuid not null,
  send_no integer not null,
  input_hash text not null,
  intent_at timestamptz not null,
  send_by timestamptz not null,
  outcome text check (outcome in ('done', 'refused', 'unknown', 'not_sent')),
  answered_at timestamptz,
  primary key (workplace_id, attempt_id, send_no),
  foreign key (workplace_id, attempt_id) references attempts
);
-- The next intent is written when the one before has an outcome; `unknown` is one.
create unique index attempt_sends_one_open on attempt_sends (workplace_id, attempt_id) where outcome is null;

create table attempt_evidence (
  workplace_id uuid not null,
  attempt_id uuid not null,
  evidence_id uuid not null default new_id(),
  source text not null check (source in ('reply', 'look', 'push', 'person')),
  -- A push that comes twice is one piece of evidence.
  delivery_key text not null,
  asked_at timestamptz not null,
  said_at timestamptz not null default now(),
  by_user uuid,
  says jsonb not null,
  primary key (workplace_id, evidence_id),
  foreign key (workplace_id, attempt_id) references attempts,
  unique (workplace_id, attempt_id, source, delivery_key)
);
create trigger attempt_evidence_append_only before update or delete or truncate on attempt_evidence
  for each statement execute function refuse_change();

select protect_tenant_table('attempts');
select protect_tenant_table('attempt_sends');
select protect_tenant_table('attempt_evidence');
-- References and what was said about them are kept for ever.
revoke delete on attempts, attempt_sends from omni_app;
revoke update, delete on attempt_evidence from omni_app;

-- Attempts whose turn was lost. Ids only: the turn itself runs inside the tenant's scope.
create function overdue_attempts(by_s integer, at_most integer)
returns table (workplace_id uuid, attempt_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.workplace_id, a.attempt_id from attempts a
  where a.wake_at < now() - make_interval(secs => by_s) order by a.wake_at limit at_most
$$;
revoke all on function overdue_attempts from public;
grant execute on function overdue_attempts to omni_app;

-- Whether an equal attempt of the same account, of whichever workplace, is under way.
create function has_live_twin(of_vendor text, of_account text, of_fingerprint text, but_not uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from attempts a where a.vendor = of_vendor and a.account_key = of_account
    and a.fingerprint = of_fingerprint and a.attempt_id <> but_not and a.sends > 0
    and a.state not in ('done', 'failed', 'cancelled'))
$$;
revoke all on function has_live_twin from public;
grant execute on function has_live_twin to omni_app;
