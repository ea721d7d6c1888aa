-- A job for later is not announced: every worker would look for jobs at once and find none. They look every second
-- anyhow. One that waits under its key is changed in place; one that runs is left to `add_job`, which knows what to do.
create or replace function enqueue_job(task text, payload json, job_key text, max_attempts integer, run_at timestamptz,
  queue_name text, priority integer, keeps_time boolean)
returns void language plpgsql security definer set search_path = graphile_worker, pg_temp as $$
declare made bigint;
begin
  if run_at > now() + interval '1 second' and job_key is not null then
    insert into graphile_worker._private_jobs as j (job_queue_id, task_id, payload, run_at, max_attempts, key, priority)
      select q.id, t.id, enqueue_job.payload, enqueue_job.run_at, enqueue_job.max_attempts, job_key, enqueue_job.priority
      from graphile_worker._private_tasks t
      left join graphile_worker._private_job_queues q on q.queue_name = enqueue_job.queue_name
      where t.identifier = task and (enqueue_job.queue_name is null or q.id is not null)
      on conflict (key) do update set job_queue_id = excluded.job_queue_id, task_id = excluded.task_id,
        payload = excluded.payload,
        run_at = case when keeps_time and j.attempts = 0 then j.run_at else excluded.run_at end,
        max_attempts = excluded.max_attempts, priority = excluded.priority, flags = null,
        attempts = 0, last_error = null, revision = j.revision + 1, updated_at = now()
      where j.is_available
      returning j.id into made;
    if made is not null then return; end if;
  end if;
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

-- Takes back a job that waits under this key. One that has begun goes on.
create function forget_job(job_key text) returns void language sql security definer
set search_path = graphile_worker, pg_temp as $$
  delete from graphile_worker._private_jobs j where j.key = job_key and j.is_available
$$;
revoke all on function forget_job(text) from public;
grant execute on function forget_job(text) to omni_app;
