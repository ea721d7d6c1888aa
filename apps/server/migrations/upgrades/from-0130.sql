-- A queue of our own in place of the engine's, which could only be made fast by patching its inside: one table, taken
-- from in batches, each job on lease to a worker that beats. Run with all processes of the version before stopped: they
-- add and look for their jobs in the engine's tables.
-- What a database at 0130 lacks of 0131_baseline.sql.
delete from migrations;

create table jobs (
  job_id bigint generated always as identity primary key,
  name text not null,
  payload jsonb not null,
  -- One row for each key: asked for again, it is the same job with the newer payload.
  key text unique,
  -- Jobs of one queue run one after another, over all workers.
  queue text,
  priority integer not null default 0,
  run_at timestamptz not null default now(),
  asked_at timestamptz not null default now(),
  attempts integer not null default 0,
  max_attempts integer not null check (max_attempts > 0),
  error text,
  -- The lease: whoever runs it. It ends when that worker has not beaten for a while.
  worker_id uuid,
  leased_at timestamptz,
  -- Asked for again while it ran: payload, run_at and attempts are already those of the next run.
  again boolean not null default false,
  check ((worker_id is null) = (leased_at is null)),
  check (worker_id is not null or not again)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create index jobs_due on jobs (name, run_at, job_id) where worker_id is null;
create index jobs_of_queue on jobs (queue, priority, run_at, job_id) where queue is not null and worker_id is null;
create unique index jobs_one_of_queue on jobs (queue) where worker_id is not null;
create index jobs_leased on jobs (worker_id) where worker_id is not null;
-- Payloads name tenants: the app adds jobs through the functions below and reads none. Workers sign in as the owner.

-- When the clock last asked for what: two workers whose minute comes at once ask for it once.
create table job_schedules (name text primary key, last_at timestamptz not null);

-- A dead letter whose area has not been told yet (jobs.dead-letters).
alter table job_failures add column handled_at timestamptz;
update job_failures set handled_at = now();
create index job_failures_unhandled on job_failures (failed_at) where handled_at is null;
grant select (handled_at), update (handled_at) on job_failures to omni_app;

insert into jobs (name, payload, key, queue, priority, run_at, attempts, max_attempts, error)
select t.identifier, j.payload::jsonb, j.key, q.queue_name, j.priority, j.run_at, least(j.attempts, j.max_attempts - 1),
  j.max_attempts, j.last_error
from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
where (j.attempts < j.max_attempts or j.locked_at is not null) and t.identifier <> 'jobs.bury';
select setval(pg_get_serial_sequence('jobs', 'job_id'), 1 + greatest((select coalesce(max(job_id), 0) from jobs),
  (select coalesce(max(job_id), 0) from job_failures), (select coalesce(max(id), 0) from graphile_worker._private_jobs)));
drop trigger bury_at_once on graphile_worker._private_jobs;
drop function bury_at_once, exhausted_jobs, bury_job, forget_job, wake_job, release_dead_workers, is_job_waiting,
  enqueue_job(text, json, text, integer, timestamptz), enqueue_job(text, json, text, integer, timestamptz, text, integer),
  enqueue_job(text, json, text, integer, timestamptz, text, integer, boolean), enqueue_quietly;
drop schema quiet cascade;
drop schema graphile_worker cascade;
alter table worker_heartbeats drop column holds;

-- Adds a job, in the caller's transaction. Nobody is notified here: commits that notify wait for each other. Whoever
-- commits notifies the workers afterwards, and asks this setting whether a trigger added some (platform/db.ts).
create function enqueue_job(name text, payload json default '{}', key text default null, max_attempts integer default 25,
  run_at timestamptz default null, queue text default null, priority integer default 0, keeps_time boolean default false)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  insert into jobs as j (name, payload, key, queue, priority, run_at, max_attempts)
  values (enqueue_job.name, enqueue_job.payload::jsonb, enqueue_job.key, enqueue_job.queue, enqueue_job.priority,
    coalesce(enqueue_job.run_at, now()), enqueue_job.max_attempts)
  on conflict (key) do update set payload = excluded.payload, priority = excluded.priority,
    max_attempts = excluded.max_attempts, asked_at = now(), attempts = 0, error = null,
    -- A job that runs keeps its place in its queue.
    queue = case when j.worker_id is null then excluded.queue else j.queue end,
    run_at = case when keeps_time and j.attempts = 0 then j.run_at else excluded.run_at end,
    again = j.worker_id is not null;
  perform set_config('omni.jobs_added', 'yes', true);
  return true;
end $$;

-- Sees to it that a job of this key begins after the caller's transaction has committed. One that waits and is due does
-- so anyhow, and so does the next run of one that runs: it is held until then, so that no worker takes it before, and is neither written nor announced again. A
-- store that sends hundreds of webhooks a second would otherwise have every worker look for new jobs each time.
create function ensure_job(name text, payload json, key text, max_attempts integer, queue text, priority integer)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Not waited for: whoever has it in hand may be a worker that takes it.
  perform from jobs j where j.key = ensure_job.key and (j.worker_id is null or j.again) and j.run_at <= now()
    for key share skip locked;
  return case when found then false else enqueue_job(name, payload, key, max_attempts, null, queue, priority) end;
end $$;

-- Takes back what waits under this key. A job that runs goes on, and is not run again.
create function cancel_job(of_key text) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  delete from jobs where key = of_key and worker_id is null;
  update jobs set again = false where key = of_key and again;
end $$;

create function is_job_waiting(of_key text) returns boolean language sql stable security definer
  set search_path = public, pg_temp as $$ select exists (select from jobs where key = of_key) $$;

-- Leases up to `at_most` due jobs with these names: the first of each queue, lower priorities first. One worker takes at
-- a time: the lock is asked for before the rows are looked at, so that two never see the same queue free.
create function take_jobs(worker uuid, names text[], at_most integer)
returns table (job_id bigint, name text, payload jsonb, attempts integer) language plpgsql
  -- Planned once for a table that is empty now and has a hundred thousand rows in a minute.
  set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  chosen bigint[];
begin
  -- A lease that is lost when PostgreSQL dies is taken by another worker: the job runs twice, as after any lost lease.
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock(7214003);
  with due as (
    select c.* from unnest(names) as n (of_name) cross join lateral (
      select j.job_id, j.priority, j.run_at from jobs j
      where j.name = n.of_name and j.worker_id is null and j.run_at <= now()
        and (j.queue is null or (
          not exists (select from jobs busy where busy.queue = j.queue and busy.worker_id is not null)
          and not exists (select from jobs before where before.queue = j.queue and before.worker_id is null
            and before.run_at <= now()
            and (before.priority, before.run_at, before.job_id) < (j.priority, j.run_at, j.job_id))))
      order by j.run_at, j.job_id limit at_most) c)
  select array(select d.job_id from due d order by d.priority, d.run_at, d.job_id limit at_most) into chosen;
  return query
    update jobs j set worker_id = worker, leased_at = now(), attempts = j.attempts + 1
    where j.job_id = any (array(select f.job_id from jobs f where f.job_id = any (chosen) for update skip locked))
    returning j.job_id, j.name, j.payload, j.attempts;
end $$;

-- Ends the leases of jobs that are done. Answers those somebody is asking for again in this moment: they are tried again
-- in the next turn, because waiting for one would hold up all others.
create function finish_jobs(worker uuid, done bigint[]) returns bigint[] language plpgsql as $$
declare
  free bigint[];
begin
  -- Lost with the machine's power, a job is run once more, which every handler is safe for.
  perform set_config('synchronous_commit', 'off', true);
  select coalesce(array_agg(f.job_id), '{}') into free from (
    select job_id from jobs where job_id = any (done) and worker_id = worker for update skip locked) f;
  delete from jobs where job_id = any (free) and not again;
  update jobs set worker_id = null, leased_at = null, again = false where job_id = any (free) and again;
  return array(select job_id from jobs where job_id = any (done) and worker_id = worker and job_id <> all (free));
end $$;

-- Gives back what was leased and has not begun.
create function return_jobs(worker uuid, unbegun bigint[]) returns void language sql as $$
  update jobs set worker_id = null, leased_at = null, again = false, attempts = greatest(attempts - 1, 0)
  where job_id = any (unbegun) and worker_id = worker
$$;

-- Ends the lease of one that failed: tried again after a pause that grows, or a dead letter after its last try. `final`:
-- the next try would end the same.
create function fail_job(worker uuid, failed bigint, reason text, final boolean, wait_s double precision)
returns void language plpgsql as $$
declare
  j jobs;
begin
  select * into j from jobs where job_id = failed and worker_id = worker for update;
  if not found then return; end if;
  if j.again then
    update jobs set worker_id = null, leased_at = null, again = false where job_id = failed;
  elsif final or j.attempts >= j.max_attempts then
    insert into job_failures (job_id, job, payload, tries, error)
      values (failed, j.name, j.payload, j.attempts, left(reason, 2000)) on conflict (job_id) do nothing;
    delete from jobs where job_id = failed;
    -- Its own failure waits for the clock.
    if j.name = 'jobs.dead-letters' then return; end if;
    perform enqueue_job('jobs.dead-letters', '{}', 'jobs.dead-letters:all', 3, null, 'jobs.dead-letters');
  else
    update jobs set worker_id = null, leased_at = null, error = reason,
      run_at = now() + make_interval(secs => wait_s + exp(least(j.attempts, 10))) where job_id = failed;
  end if;
end $$;

-- Takes back the jobs of workers that have not beaten for so long. Their tries count.
create function release_dead_workers(silent interval) returns integer language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  lost record;
  released integer := 0;
begin
  -- One at a time: two living workers need not release the same ones.
  if not pg_try_advisory_xact_lock(7214002) then return 0; end if;
  delete from worker_heartbeats where beat_at < now() - silent;
  for lost in
    select job_id, worker_id, attempts, max_attempts from jobs j where j.worker_id is not null
      and j.leased_at < now() - silent and not exists (select from worker_heartbeats h where h.worker_id = j.worker_id::text)
    for update skip locked
  loop
    perform fail_job(lost.worker_id, lost.job_id, 'the worker ended during this try', false, 0);
    update jobs set run_at = now() where job_id = lost.job_id and attempts > 0;
    released := released + 1;
  end loop;
  return released;
end $$;

-- Dead letters whose area was not told yet.
create function unhandled_failures(at_most integer)
returns table (failure_id uuid, job text, payload jsonb, tries integer, error text)
language sql stable security definer set search_path = public, pg_temp as $$
  select failure_id, job, payload, tries, error from job_failures where handled_at is null
  order by failed_at limit at_most
$$;

-- The message is announced by whoever commits it (platform/realtime.ts), not by a trigger inside the transaction.
drop trigger realtime_messages_notify on realtime_messages;
drop function notify_realtime, tell_workplace;
-- To every member's open browsers, in one statement.
create function tell_workplace(of_workplace uuid, name text, data jsonb)
returns table (message_id bigint, user_id uuid) language sql security definer set search_path = public, pg_temp as $$
  insert into realtime_messages (user_id, name, data)
  select m.user_id, tell_workplace.name, tell_workplace.data from workplace_members m
  where m.workplace_id = of_workplace and of_workplace = scope_workplace()
  returning message_id, user_id
$$;

create or replace function overdue_attempts(by_s integer, at_most integer)
returns table (workplace_id uuid, attempt_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.workplace_id, a.attempt_id from attempts a
  where a.wake_at < now() - make_interval(secs => by_s)
    and not exists (select from jobs j where j.key = 'attempts.turn:' || a.attempt_id)
  order by a.wake_at limit at_most
$$;

revoke all on function enqueue_job, ensure_job, cancel_job, is_job_waiting, take_jobs, finish_jobs, return_jobs,
  fail_job, release_dead_workers, unhandled_failures, tell_workplace from public;
grant execute on function enqueue_job, ensure_job, cancel_job, is_job_waiting, release_dead_workers,
  unhandled_failures, tell_workplace to omni_app;
