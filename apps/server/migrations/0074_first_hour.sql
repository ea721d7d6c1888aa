-- Who wants the daily summary. The seller's morning is found by the program, which knows the zones.
create function daily_summary_readers(after_workplace uuid, at_most integer)
returns table (workplace_id uuid, user_id uuid, timezone text)
language sql stable security definer set search_path = public, pg_temp as $$
  select w.workplace_id, m.user_id, coalesce(w.settings->>'timezone', 'UTC')
  from (select w.workplace_id, w.settings from workplaces w
      where w.workplace_id > after_workplace and w.settings->'notification'->>'email_digest' = 'true'
      order by w.workplace_id limit at_most) w
    join workplace_members m on m.workplace_id = w.workplace_id
    join users u on u.user_id = m.user_id and u.email_verified_at is not null
  order by w.workplace_id, m.user_id
$$;
revoke all on function daily_summary_readers from public;
grant execute on function daily_summary_readers to omni_app;

-- Steps of the onboarding that were done before anything marked them.
update users u set onboarding = jsonb_set(onboarding, '{AO}', (
  select coalesce(jsonb_agg(distinct step), '[]') from (
    select jsonb_array_elements_text(coalesce(u.onboarding->'AO', '[]')) as step
    union select unnest(array['marketplace_import', 'normal_import']) where exists (
      select from workplace_members m join products p using (workplace_id) where m.user_id = u.user_id)
    union select 'order' where exists (
      select from workplace_members m join supplier_orders s using (workplace_id) where m.user_id = u.user_id)
    union select 'pricing' where exists (select from subscriptions s where s.user_id = u.user_id)) done))
where exists (select from workplace_members m join products p using (workplace_id) where m.user_id = u.user_id)
  or exists (select from subscriptions s where s.user_id = u.user_id);
