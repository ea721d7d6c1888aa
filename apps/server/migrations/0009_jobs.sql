-- A worker that is killed before its first beat has said no name, and its jobs would stay locked for hours. So it is asked the other way
-- round: a job that has been held for a while under a name no living worker goes by is nobody's.
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
  return cardinality(names);
end $$;

-- Whether a job of this key is there: what repeats itself is started once.
create function is_job_waiting(a_key text) returns boolean language sql security definer set search_path = public, pg_temp stable as $$
  select exists (select from graphile_worker._private_jobs j where j.key = a_key)
$$;
revoke all on function is_job_waiting from public;
grant execute on function is_job_waiting to omni_app;
