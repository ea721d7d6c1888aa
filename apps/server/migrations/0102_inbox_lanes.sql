-- Deliveries of one account and lane are worked in slices by one job. `begun`: a job took it in hand; found so again,
-- that job was killed, and it may be this one that killed it. `alone`: it has a job of its own, with tries of its own,
-- and the others do not wait for it.
alter table inbox add column lane text not null default '';
alter table inbox add column state text not null default 'new';
alter table inbox add constraint inbox_state check (state in ('new', 'begun', 'alone')) not valid;
grant update (state) on inbox to omni_app;

-- A job that is asked for "in a second" is put off by a second whenever it is asked for again: a store that tells us
-- something every second would never be read. `keeps_time`: one that waits already keeps the time it has.
create function enqueue_job(task text, payload json, job_key text, max_attempts integer, run_at timestamptz,
  queue_name text, priority integer, keeps_time boolean)
returns void language plpgsql security definer set search_path = graphile_worker, pg_temp as $$
declare made bigint;
begin
  -- The engine drops a job that is asked for at the very moment a worker takes it, and answers no row (0072).
  for tries in 1..100 loop
    select j.id into made from graphile_worker.add_job(
      task, payload, queue_name := enqueue_job.queue_name, run_at := coalesce(enqueue_job.run_at, now()),
      max_attempts := enqueue_job.max_attempts, job_key := enqueue_job.job_key, priority := enqueue_job.priority,
      job_key_mode := case when keeps_time then 'preserve_run_at' else 'replace' end) j;
    exit when made is not null;
  end loop;
  if made is null then raise exception 'the job % (%) could not be added', task, job_key; end if;
end $$;
revoke all on function enqueue_job(text, json, text, integer, timestamptz, text, integer, boolean) from public;
grant execute on function enqueue_job(text, json, text, integer, timestamptz, text, integer, boolean) to omni_app;
create or replace function enqueue_job(task text, payload json, job_key text, max_attempts integer, run_at timestamptz,
  queue_name text, priority integer)
returns void language sql security definer set search_path = public, pg_temp as $$
  select enqueue_job(task, payload, job_key, max_attempts, run_at, queue_name, priority, false)
$$;
