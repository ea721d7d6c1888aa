-- Cashbacks that should be looked at, written down when something happens to them, instead of being searched for among
-- everything that was ever delivered. Rows are only added, and removed by whoever has looked: nobody waits for them.
create table cashback_looks (
  workplace_id uuid not null,
  look_id uuid not null default new_id(),
  supplier_order_id uuid not null,
  -- -infinity: at once.
  due_at timestamptz not null default '-infinity',
  primary key (workplace_id, look_id)
);
create index cashback_looks_due on cashback_looks (due_at);
select protect_tenant_table('cashback_looks');

create function look_at_cashback() returns trigger language plpgsql as $$
begin
  insert into cashback_looks (workplace_id, supplier_order_id) values (new.workplace_id, new.supplier_order_id);
  return null;
end $$;
create trigger supplier_orders_cashback after update of supplier_status on supplier_orders for each row
  when (new.supplier_status = 'delivered' and old.supplier_status is distinct from new.supplier_status)
  execute function look_at_cashback();
create trigger refund_requests_cashback_made after insert on refund_requests for each row
  execute function look_at_cashback();
create trigger refund_requests_cashback_moved after update of state on refund_requests for each row
  when (old.state is distinct from new.state) execute function look_at_cashback();

-- What is held is paid when its time has come.
create function look_at_held_cashback() returns trigger language plpgsql as $$
begin
  insert into cashback_looks (workplace_id, supplier_order_id, due_at)
  values (new.workplace_id, new.supplier_order_id, new.release_at);
  return null;
end $$;
create trigger cashbacks_held after insert on cashbacks for each row
  when (new.state = 'pending') execute function look_at_held_cashback();
create trigger cashbacks_held_again after update of state on cashbacks for each row
  when (new.state = 'pending' and old.state <> 'pending') execute function look_at_held_cashback();

-- What the search would have found, and what it would have found later.
insert into cashback_looks (workplace_id, supplier_order_id)
select s.workplace_id, s.supplier_order_id from supplier_orders s
where s.state = 'placed' and s.supplier_status = 'delivered' and not exists (select from cashbacks c
  where c.workplace_id = s.workplace_id and c.supplier_order_id = s.supplier_order_id);
insert into cashback_looks (workplace_id, supplier_order_id, due_at)
select c.workplace_id, c.supplier_order_id, c.release_at from cashbacks c where c.state = 'pending';
insert into cashback_looks (workplace_id, supplier_order_id)
select c.workplace_id, c.supplier_order_id from cashbacks c where c.state in ('pending', 'frozen', 'paid')
  and exists (select from refund_requests r where r.workplace_id = c.workplace_id
    and r.supplier_order_id = c.supplier_order_id);

drop function due_cashbacks(text, timestamptz, integer);
-- Ids only: the looking itself runs inside the tenant's scope, and removes the looks that it was told.
create function due_cashbacks(at_time timestamptz, at_most integer)
returns table (workplace_id uuid, supplier_order_id uuid, looks uuid[])
language sql stable security definer set search_path = public, pg_temp as $$
  select d.workplace_id, d.supplier_order_id, array_agg(d.look_id) from (
    select l.workplace_id, l.supplier_order_id, l.look_id from cashback_looks l
    where l.due_at <= at_time order by l.due_at limit at_most) d
  group by d.workplace_id, d.supplier_order_id
$$;
revoke all on function due_cashbacks from public;
grant execute on function due_cashbacks to omni_app;
