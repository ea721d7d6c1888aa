-- The session check and what the first screen shows of the account, in one statement: every visit begins with it. The parts run one
-- after another, so the account is read inside the scope that the check has just set, and not at all without a session. As one JSON
-- value: a row of thirty columns is described column by column in every answer.
-- Workplaces and stores by key: row-level security alone would give the same rows, but only by looking at every tenant's.
create function open_account(hash bytea, wanted uuid) returns json language plpgsql as $$
declare
  s record;
begin
  s := open_session(hash, wanted);
  if s.session_id is null then return null; end if;
  return (select row_to_json(a) from (
    select s.session_id, s.workplace_id, s.own_workplaces, s.last_seen_at,
      u.user_id, u.email, u.email_verified_at, u.password_hash is not null as has_password, u.totp_secret is not null as two_factor_enabled,
      u.first_name, u.last_name, u.avatar, u.language, u.is_demo, u.meta_keys, u.onboarding, u.plan_reinstalled, u.from_user_mkt, u.from_mobile,
      u.payment_mode, u.is_ab, u.is_trial, u.is_new_pricing_mvp, u.is_new_pricing_mvp_v25, u.created_at,
      (select json_agg(json_build_object('id', w.workplace_id, 'name', w.name)) from unnest(s.own_workplaces) o (id) join workplaces w on w.workplace_id = o.id) as workplaces,
      (select json_agg(json_build_object('id', t.store_id, 'workplace_id', t.workplace_id, 'store_name', t.store_name, 'platform', t.platform, 'domain', t.domain)
        order by t.created_at) from unnest(s.own_workplaces) o (id) join stores t on t.workplace_id = o.id) as stores
    from users u where u.user_id = s.user_id) a);
end $$;
