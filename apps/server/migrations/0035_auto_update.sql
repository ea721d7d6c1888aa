-- Prices and stock that follow the suppliers by rules. The rules are packages/domain/src/auto-update.

-- What suppliers changed, variant by variant. A new rule is tried on it before it is switched on. A price of null:
-- the choice was not offered, or is no longer.
create table catalog_variant_history (
  product_id bigint not null references catalog_products on delete cascade,
  sku_id text not null,
  at timestamptz not null,
  was_price integer,
  was_quantity integer,
  price integer,
  quantity integer,
  primary key (product_id, at, sku_id)
);
grant select, insert, update, delete on catalog_variant_history to omni_app;

-- The last look at it failed; null: it did not.
alter table catalog_products add column read_failed_at timestamptz;

alter table products
  -- More is watched than the plan covers: this one waits.
  add column watch_paused boolean not null default false,
  -- A rule keeps it as a draft in every store, because nobody delivers it.
  add column off_shelf boolean not null default false,
  -- What suppliers deliver of it, or what a rule made of that, changed at this time.
  add column supplied_at timestamptz;

-- The rate at which a listing's prices were converted.
alter table listings add column rate double precision;

-- What is remembered of each variant that is watched (domain/auto-update/judge-variant.ts).
create table variant_watch (
  workplace_id uuid not null,
  product_id uuid not null,
  variant_id uuid not null,
  -- The price that a rule or an import made last; null: none did.
  price bigint,
  -- A person's price: rules leave it alone.
  pinned boolean not null default false,
  pinned_at timestamptz,
  -- What the rule did when it was sold out.
  did text check (did in ('zero', 'off')),
  state jsonb not null default '{}',
  -- Judged again then, although nothing new was read.
  look_at timestamptz,
  -- Figures of suppliers that the seller said no to, by the rank of the link.
  refused jsonb not null default '{}',
  -- What a rule did last, for the page.
  note jsonb,
  noted_at timestamptz,
  primary key (workplace_id, product_id, variant_id),
  foreign key (workplace_id, product_id) references products on delete cascade
);
create index variant_watch_due on variant_watch (workplace_id, look_at) where look_at is not null;
create index variant_watch_pinned on variant_watch (workplace_id, product_id) where pinned;
create index variant_watch_noted on variant_watch (workplace_id, noted_at desc) where noted_at is not null;
select protect_tenant_table('variant_watch');

-- A price that is not the one a rule made is a person's. Whoever writes by a rule says so afterwards. A person who
-- switches a variant on or off takes that over from the rule.
create function watch_variant() returns trigger language plpgsql as $$
begin
  if new.price is distinct from old.price then
    insert into variant_watch as w (workplace_id, product_id, variant_id, price, pinned, pinned_at)
    values (new.workplace_id, new.product_id, new.variant_id, old.price, true, now())
    on conflict (workplace_id, product_id, variant_id) do update set
      pinned = w.price is null or w.price <> new.price,
      pinned_at = case when w.price is null or w.price <> new.price then now() end;
  end if;
  if new.enabled is distinct from old.enabled then
    update variant_watch set did = null
    where workplace_id = new.workplace_id and product_id = new.product_id and variant_id = new.variant_id
      and did is not null;
  end if;
  return null;
end $$;
create trigger watch_variant after update on product_variants for each row
  when (old.price is distinct from new.price or old.enabled is distinct from new.enabled)
  execute function watch_variant();

-- What was not plausible: nothing of that supplier is followed until a person has answered.
create table auto_update_questions (
  workplace_id uuid not null references workplaces on delete cascade,
  question_id uuid not null default new_id(),
  source text not null,
  reason text not null check (reason in ('factor', 'zero', 'many', 'errors', 'gone')),
  -- What is let through when it is confirmed, and nothing else.
  items jsonb not null,
  asked_at timestamptz not null default now(),
  answer text check (answer in ('confirm', 'dismiss')),
  answered_by uuid,
  answered_at timestamptz,
  -- A confirmed list was followed.
  applied_at timestamptz,
  primary key (workplace_id, question_id),
  check ((answer is null) = (answered_at is null))
);
create unique index auto_update_questions_open on auto_update_questions (workplace_id, source) where answer is null;
select protect_tenant_table('auto_update_questions');

-- What each workplace would have looked at, and how much hangs on it. One look serves all of them.
create table watched_sources (
  workplace_id uuid not null references workplaces on delete cascade,
  source text not null,
  source_product_id text not null,
  -- US cents a day.
  worth double precision not null default 0,
  hot boolean not null default false,
  primary key (workplace_id, source, source_product_id)
);
create index watched_sources_source on watched_sources (source, source_product_id);
select protect_tenant_table('watched_sources');

-- Summed over all workplaces, without saying whose it is.
create function watch_demand(of_source text)
returns table (id bigint, source_product_id text, worth double precision, hot boolean, detail_at timestamptz,
  seen_at timestamptz, gone_at timestamptz, created_at timestamptz, changes integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.id, c.source_product_id, sum(w.worth), bool_or(w.hot), c.detail_at, c.seen_at, c.gone_at, c.created_at,
    (select count(distinct h.at)::int from catalog_variant_history h where h.product_id = c.id)
  from watched_sources w join catalog_products c using (source, source_product_id)
  where w.source = of_source group by c.id
$$;
revoke all on function watch_demand from public;
grant execute on function watch_demand to omni_app;

-- The journal names the rule, not a person. Kind 'supplier' is what earlier versions wrote.
alter table product_changes add column rule text;
alter table product_changes drop constraint product_changes_kind_check;
alter table product_changes add constraint product_changes_kind_check check (kind in (
  'import', 'edit', 'bulk_edit', 'price_rule', 'restore', 'undo', 'split', 'duplicate', 'link', 'ai', 'supplier', 'rule'
)) not valid;
alter table product_changes drop constraint product_changes_actor_check;
alter table product_changes add constraint product_changes_actor_check
  check (kind not in ('supplier', 'rule') or user_id is null) not valid;
alter table product_changes add constraint product_changes_rule_check
  check ((kind = 'rule') = (rule is not null)) not valid;

-- Stock that changed wakes the listings too.
drop trigger wake_listings on products;
create trigger wake_listings after update on products for each row
  when (old.revision is distinct from new.revision or old.deleted_at is distinct from new.deleted_at
    or old.supplied_at is distinct from new.supplied_at)
  execute function wake_listings();

-- The settings of automation get the shape of the specification; what was switched on stays on. What was pushed to the
-- default store by itself names that store now.
update product_settings s set settings = jsonb_set(s.settings, '{automation_product}', jsonb_build_object('actions',
  (s.settings->'automation_product') - 'auto_push_after_import' || case
    when (s.settings->'automation_product'->>'auto_push_after_import')::boolean then jsonb_build_object(
      'pushed_connected_channels', jsonb_build_object('publish_status', 'active', 'store_ids', coalesce((
        select jsonb_agg(o.store_id) from (select store_id from stores o where o.workplace_id = s.workplace_id
          and o.status = 'active' order by o.is_default desc, o.created_at limit 1) o), '[]')))
    else '{}' end))
where s.settings ? 'automation_product' and not s.settings->'automation_product' ? 'actions';
