-- A job that is asked for again while a worker has it loses its key to the new one, and its tries with it, so that it is
-- not run again. When its worker is killed it looks given up, although the new job does its work. Who buries it is told
-- the key, and so sees that it was replaced.
drop function exhausted_jobs(integer);
create function exhausted_jobs(at_most integer)
returns table (job_id bigint, job text, payload json, tries integer, error text, key text)
language sql stable security definer set search_path = graphile_worker, pg_temp as $$
  select j.id, t.identifier, j.payload, j.attempts::integer,
    coalesce(j.last_error, 'the worker ended during the last try'), j.key
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where j.attempts >= j.max_attempts and j.locked_at is null order by j.id limit at_most
$$;
revoke all on function exhausted_jobs(integer) from public;
grant execute on function exhausted_jobs(integer) to omni_app;
