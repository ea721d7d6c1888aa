-- A transaction that notifies holds one lock for the whole database while it commits, so that all of them wait for each
-- other's disk: with one job in each, twenty clients commit no faster than one. Jobs are therefore added without a word,
-- and whoever added some tells the workers after the commit, one word for many (platform/jobs.ts). A word that is lost
-- with its process costs the second until workers look by themselves.
create schema quiet;
-- Found before the real one by what enqueue_quietly calls: the engine's add_job notifies, and has no option not to.
create function quiet.pg_notify(text, text) returns void language sql immutable as $$ select $$;

create function enqueue_quietly(task text, payload json, job_key text, max_attempts integer, run_at timestamptz,
  queue_name text, priority integer, keeps_time boolean)
returns void language plpgsql security definer set search_path = quiet, pg_catalog, graphile_worker, pg_temp as $$
declare made bigint;
begin
  -- The engine drops a job that is asked for at the very moment a worker takes it, and answers no row (0072).
  for tries in 1..100 loop
    select j.id into made from graphile_worker.add_job(
      task, payload, queue_name := enqueue_quietly.queue_name, run_at := coalesce(enqueue_quietly.run_at, now()),
      max_attempts := enqueue_quietly.max_attempts, job_key := enqueue_quietly.job_key,
      priority := enqueue_quietly.priority,
      job_key_mode := case when keeps_time then 'preserve_run_at' else 'replace' end) j;
    exit when made is not null;
  end loop;
  if made is null then raise exception 'the job % (%) could not be added', task, job_key; end if;
end $$;
revoke all on function enqueue_quietly(text, json, text, integer, timestamptz, text, integer, boolean) from public;
grant execute on function enqueue_quietly(text, json, text, integer, timestamptz, text, integer, boolean) to omni_app;

-- For triggers, which have nobody to tell the workers afterwards.
create or replace function enqueue_job(task text, payload json, job_key text, max_attempts integer, run_at timestamptz,
  queue_name text, priority integer, keeps_time boolean)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform enqueue_quietly(task, payload, job_key, max_attempts, run_at, queue_name, priority, keeps_time);
  perform pg_notify('jobs:insert', '{"r":' || random()::text || ',"count":1}');
end $$;
