-- The session check also answers whether the store that a caller works with is theirs: one of the workplace, and connected. Null: it
-- is not, or none was named.
drop function open_account(bytea, uuid);
drop function open_session(bytea, uuid);
create function open_session(hash bytea, wanted uuid, of_store uuid default null,
  out session_id uuid, out user_id uuid, out workplace_id uuid, out own_workplaces uuid[], out last_seen_at timestamptz, out store_id uuid)
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
  if of_store is not null then
    select t.store_id into open_session.store_id from stores t
      where t.workplace_id = open_session.workplace_id and t.store_id = of_store and t.status = 'active';
  end if;
end $$;

-- A store can be taken off the list; its rows stay.
alter table stores drop constraint stores_status_check;
alter table stores add constraint stores_status_check check (status in ('active', 'disconnected', 'unlinked')) not valid;

-- Stores that are disconnected or were taken off the list are nowhere to sell: the account shows those that are connected.
create function open_account(hash bytea, wanted uuid, of_store uuid default null) returns json language plpgsql as $$
declare
  s record;
begin
  s := open_session(hash, wanted, of_store);
  if s.session_id is null then return null; end if;
  return (select row_to_json(a) from (
    select s.session_id, s.workplace_id, s.own_workplaces, s.last_seen_at, s.store_id,
      u.user_id, u.email, u.email_verified_at, u.password_hash is not null as has_password, u.totp_secret is not null as two_factor_enabled,
      u.first_name, u.last_name, u.avatar, u.language, u.is_demo, u.meta_keys, u.onboarding, u.plan_reinstalled, u.from_user_mkt, u.from_mobile,
      u.payment_mode, u.is_ab, u.is_trial, u.is_new_pricing_mvp, u.is_new_pricing_mvp_v25, u.created_at,
      (select json_agg(json_build_object('id', w.workplace_id, 'name', w.name)) from unnest(s.own_workplaces) o (id) join workplaces w on w.workplace_id = o.id) as workplaces,
      (select json_agg(json_build_object('id', t.store_id, 'workplace_id', t.workplace_id, 'store_name', t.store_name, 'platform', t.platform,
          'domain', t.domain, 'is_default', t.is_default)
        order by t.created_at) from unnest(s.own_workplaces) o (id) join stores t on t.workplace_id = o.id
        where t.status = 'active') as stores
    from users u where u.user_id = s.user_id) a);
end $$;
