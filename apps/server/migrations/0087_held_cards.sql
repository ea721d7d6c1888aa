-- Cards that are authorised and neither taken nor let go, although everything that hangs on them could be over: a sweep
-- asks about each. Ids only: the job itself runs inside the tenant's scope.
create function held_cards(before timestamptz, at_most integer) returns table (workplace_id uuid, payment_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.workplace_id, p.payment_id from payments p
  where p.state = 'authorised' and p.created_at < before order by p.created_at limit at_most
$$;
revoke all on function held_cards from public;
grant execute on function held_cards to omni_app;
