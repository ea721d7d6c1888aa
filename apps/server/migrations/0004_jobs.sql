-- The app's door to the job engine: it may add a job in its own transaction and nothing else.
create function enqueue_job(task text, payload json, job_key text, max_attempts integer, run_at timestamptz)
returns void language plpgsql security definer set search_path = graphile_worker, pg_temp as $$
begin
  perform graphile_worker.add_job(
    task, payload, job_key := enqueue_job.job_key, max_attempts := enqueue_job.max_attempts,
    run_at := coalesce(enqueue_job.run_at, now()));
end $$;
revoke all on function enqueue_job from public;
grant execute on function enqueue_job to omni_app;

-- Reports of an account that is gone. The app can have them deleted, though it cannot read them.
create function forget_telemetry(of_user uuid) returns void language sql security definer
  set search_path = public, pg_temp as $$ delete from telemetry_events where user_id = of_user $$;
revoke all on function forget_telemetry from public;
grant execute on function forget_telemetry to omni_app;
create index telemetry_events_user on telemetry_events (user_id) where user_id is not null;
