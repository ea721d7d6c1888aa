-- Tenants. A workplace and its membership can be seen from inside the workplace, or by the member's own session.

create table workplaces (
  workplace_id uuid primary key default new_id(),
  name text not null check (length(name) between 1 and 60),
  settings jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create table workplace_members (
  workplace_id uuid not null references workplaces on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (workplace_id, user_id)
);
create index workplace_members_user on workplace_members (user_id, created_at);

alter table workplace_members enable row level security;
alter table workplace_members force row level security;
create policy workplace_members_scope on workplace_members to omni_app
  using (workplace_id = scope_workplace() or user_id = scope_user());

alter table workplaces enable row level security;
alter table workplaces force row level security;
create policy workplaces_scope on workplaces to omni_app
  using (workplace_id = scope_workplace()
    or workplace_id = any ((select scope_own_workplaces())::uuid[]))
  with check (workplace_id = scope_workplace());

grant select, insert, update, delete on workplaces to omni_app;
grant select, insert, delete on workplace_members to omni_app;

-- Foundation spec §3, store. A store is identified by domain and platform.
create table stores (
  workplace_id uuid not null references workplaces on delete cascade,
  store_id uuid not null default new_id(),
  platform text not null check (platform in ('shopify', 'woocommerce', 'tiktok')),
  platform_domain text not null,
  domain text not null,
  status text not null default 'active',
  is_default boolean not null default false,
  currency text not null default 'USD',
  plan_name text not null default '',
  owner_email text not null default '',
  owner_name text not null default '',
  owner_id text not null default '',
  store_name text not null,
  metadata jsonb not null default '{"external_channels": []}',
  created_at timestamptz not null default now(),
  primary key (workplace_id, store_id),
  unique (platform, platform_domain)
);
create unique index stores_one_default on stores (workplace_id) where is_default;
alter table stores enable row level security;
alter table stores force row level security;
-- Read across the account's own workplaces (user info lists linked stores); written only inside the current one.
create policy stores_read on stores for select to omni_app
  using (workplace_id = scope_workplace()
    or workplace_id = any ((select scope_own_workplaces())::uuid[]));
create policy stores_insert on stores for insert to omni_app with check (workplace_id = scope_workplace());
create policy stores_update on stores for update to omni_app
  using (workplace_id = scope_workplace()) with check (workplace_id = scope_workplace());
create policy stores_delete on stores for delete to omni_app using (workplace_id = scope_workplace());
grant select, insert, update, delete on stores to omni_app;

-- Usage of plan features in the running cycle. One row per feature; a counter, never a count.
create table feature_usage (
  workplace_id uuid not null references workplaces on delete cascade,
  feature text not null,
  cycle_start date not null,
  usage bigint not null default 0 check (usage >= 0),
  primary key (workplace_id, feature, cycle_start)
);
alter table feature_usage enable row level security;
alter table feature_usage force row level security;
create policy feature_usage_scope on feature_usage to omni_app
  using (workplace_id = scope_workplace()
    or workplace_id = any ((select scope_own_workplaces())::uuid[]))
  with check (workplace_id = scope_workplace());
grant select, insert, update on feature_usage to omni_app;

create table quick_start (
  workplace_id uuid not null references workplaces on delete cascade,
  user_id uuid not null references users on delete cascade,
  steps text[] not null default '{}',
  dismissed boolean not null default false,
  primary key (workplace_id, user_id)
);
alter table quick_start enable row level security;
alter table quick_start force row level security;
create policy quick_start_scope on quick_start to omni_app
  using (workplace_id = scope_workplace()) with check (workplace_id = scope_workplace());
grant select, insert, update, delete on quick_start to omni_app;

-- Notifications keep a key and its parameters; the reader's language makes the sentence.
create table notifications (
  workplace_id uuid not null references workplaces on delete cascade,
  notification_id uuid not null default new_id(),
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('product', 'supplier', 'order', 'system')),
  message_key text not null,
  params jsonb not null default '{}',
  link text,
  -- Same cause, same notification: a job that runs twice tells once.
  cause text not null,
  read_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (workplace_id, notification_id),
  unique (workplace_id, user_id, cause)
);
create index notifications_list on notifications (workplace_id, user_id, notification_id desc);
create index notifications_kind on notifications (workplace_id, user_id, kind, notification_id desc);
create index notifications_unread on notifications (workplace_id, user_id, notification_id desc) where read_at is null;
alter table notifications enable row level security;
alter table notifications force row level security;
create policy notifications_scope on notifications to omni_app
  using (workplace_id = scope_workplace()) with check (workplace_id = scope_workplace());
grant select, insert, update, delete on notifications to omni_app;

-- Totals and unread totals by kind, kept by triggers so that a badge never counts rows.
create table notification_counts (
  workplace_id uuid not null references workplaces on delete cascade,
  user_id uuid not null references users on delete cascade,
  kind text not null,
  total integer not null default 0,
  unread integer not null default 0,
  primary key (workplace_id, user_id, kind)
);
alter table notification_counts enable row level security;
alter table notification_counts force row level security;
create policy notification_counts_scope on notification_counts to omni_app
  using (workplace_id = scope_workplace()) with check (workplace_id = scope_workplace());
grant select, insert, update on notification_counts to omni_app;

create function count_notifications() returns trigger language plpgsql as $$
declare r notifications := coalesce(new, old);
declare d_total integer := case tg_op when 'INSERT' then 1 when 'DELETE' then -1 else 0 end;
declare d_unread integer :=
  (case when tg_op <> 'DELETE' and new.read_at is null then 1 else 0 end)
  - (case when tg_op <> 'INSERT' and old.read_at is null then 1 else 0 end);
begin
  if d_total = 0 and d_unread = 0 then return null; end if;
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
create trigger notifications_count after insert or update of read_at or delete on notifications
  for each row execute function count_notifications();

-- Who holds this token, and inside which workplace: one call per request. The scope's user is taken from the session row
-- itself, so the memberships are read behind that user's own walls. A foreign workplace is not among them, like an absent one.
create function open_session(hash bytea, wanted uuid,
  out session_id uuid, out user_id uuid, out workplace_id uuid, out own_workplaces uuid[], out last_seen_at timestamptz)
language plpgsql as $$
declare
  last_workplace uuid;
begin
  perform set_config('app.user_id', '', false), set_config('app.workplace_id', '', false), set_config('app.own_workplaces', '', false);
  select s.session_id, s.user_id, s.last_seen_at, u.last_workplace_id
    into open_session.session_id, open_session.user_id, open_session.last_seen_at, last_workplace
    from sessions s join users u on u.user_id = s.user_id
    where s.token_hash = hash and s.expires_at > now();
  if open_session.user_id is null then return; end if;
  perform set_config('app.user_id', open_session.user_id::text, false);
  select array_agg(m.workplace_id order by m.created_at, m.workplace_id) into own_workplaces
    from workplace_members m where m.user_id = open_session.user_id;
  open_session.workplace_id := case
    when wanted is not null then case when wanted = any (own_workplaces) then wanted end
    when last_workplace = any (own_workplaces) then last_workplace
    else own_workplaces[1] end;
  perform set_config('app.workplace_id', coalesce(open_session.workplace_id::text, ''), false),
    set_config('app.own_workplaces', coalesce(own_workplaces::text, ''), false);
end $$;
