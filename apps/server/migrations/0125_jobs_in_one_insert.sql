-- The engine's add_job runs five statements for each job, most of which find nothing: the task is known, the key is new.
-- That was a third of what PostgreSQL did for a payment that is started. What is new under its key goes in at once;
-- where the key is taken, the task is unknown or the job has a queue, the engine decides as before.
create or replace function enqueue_quietly(task text, payload json, job_key text, max_attempts integer,
  run_at timestamptz, queue_name text, priority integer, keeps_time boolean)
returns void language plpgsql security definer set search_path = quiet, pg_catalog, graphile_worker, pg_temp as $$
declare made bigint;
begin
  if queue_name is null then
    insert into graphile_worker._private_jobs (task_id, payload, run_at, max_attempts, key, priority)
    select t.id, enqueue_quietly.payload, coalesce(enqueue_quietly.run_at, now()), enqueue_quietly.max_attempts,
      job_key, enqueue_quietly.priority
    from graphile_worker._private_tasks t where t.identifier = task
    on conflict (key) do nothing;
    if found then return; end if;
  end if;
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
