-- A turn that has a job is not lost, however late it is: a worker that has fallen behind comes to it. Asked for again, it
-- would go to the end of the line each minute, and one that is being carried out would be carried out beside itself.
create or replace function overdue_attempts(by_s integer, at_most integer)
returns table (workplace_id uuid, attempt_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.workplace_id, a.attempt_id from attempts a
  where a.wake_at < now() - make_interval(secs => by_s)
    and not exists (select from graphile_worker._private_jobs j
      where j.key = 'attempts.turn:' || a.attempt_id and (j.is_available or j.locked_at is not null))
  order by a.wake_at limit at_most
$$;
