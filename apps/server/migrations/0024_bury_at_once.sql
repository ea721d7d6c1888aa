-- The moment the engine lets go of a job that will not be tried again, the job that records and shows it is due. The
-- engine tells its process before it has written the failure, and counts tries by what it read when it took the job:
-- only the row itself knows.
create function bury_at_once() returns trigger language plpgsql as $$
begin
  perform public.enqueue_job('jobs.bury', '{}', 'jobs.bury:all', 3, null, 'jobs.bury', 0);
  return null;
end $$;
create trigger bury_at_once after update on graphile_worker._private_jobs for each row
  when (old.locked_at is not null and new.locked_at is null and new.attempts >= new.max_attempts
    and new.key is distinct from 'jobs.bury:all')
  execute function bury_at_once();
