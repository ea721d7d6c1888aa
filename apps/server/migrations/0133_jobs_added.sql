-- Adds a job, in the caller's transaction. Nobody is notified here: commits that notify wait for each other. Whoever
-- commits is told by the notice that there is something to take, by a trigger too, and notifies the workers afterwards
-- (platform/db.ts). Processes of the version before ask for the setting.
CREATE OR REPLACE FUNCTION public.enqueue_job(name text, payload json DEFAULT '{}'::json, key text DEFAULT NULL::text, max_attempts integer DEFAULT 25, run_at timestamp with time zone DEFAULT NULL::timestamp with time zone, queue text DEFAULT NULL::text, priority integer DEFAULT 0, keeps_time boolean DEFAULT false)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
  -- What is not due yet is found when it is. The caller's clock may be a little ahead.
  if coalesce(enqueue_job.run_at, now()) <= clock_timestamp() + interval '0.1 seconds'
    and current_setting('omni.jobs_added', true) is distinct from 'yes' then
    perform set_config('omni.jobs_added', 'yes', true);
    raise notice 'jobs added';
  end if;
  return true;
end $function$;
