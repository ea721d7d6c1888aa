-- The engine drops a keyed job that is asked for again at the very moment a worker takes the first one: it finds the row
-- free, waits for the worker, finds it taken, and writes nothing. Whoever asked is not told, and what happened after the
-- first one began is acted on by nobody. It answers no row then, so it is asked until there is one: a second look sees
-- that the first is taken, and makes another.
create or replace function enqueue_job(task text, payload json, job_key text, max_attempts integer, run_at timestamptz,
  queue_name text, priority integer)
returns void language plpgsql security definer set search_path = graphile_worker, pg_temp as $$
declare made bigint;
begin
  for tries in 1..100 loop
    select j.id into made from graphile_worker.add_job(
      task, payload, queue_name := enqueue_job.queue_name, run_at := coalesce(enqueue_job.run_at, now()),
      max_attempts := enqueue_job.max_attempts, job_key := enqueue_job.job_key, priority := enqueue_job.priority) j;
    exit when made is not null;
  end loop;
  if made is null then raise exception 'the job % (%) could not be added', task, job_key; end if;
end $$;
