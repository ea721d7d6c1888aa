-- By which ways a notification reaches its reader is kept with it, and switched by kind and way.
alter table notifications
  add column channels text[] not null default '{app,digest}',
  add column mail_key text;
alter table notifications alter column channels set default '{app}';
alter table notifications add constraint notifications_channels_check
  check (channels <@ array['app', 'mail', 'digest']) not valid;
alter table notifications validate constraint notifications_channels_check;
comment on column notifications.channels is 'app: the bell. mail: a mail at once. digest: the mail of the morning.';
comment on column notifications.mail_key is 'The mail that it is in; null: in none yet.';

-- The bell counts what it shows.
create or replace function count_notifications() returns trigger language plpgsql as $$
declare r notifications := coalesce(new, old);
declare d_total integer := case tg_op when 'INSERT' then 1 when 'DELETE' then -1 else 0 end;
declare d_unread integer :=
  (case when tg_op <> 'DELETE' and new.read_at is null then 1 else 0 end)
  - (case when tg_op <> 'INSERT' and old.read_at is null then 1 else 0 end);
begin
  if d_total = 0 and d_unread = 0 or not 'app' = any(r.channels) then return null; end if;
  -- A cascade from a deleted account or workplace removes the counter as well: nothing to keep then.
  if tg_op = 'DELETE' then
    update notification_counts set total = total + d_total, unread = unread + d_unread
      where workplace_id = r.workplace_id and user_id = r.user_id and kind = r.kind;
  else
    insert into notification_counts as c (workplace_id, user_id, kind, total, unread)
      values (r.workplace_id, r.user_id, r.kind, d_total, d_unread)
      on conflict (workplace_id, user_id, kind)
      do update set total = c.total + d_total, unread = c.unread + d_unread;
  end if;
  return null;
end $$;

-- A switch for each kind becomes one for each kind and way; the summary of the day carries the kinds that it carried.
update workplaces w set settings = jsonb_set(w.settings, '{notification}', (
    select jsonb_object_agg(kind, jsonb_build_object(
      'app', coalesce((w.settings -> 'notification' ->> kind)::boolean, true),
      'digest', coalesce((w.settings -> 'notification' ->> 'email_digest')::boolean, false)))
    from unnest(array['product', 'supplier', 'order', 'system']) as kinds (kind)))
  where w.settings ? 'notification';

-- Who wants the daily summary. The seller's morning is found by the program, which knows the zones.
create or replace function daily_summary_readers(after_workplace uuid, at_most integer)
  returns table (workplace_id uuid, user_id uuid, timezone text)
  language sql stable security definer set search_path to 'public', 'pg_temp' as $$
  select w.workplace_id, m.user_id, coalesce(w.settings->>'timezone', 'UTC')
  from (select w.workplace_id, w.settings from workplaces w
      where w.workplace_id > after_workplace and w.settings @? '$.notification.*.digest ? (@ == true)'
      order by w.workplace_id limit at_most) w
    join workplace_members m on m.workplace_id = w.workplace_id
    join users u on u.user_id = m.user_id and u.email_verified_at is not null
  order by w.workplace_id, m.user_id
$$;
