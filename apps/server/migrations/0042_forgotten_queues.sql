-- A worker that stood still (a machine that slept) loses its job to another, wakes up and completes it all the same. The engine removes the
-- job then, and the queue stays locked by the other worker, which finds no job to complete. Nobody would run that queue for hours. A queue is
-- locked together with a job, so one that is locked without any is nobody's.
create or replace function release_dead_workers(silent interval) returns integer language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  names text[];
begin
  -- One at a time: two living workers need not bury the same one.
  if not pg_try_advisory_xact_lock(7214002) then return 0; end if;
  delete from worker_heartbeats where beat_at < now() - silent;
  select coalesce(array_agg(distinct j.locked_by), '{}') into names from graphile_worker._private_jobs j
    where j.locked_at < now() - silent and not exists (select from worker_heartbeats h where j.locked_by = any (h.holds));
  if cardinality(names) > 0 then perform graphile_worker.force_unlock_workers(names); end if;
  update graphile_worker._private_job_queues q set locked_by = null, locked_at = null
    where q.locked_at < now() - silent and not exists (select from graphile_worker._private_jobs j
      where j.job_queue_id = q.id and j.locked_by = q.locked_by);
  return cardinality(names);
end $$;
