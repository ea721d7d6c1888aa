-- A transaction that notifies commits under one lock of the whole server, its flush to disk included: commits that add
-- jobs could not share a flush. A job that the app adds is therefore added quietly, and the app wakes the workers after
-- the commit, once for everything that was added meanwhile (platform/wake-workers.ts). If it dies before that, they look
-- by themselves within a second. Triggers still use enqueue_job, which notifies.
--
-- The engine has no such mode. It calls pg_notify without a schema, so inside this one function another one is found.
create schema quiet;
create function quiet.pg_notify(text, text) returns void language sql immutable as $$ select null::void $$;
create function enqueue_job_quietly(task text, payload json, job_key text, max_attempts integer, run_at timestamptz,
  queue_name text, priority integer)
returns void language plpgsql security definer set search_path = quiet, pg_catalog, graphile_worker, pg_temp as $$
declare made bigint;
begin
  -- As enqueue_job (0072): asked until the job is there.
  for tries in 1..100 loop
    select j.id into made from graphile_worker.add_job(
      task, payload, queue_name := enqueue_job_quietly.queue_name,
      run_at := coalesce(enqueue_job_quietly.run_at, now()), max_attempts := enqueue_job_quietly.max_attempts,
      job_key := enqueue_job_quietly.job_key, priority := enqueue_job_quietly.priority) j;
    exit when made is not null;
  end loop;
  if made is null then raise exception 'the job % (%) could not be added', task, job_key; end if;
end $$;
revoke all on function enqueue_job_quietly from public;
grant execute on function enqueue_job_quietly to omni_app;
