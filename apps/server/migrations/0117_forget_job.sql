-- Takes back a job that waits under this key. One that has begun goes on.
create function forget_job(job_key text) returns void language sql security definer
set search_path = graphile_worker, pg_temp as $$
  delete from graphile_worker._private_jobs j where j.key = job_key and j.is_available
$$;
revoke all on function forget_job(text) from public;
grant execute on function forget_job(text) to omni_app;
