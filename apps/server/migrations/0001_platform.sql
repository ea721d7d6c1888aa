-- What every later table stands on: ids, the scope of a request, and the platform's own tables.
-- The app connects as omni_app: no ownership, no BYPASSRLS. Row-level security is forced on every tenant table.

do $$ begin
  if not exists (select from pg_roles where rolname = 'omni_app') then
    create role omni_app nologin nosuperuser nobypassrls nocreatedb nocreaterole;
  end if;
end $$;

-- The migrating role must be able to hand its connections to omni_app (a superuser needs no grant).
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant omni_app to %I', current_user);
  end if;
end $$;

grant usage on schema public to omni_app;

-- Time-ordered ids (UUID version 7), so that new rows land at the end of every index. PostgreSQL 18 has uuidv7();
-- this works from 13 on.
create function new_id() returns uuid language sql volatile as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid
$$;

-- The scope of a request or job, set by the server and read by every policy. Empty means: nobody, nowhere.
create function scope_user() returns uuid language sql stable as
  $$ select nullif(current_setting('app.user_id', true), '')::uuid $$;
create function scope_workplace() returns uuid language sql stable as
  $$ select nullif(current_setting('app.workplace_id', true), '')::uuid $$;
-- Every workplace of the session's account, for what may be read across them.
create function scope_own_workplaces() returns uuid[] language sql stable as
  $$ select coalesce(nullif(current_setting('app.own_workplaces', true), '')::uuid[], '{}') $$;

-- Events, written in the transaction that made them true. The worker hands them on.
create table outbox (
  event_id uuid primary key default new_id(),
  name text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  delivered_at timestamptz
);
create index outbox_delivered on outbox (delivered_at) where delivered_at is not null;
grant insert, select on outbox to omni_app;
grant update (delivered_at) on outbox to omni_app;
grant delete on outbox to omni_app;

-- What browsers are told. Kept for a day, so that a client can resume after a break.
create table realtime_messages (
  message_id bigint generated always as identity primary key,
  user_id uuid not null,
  name text not null,
  data jsonb not null,
  created_at timestamptz not null default now()
);
create index realtime_messages_user on realtime_messages (user_id, message_id);
create index realtime_messages_age on realtime_messages (created_at);
grant insert, select, delete on realtime_messages to omni_app;

create function notify_realtime() returns trigger language plpgsql as $$
begin
  perform pg_notify('realtime', new.message_id::text || ' ' || new.user_id::text);
  return null;
end $$;
create trigger realtime_messages_notify after insert on realtime_messages
  for each row execute function notify_realtime();

-- First replies to calls that carried an idempotency key (spec decisions: same key + same body = the same reply).
create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  call text not null,
  input_hash text not null,
  reply jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
grant insert, select, delete on idempotency_keys to omni_app;
grant update (reply) on idempotency_keys to omni_app;

-- Who did what, in chains: one per workplace, one per account. Nobody edits it; each row seals the one before.
create table audit_log (
  chain_id uuid not null,
  seq bigint not null,
  user_id uuid,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  at timestamptz not null,
  prev_hash bytea not null,
  hash bytea not null,
  primary key (chain_id, seq)
);
alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy audit_log_scope on audit_log to omni_app
  using (chain_id in (scope_workplace(), scope_user()))
  with check (chain_id in (scope_workplace(), scope_user()));
grant insert, select on audit_log to omni_app;

create function seal_audit_row() returns trigger language plpgsql as $$
declare last record;
begin
  -- One writer per chain at a time, or two rows would seal the same predecessor.
  perform pg_advisory_xact_lock(hashtextextended(new.chain_id::text, 41));
  select seq, hash into last from audit_log where chain_id = new.chain_id order by seq desc limit 1;
  new.seq := coalesce(last.seq, 0) + 1;
  new.prev_hash := coalesce(last.hash, '\x'::bytea);
  new.at := clock_timestamp();
  new.hash := audit_row_hash(new);
  return new;
end $$;
create function audit_row_hash(r audit_log) returns bytea language sql stable as $$
  select sha256(r.prev_hash || convert_to(jsonb_build_array(
    r.chain_id, r.seq, r.user_id, r.action, r.subject, r.before, r.after, extract(epoch from r.at)::text)::text, 'UTF8'))
$$;
create trigger audit_log_seal before insert on audit_log for each row execute function seal_audit_row();

create function refuse_change() returns trigger language plpgsql as $$
begin raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege'; end $$;
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

-- A worker that stops beating is gone.
create table worker_heartbeats (
  worker_id text primary key,
  beat_at timestamptz not null default now()
);
grant select, insert, update, delete on worker_heartbeats to omni_app;

-- Sign-in attempts and the like, counted across processes (rate-limiter-flexible's layout).
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
grant select, insert, update, delete on rate_limits to omni_app;

-- What the operator of this installation says to everyone, e.g. a maintenance notice.
create table operator_settings (
  key text primary key,
  value jsonb not null
);
grant select on operator_settings to omni_app;

-- What clients report. The app may write it and never read it back.
create table telemetry_events (
  event_id uuid primary key default new_id(),
  kind text not null,
  user_id uuid,
  workplace_id uuid,
  data jsonb not null,
  created_at timestamptz not null default now()
);
create index telemetry_events_kind on telemetry_events (kind, created_at);
grant insert on telemetry_events to omni_app;

-- Units per US dollar.
create table currency_rates (
  currency text primary key check (currency ~ '^[A-Z]{3}$'),
  rate double precision not null check (rate > 0),
  as_of timestamptz not null
);
grant select, insert, update on currency_rates to omni_app;
