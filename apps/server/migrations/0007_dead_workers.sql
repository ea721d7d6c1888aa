-- A worker that was killed holds its jobs: the engine would wait four hours before it gives them to another. Each worker notes
-- under which names it takes jobs; a living one releases those of a worker that no longer beats.
alter table worker_heartbeats add column holds text[] not null default '{}';

create function release_dead_workers(silent interval) returns integer language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  names text[];
begin
  -- One at a time: two living workers need not bury the same one.
  if not pg_try_advisory_xact_lock(7214002) then return 0; end if;
  with dead as (delete from worker_heartbeats where beat_at < now() - silent returning holds)
  select coalesce(array_agg(name), '{}') into names from dead, unnest(dead.holds) as name;
  if cardinality(names) > 0 then perform graphile_worker.force_unlock_workers(names); end if;
  return cardinality(names);
end $$;
revoke all on function release_dead_workers from public;
grant execute on function release_dead_workers to omni_app;
