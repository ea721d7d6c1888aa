-- Sees to it that a job of this key begins after the caller's transaction has committed. One that waits and is due does
-- so anyhow: it is held until then, so that no worker takes it before, and is neither written nor announced again. A
-- store that sends hundreds of messages a second would otherwise have every worker look for new jobs each time.
create function wake_job(task text, payload json, job_key text, max_attempts integer, queue_name text, priority integer)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Not waited for: whoever has it in hand may be a worker that takes it.
  perform from graphile_worker._private_jobs j
    where j.key = job_key and j.is_available and j.run_at <= now() for key share skip locked;
  if not found then
    perform enqueue_job(task, payload, job_key, max_attempts, null, queue_name, priority);
  end if;
end $$;
revoke all on function wake_job(text, json, text, integer, text, integer) from public;
grant execute on function wake_job(text, json, text, integer, text, integer) to omni_app;
