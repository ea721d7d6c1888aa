-- What is known of a workplace before anything is bought: its open orders say what stands in their way.
create table buying_facts (
  workplace_id uuid not null references workplaces (workplace_id) on delete cascade,
  -- Whether one of its browsers has the extension. Null: none has said so yet.
  has_extension boolean,
  extension_seen_at timestamptz,
  -- The plan's orders are used up until then. Null: some are left.
  quota_until timestamptz,
  primary key (workplace_id)
);
select protect_tenant_table('buying_facts');
comment on table buying_facts is 'What is known of a workplace before anything is bought: its open orders say what stands in their way (domain/orders/obstacles.ts).';
comment on column buying_facts.has_extension is 'Whether one of its browsers has the extension. Null: none has said so yet.';
comment on column buying_facts.extension_seen_at is 'When a browser with the extension was last seen.';
comment on column buying_facts.quota_until is 'The plan''s orders are used up until then. Null: some are left.';

alter table orders add column stops text[] default '{}'::text[] not null;
comment on column orders.stops is 'Why it would be stopped by the figures that are known (domain/placement/stops.ts), as of when its profit was counted last.';
comment on column order_lines.reason is 'Why no supplier can be chosen, or what stands in the way of the one that is (domain/orders/obstacles.ts).';

-- What the catalogue says of a product anew: open lines that it delivers are looked at again, whoever's they are.
create function replan_delivered(of_source text, of_product text) returns void language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  perform enqueue_job('orders.replan', json_build_object('workplace_id', d.workplace_id, 'product_id', d.product_id),
      'orders.replan:' || d.product_id, 25, now() + interval '2 seconds', null, 0)
    from (select distinct v.workplace_id, v.product_id from variant_suppliers v
      where v.source = of_source and v.source_product_id = of_product and exists (
        select from order_lines l join order_groups g using (workplace_id, order_id)
        where l.workplace_id = v.workplace_id and l.product_id = v.product_id and g.status = 'placement'
          and g.sub_status in ('ready', 'needs_attention'))
      order by 1, 2) d;
end $$;
revoke all on function replan_delivered(text, text) from public;
comment on function replan_delivered(text, text) is 'What the catalogue says of a product anew: open lines that it delivers are looked at again, whoever''s they are.';

create function replan_on_catalogue() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'catalog_products' then
    perform replan_delivered(new.source, new.source_product_id);
  else
    perform replan_delivered(p.source, p.source_product_id) from catalog_products p where p.id = new.product_id;
  end if;
  return null;
end $$;
revoke all on function replan_on_catalogue() from public;
comment on function replan_on_catalogue() is 'Prices, stock, and where a product is sent by which methods: see replan_delivered.';

create trigger catalog_products_replan after update on catalog_products for each row
  when (old.content_hash is distinct from new.content_hash or (old.gone_at is null) <> (new.gone_at is null))
  execute function replan_on_catalogue();
create trigger catalog_quotes_replan_added after insert on catalog_quotes for each row
  when (new.quantity = 1 and new.ways = '[]'::jsonb) execute function replan_on_catalogue();
create trigger catalog_quotes_replan after update on catalog_quotes for each row
  when (new.quantity = 1 and jsonb_path_query_array(old.ways, '$[*].service_name')
    <> jsonb_path_query_array(new.ways, '$[*].service_name')) execute function replan_on_catalogue();

-- The job has another name and does more.
update jobs set name = 'orders.replan-open', key = 'orders.replan-open:' || (payload ->> 'workplace_id') || ' all'
where name = 'orders.regroup-cash';
