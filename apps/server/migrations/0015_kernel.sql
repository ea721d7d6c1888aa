-- What channels, orders and money stand on: jobs with queues and a visible end, an inbox for what vendors send.

-- Jobs of one queue run one after another; a lower priority runs first. The version still running calls the older form.
create function enqueue_job(task text, payload json, job_key text, max_attempts integer, run_at timestamptz,
  queue_name text, priority integer)
returns void language plpgsql security definer set search_path = graphile_worker, pg_temp as $$
begin
  perform graphile_worker.add_job(
    task, payload, queue_name := enqueue_job.queue_name, run_at := coalesce(enqueue_job.run_at, now()),
    max_attempts := enqueue_job.max_attempts, job_key := enqueue_job.job_key, priority := enqueue_job.priority);
end $$;
revoke all on function enqueue_job(text, json, text, integer, timestamptz, text, integer) from public;
grant execute on function enqueue_job(text, json, text, integer, timestamptz, text, integer) to omni_app;

-- Jobs that will not be tried again. The engine leaves them lying; a job of ours records each and removes it. This also
-- finds those whose worker was killed during the last try: nobody heard them fail.
create table job_failures (
  failure_id uuid primary key default new_id(),
  job_id bigint not null unique,
  job text not null,
  payload jsonb not null,
  tries integer not null,
  error text not null,
  failed_at timestamptz not null default now(),
  retried_at timestamptz
);
create index job_failures_age on job_failures (failed_at);
-- Payloads name tenants: the app may record them and delete old ones, the operator reads them (npm run operate).
grant insert on job_failures to omni_app;
grant select (failure_id, job_id, failed_at) on job_failures to omni_app;
grant delete on job_failures to omni_app;

create function exhausted_jobs(at_most integer)
returns table (job_id bigint, job text, payload json, tries integer, error text)
language sql stable security definer set search_path = graphile_worker, pg_temp as $$
  select j.id, t.identifier, j.payload, j.attempts::integer, coalesce(j.last_error, 'the worker ended during the last try')
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where j.attempts >= j.max_attempts and j.locked_at is null order by j.id limit at_most
$$;
create function bury_job(of_job bigint) returns void language sql security definer
  set search_path = graphile_worker, pg_temp as $$
  delete from graphile_worker._private_jobs j where j.id = of_job and j.attempts >= j.max_attempts and j.locked_at is null
$$;
revoke all on function exhausted_jobs, bury_job from public;
grant execute on function exhausted_jobs, bury_job to omni_app;

-- What vendors sent, committed before it was acknowledged. The same delivery twice is one row.
create table inbox (
  inbox_id uuid primary key default new_id(),
  vendor text not null,
  delivery_id text not null,
  topic text not null,
  account_key text not null,
  headers jsonb not null,
  body bytea not null,
  received_at timestamptz not null default now(),
  handled_at timestamptz,
  unique (vendor, delivery_id)
);
create index inbox_age on inbox (received_at);
create index inbox_waiting on inbox (received_at) where handled_at is null;
grant select, insert, delete on inbox to omni_app;
grant update (handled_at) on inbox to omni_app;

-- A hint to every member's open browsers, in one statement.
create function tell_workplace(of_workplace uuid, name text, data jsonb) returns void language sql
  security definer set search_path = public, pg_temp as $$
  insert into realtime_messages (user_id, name, data)
  select m.user_id, tell_workplace.name, tell_workplace.data from workplace_members m
  where m.workplace_id = of_workplace and of_workplace = scope_workplace()
$$;
revoke all on function tell_workplace from public;
grant execute on function tell_workplace to omni_app;
