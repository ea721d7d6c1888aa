-- A sale can be split into several orders of ours, which are placed apart. The store knows one: all parts carry its id. The
-- rules are packages/domain/src/orders/split-pieces.ts and divide-order.ts.
alter table orders
  -- The part that came first; null: it is that, or the only one.
  add column split_of uuid,
  add column part_no smallint not null default 1,
  -- Of the first part of a split sale: the order as the store shows it. `document` is each part's share of it.
  add column whole jsonb;
alter table orders add constraint orders_split_of foreign key (workplace_id, split_of) references orders
  on delete cascade not valid;
alter table orders add constraint orders_part check ((split_of is null) = (part_no = 1)) not valid;
alter table orders add constraint orders_whole check (whole is null or split_of is null) not valid;

-- As in 0033; the whole of a split sale is forgotten, too.
create or replace function redact_orders(of_platform text, of_shop text, remote_ids text[]) returns integer
language sql security definer set search_path = public, pg_temp as $$
  with redacted as (
    update orders o set customer_name = '', address = null, search_text = lower(o.number), note = '',
      document = o.document || '{"address": null, "note": "", "customer": {"remote_id": null, "name": "", "email": "", "phone": ""}}',
      whole = o.whole || '{"address": null, "note": "", "customer": {"remote_id": null, "name": "", "email": "", "phone": ""}}'
    from stores s
    where s.workplace_id = o.workplace_id and s.store_id = o.store_id and s.platform = of_platform
      and s.platform_domain = of_shop and o.remote_id = any(remote_ids) returning o.workplace_id, o.order_id),
  forgotten as (
    update supplier_orders p set ship_to = null from redacted r
    where p.workplace_id = r.workplace_id and p.order_id = r.order_id)
  select count(*)::int from redacted
$$;
