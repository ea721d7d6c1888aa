-- Parcels: one row for each tracking number of a supplier order, followed to the door. The rules are
-- packages/domain/src/tracking: what a message changes, which numbers are one parcel, and what needs the seller.
create table parcels (
  workplace_id uuid not null references workplaces on delete cascade,
  parcel_id uuid not null default new_id(),
  order_id uuid not null,
  supplier_order_id uuid not null,
  -- Letters and digits alone, in capitals.
  number text not null,
  -- The supplier's or a person's word for the carrier; `carrier_name` and `carrier_key` are the tracker's.
  carrier text not null default '',
  carrier_name text not null default '',
  carrier_key integer,
  tracking_url text,
  -- A person added it: the supplier does not list it.
  by_hand boolean not null default false,
  -- The last carrier's number for the same parcel, where the tracker tells.
  local_number text,
  -- Another number took its place: the same parcel is followed there.
  replaced_by uuid,
  -- Events from before it are of another parcel that had the number.
  not_before timestamptz not null,
  status text not null default 'pending' check (status in ('pending', 'not_found', 'info_received', 'in_transit',
    'available_for_pickup', 'out_for_delivery', 'delivery_failure', 'delivered', 'expired', 'exception', 'alert')),
  sub_status text not null default '',
  -- What was told, in the form of the rule (domain/tracking/parcel.ts), without its events.
  heard jsonb not null default '{"said": null, "ended": null, "expected": null, "is_delivered": false}',
  latest_text text not null default '',
  latest_place text not null default '',
  latest_at timestamptz,
  expected_from timestamptz,
  expected_to timestamptz,
  delivered_at timestamptz,
  disputed_at timestamptz,
  -- From when it needs the seller, if nothing new is told until then.
  attention text check (attention in ('customs', 'returned', 'failed', 'disputed', 'unfollowed', 'silent')),
  attention_at timestamptz,
  -- Why it is not followed: the plan's numbers are used up, or the tracker says no.
  problem text check (problem in ('quota', 'carrier', 'number', 'refused')),
  -- The billing cycle whose ORDER_TRACKING_NUMBERS it took.
  quota_cycle date,
  registered_at timestamptz,
  stopped_at timestamptz,
  heard_at timestamptz,
  -- What is to be asked of the tracker next, and when.
  turn text check (turn in ('register', 'read', 'stop', 'change_carrier')),
  turn_at timestamptz,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (workplace_id, parcel_id),
  unique (workplace_id, supplier_order_id, number),
  foreign key (workplace_id, order_id) references orders on delete cascade,
  foreign key (workplace_id, supplier_order_id) references supplier_orders,
  check ((turn is null) = (turn_at is null)),
  check ((attention is null) = (attention_at is null))
);
create index parcels_number on parcels (number);
create index parcels_order on parcels (workplace_id, order_id);
create index parcels_due on parcels (turn, turn_at) where turn is not null;
create index parcels_list on parcels (workplace_id, status, created_at desc, parcel_id desc) where replaced_by is null;
create index parcels_all on parcels (workplace_id, created_at desc, parcel_id desc) where replaced_by is null;
create index parcels_attention on parcels (workplace_id, attention_at, parcel_id)
  where attention_at is not null and replaced_by is null;
create index parcels_find on parcels (workplace_id, number text_pattern_ops);
select protect_tenant_table('parcels');

create table parcel_events (
  workplace_id uuid not null,
  parcel_id uuid not null,
  happened_at timestamptz not null,
  -- Of the text, the place and the stage: the same event twice is one.
  event_key text not null,
  text text not null,
  place text not null,
  stage text not null,
  primary key (workplace_id, parcel_id, happened_at, event_key),
  foreign key (workplace_id, parcel_id) references parcels on delete cascade
);
select protect_tenant_table('parcel_events');

-- Counted by the triggers below: a filter's count never counts rows.
create table parcel_counters (
  workplace_id uuid not null references workplaces on delete cascade,
  status text not null,
  parcels integer not null,
  primary key (workplace_id, status)
);
select protect_tenant_table('parcel_counters');

create function count_parcels() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update parcel_counters c set parcels = c.parcels - d.parcels
    from (select workplace_id, status, count(*) as parcels from before_change where replaced_by is null group by 1, 2) d
    where (c.workplace_id, c.status) = (d.workplace_id, d.status);
  end if;
  if tg_op <> 'DELETE' then
    insert into parcel_counters as c (workplace_id, status, parcels)
      select workplace_id, status, count(*) from after_change where replaced_by is null group by 1, 2 order by 1, 2
      on conflict (workplace_id, status) do update set parcels = c.parcels + excluded.parcels;
  end if;
  return null;
end $$;
create trigger parcels_added after insert on parcels
  referencing new table as after_change for each statement execute function count_parcels();
create trigger parcels_changed after update on parcels
  referencing old table as before_change new table as after_change for each statement execute function count_parcels();
create trigger parcels_removed after delete on parcels
  referencing old table as before_change for each statement execute function count_parcels();

-- Money that is asked back after the parcel was handed over: the seller has to look at it.
create function dispute_parcels() returns trigger language plpgsql as $$
begin
  update parcels p set disputed_at = new.happened_at,
    attention = case when p.status = 'delivered' and p.delivered_at <= new.happened_at then 'disputed' else p.attention end,
    attention_at = case when p.status = 'delivered' and p.delivered_at <= new.happened_at then new.happened_at else p.attention_at end
  where p.workplace_id = new.workplace_id and p.order_id = new.order_id
    and p.disputed_at is distinct from new.happened_at;
  return null;
end $$;
create trigger order_events_dispute after insert on order_events for each row
  when (new.kind in ('refunded_by_store', 'refund_requested')) execute function dispute_parcels();

-- The tracker has one account for all sellers and takes 40 numbers in a call: what is due is taken over all workplaces.
-- What is taken is not due again before its lease ends. Each is worked inside its own workplace's scope.
create function claim_parcels(of_turn text, at timestamptz, at_most integer, lease_s integer)
returns table (workplace_id uuid, parcel_id uuid, number text, carrier text, carrier_key integer, not_before timestamptz,
  tries integer)
language sql volatile security definer set search_path = public, pg_temp as $$
  update parcels p set turn_at = at + make_interval(secs => lease_s)
  from (select d.workplace_id, d.parcel_id from parcels d where d.turn = of_turn and d.turn_at <= at
    order by d.turn_at limit at_most for update skip locked) due
  where (p.workplace_id, p.parcel_id) = (due.workplace_id, due.parcel_id)
  returning p.workplace_id, p.parcel_id, p.number, p.carrier, p.carrier_key, p.not_before, p.tries
$$;
revoke all on function claim_parcels from public;
grant execute on function claim_parcels to omni_app;

-- Whose parcels a message of the tracker is about. Ids only.
create function parcels_of_number(of_number text) returns table (workplace_id uuid, parcel_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select p.workplace_id, p.parcel_id from parcels p where p.number = of_number limit 100
$$;
revoke all on function parcels_of_number from public;
grant execute on function parcels_of_number to omni_app;
