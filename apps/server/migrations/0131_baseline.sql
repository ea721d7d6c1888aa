-- The whole schema as it was at 0130, with the queue of jobs that took the engine's place: what an empty database begins
-- with. A database at 0130 comes to the same by upgrades/from-0130.sql (platform/migrate.ts).
-- The app connects as omni_app: no ownership, no BYPASSRLS. Row-level security is forced on every tenant table.

do $$ begin
  if not exists (select from pg_roles where rolname = 'omni_app') then
    create role omni_app nologin nosuperuser nobypassrls nocreatedb nocreaterole;
  end if;
end $$;

-- The migrating role must be able to hand its connections to omni_app (a superuser needs no grant).
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant omni_app to %I', current_user);
  end if;
end $$;

grant usage on schema public to omni_app;
create extension if not exists pg_trgm;
create extension if not exists btree_gin;
-- Functions name tables that come after them.
set local check_function_bodies = off;

create type product_tally as (sign integer, workplace_id uuid, source text, seller_id text, pushed text, tracking text, skus integer, skus_tracking integer, tags text[], collections text[], sources text[]);

CREATE OR REPLACE FUNCTION new_id()
 RETURNS uuid
 LANGUAGE sql
AS $function$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid
$function$;
comment on function new_id() is 'Time-ordered ids (UUID version 7), so that new rows land at the end of every index. PostgreSQL 18 has uuidv7(); this works from 13 on.';

CREATE OR REPLACE FUNCTION scope_own_workplaces()
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
AS $function$ select coalesce(nullif(current_setting('app.own_workplaces', true), '')::uuid[], '{}') $function$;
comment on function scope_own_workplaces() is 'Every workplace of the session''s account, for what may be read across them.';

CREATE OR REPLACE FUNCTION scope_user()
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$ select nullif(current_setting('app.user_id', true), '')::uuid $function$;
comment on function scope_user() is 'The scope of a request or job, set by the server and read by every policy. Empty means: nobody, nowhere.';

CREATE OR REPLACE FUNCTION scope_workplace()
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$ select nullif(current_setting('app.workplace_id', true), '')::uuid $function$;

create table account_codes (
  code_hash bytea not null,
  user_id uuid not null,
  purpose text not null,
  data jsonb default '{}'::jsonb not null,
  expires_at timestamp with time zone not null,
  constraint account_codes_pkey PRIMARY KEY (code_hash),
  constraint account_codes_purpose_check CHECK ((purpose = ANY (ARRAY['verify_email'::text, 'reset_password'::text, 'second_factor'::text, 'sign_up'::text, 'link_social'::text, 'link_social_mail'::text, 'auto_login'::text]))) NOT VALID
);
comment on table account_codes is 'Single-use codes: verification and reset mails, the step between password and second factor.';

create table attempt_evidence (
  workplace_id uuid not null,
  attempt_id uuid not null,
  evidence_id uuid default new_id() not null,
  source text not null,
  delivery_key text not null,
  asked_at timestamp with time zone not null,
  said_at timestamp with time zone default now() not null,
  by_user uuid,
  says jsonb not null,
  constraint attempt_evidence_pkey PRIMARY KEY (workplace_id, evidence_id),
  constraint attempt_evidence_workplace_id_attempt_id_source_delivery_ke_key UNIQUE (workplace_id, attempt_id, source, delivery_key),
  constraint attempt_evidence_source_check CHECK ((source = ANY (ARRAY['reply'::text, 'look'::text, 'push'::text, 'person'::text])))
);
comment on column attempt_evidence.delivery_key is 'A push that comes twice is one piece of evidence.';
alter table attempt_evidence enable row level security;
alter table attempt_evidence force row level security;

create table attempt_sends (
  workplace_id uuid not null,
  attempt_id uuid not null,
  send_no integer not null,
  input_hash text not null,
  intent_at timestamp with time zone not null,
  send_by timestamp with time zone not null,
  outcome text,
  answered_at timestamp with time zone,
  constraint attempt_sends_pkey PRIMARY KEY (workplace_id, attempt_id, send_no),
  constraint attempt_sends_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'refused'::text, 'unknown'::text, 'not_sent'::text])))
);
alter table attempt_sends enable row level security;
alter table attempt_sends force row level security;

create table attempts (
  workplace_id uuid not null,
  attempt_id uuid default new_id() not null,
  subject_kind text not null,
  subject_id text not null,
  n integer not null,
  vendor text not null,
  account_key text not null,
  reference text not null,
  input jsonb not null,
  input_hash text not null,
  fingerprint text,
  profile jsonb not null,
  state text default 'intended'::text not null,
  send_no integer default 0 not null,
  sends integer default 0 not null,
  first_intent_at timestamp with time zone,
  last_intent_at timestamp with time zone,
  refusal text,
  clear boolean default true not null,
  stop boolean default false not null,
  question text,
  effect text,
  error_key text,
  alarm text,
  version integer default 1 not null,
  wake_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  settled_at timestamp with time zone,
  constraint attempts_pkey PRIMARY KEY (workplace_id, attempt_id),
  constraint attempts_vendor_account_key_reference_key UNIQUE (vendor, account_key, reference),
  constraint attempts_workplace_id_subject_kind_subject_id_n_key UNIQUE (workplace_id, subject_kind, subject_id, n),
  constraint attempts_alarm_check CHECK ((alarm = ANY (ARRAY['late'::text, 'second_effect'::text]))),
  constraint attempts_check CHECK (((state = 'done'::text) = (effect IS NOT NULL))),
  constraint attempts_check1 CHECK (((state = ANY (ARRAY['done'::text, 'failed'::text, 'cancelled'::text])) = (settled_at IS NOT NULL))),
  constraint attempts_check2 CHECK (((state = ANY (ARRAY['needs_decision'::text, 'done'::text, 'failed'::text, 'cancelled'::text])) OR (wake_at IS NOT NULL))),
  constraint attempts_check3 CHECK (((state = 'needs_decision'::text) = (question IS NOT NULL))),
  constraint attempts_question_check CHECK ((question = ANY (ARRAY['exists'::text, 'which'::text]))),
  constraint attempts_refusal_check CHECK ((refusal = ANY (ARRAY['final'::text, 'later'::text]))),
  constraint attempts_state_check CHECK ((state = ANY (ARRAY['intended'::text, 'sending'::text, 'checking'::text, 'needs_decision'::text, 'done'::text, 'failed'::text, 'cancelled'::text])))
);
comment on column attempts.fingerprint is 'Equal ones at one account cannot be told apart in a list. Null: the vendor is asked by reference.';
comment on column attempts.profile is 'What the vendor promised when the attempt was started.';
comment on column attempts.error_key is 'Why it was refused, for the page that shows it.';
alter table attempts enable row level security;
alter table attempts force row level security;

create table audit_log (
  chain_id uuid not null,
  seq bigint not null,
  user_id uuid,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  at timestamp with time zone not null,
  prev_hash bytea not null,
  hash bytea not null,
  constraint audit_log_pkey PRIMARY KEY (chain_id, seq)
);
comment on table audit_log is 'Who did what, in chains: one per workplace, one per account. Nobody edits it; each row seals the one before.';
alter table audit_log enable row level security;
alter table audit_log force row level security;

create table auto_update_questions (
  workplace_id uuid not null,
  question_id uuid default new_id() not null,
  source text not null,
  reason text not null,
  items jsonb not null,
  asked_at timestamp with time zone default now() not null,
  answer text,
  answered_by uuid,
  answered_at timestamp with time zone,
  applied_at timestamp with time zone,
  constraint auto_update_questions_pkey PRIMARY KEY (workplace_id, question_id),
  constraint auto_update_questions_answer_check CHECK ((answer = ANY (ARRAY['confirm'::text, 'dismiss'::text]))),
  constraint auto_update_questions_check CHECK (((answer IS NULL) = (answered_at IS NULL))),
  constraint auto_update_questions_reason_check CHECK ((reason = ANY (ARRAY['factor'::text, 'zero'::text, 'many'::text, 'errors'::text, 'gone'::text, 'currency'::text]))) NOT VALID
);
comment on table auto_update_questions is 'What was not plausible: nothing of that supplier is followed until a person has answered.';
comment on column auto_update_questions.items is 'What is let through when it is confirmed, and nothing else.';
comment on column auto_update_questions.applied_at is 'A confirmed list was followed.';
alter table auto_update_questions enable row level security;
alter table auto_update_questions force row level security;

create table automation_decisions (
  workplace_id uuid not null,
  order_id uuid not null,
  rule_id uuid,
  rule_version integer,
  rules_version integer not null,
  outcome text not null,
  because text,
  wake_at timestamp with time zone,
  plan_id uuid,
  trial jsonb,
  tried text[] default '{}'::text[] not null,
  decided_at timestamp with time zone not null,
  constraint automation_decisions_pkey PRIMARY KEY (workplace_id, order_id),
  constraint automation_decisions_check CHECK (((outcome = 'planning'::text) = (plan_id IS NOT NULL))),
  constraint automation_decisions_outcome_check CHECK ((outcome = ANY (ARRAY['passed'::text, 'waiting'::text, 'planning'::text, 'placed'::text, 'blocked'::text])))
);
comment on table automation_decisions is 'What rules have decided about an order.';
comment on column automation_decisions.rules_version is 'The rules that were asked: others are asked again.';
comment on column automation_decisions.wake_at is 'When it is looked at again.';
comment on column automation_decisions.trial is 'Another supplier that is being tried: why, and what the plan said before (features/automation/better-source.ts).';
comment on column automation_decisions.tried is 'Suppliers that were tried, so that none is tried twice.';
alter table automation_decisions enable row level security;
alter table automation_decisions force row level security;

create table automation_rules (
  workplace_id uuid not null,
  rule_id uuid default new_id() not null,
  "position" integer not null,
  name text not null,
  rule jsonb not null,
  version integer default 1 not null,
  is_on boolean default false not null,
  on_since timestamp with time zone,
  on_by uuid,
  last_activity_at timestamp with time zone,
  constraint automation_rules_pkey PRIMARY KEY (workplace_id, rule_id),
  constraint automation_rules_check CHECK (((NOT is_on) OR ((on_since IS NOT NULL) AND (on_by IS NOT NULL))))
);
comment on column automation_rules.position is 'The first rule that matches an order takes it.';
comment on column automation_rules.version is 'Grows with every change; decisions name it.';
comment on column automation_rules.on_since is 'Orders that came in before are left alone. It buys in the name of this person.';
alter table automation_rules enable row level security;
alter table automation_rules force row level security;

create table automation_settings (
  workplace_id uuid not null,
  settings jsonb default '{}'::jsonb not null,
  version integer default 0 not null,
  rules_version integer default 0 not null,
  constraint automation_settings_pkey PRIMARY KEY (workplace_id)
);
comment on column automation_settings.version is 'Whoever saves says which one was read: nobody overwrites what was not seen.';
alter table automation_settings enable row level security;
alter table automation_settings force row level security;

create table book_differences (
  provider text not null,
  ref text not null,
  kind text not null,
  currency text not null,
  ours bigint not null,
  theirs bigint not null,
  about_workplace uuid,
  first_seen timestamp with time zone default now() not null,
  last_seen timestamp with time zone default now() not null,
  explained_at timestamp with time zone,
  constraint book_differences_pkey PRIMARY KEY (provider, ref),
  constraint book_differences_kind_check CHECK ((kind = ANY (ARRAY['missing_here'::text, 'missing_there'::text, 'amount'::text, 'balance'::text])))
);
comment on table book_differences is 'What the nightly check found: our books against themselves, and against a provider''s. Kept for the operator.';
comment on column book_differences.ref is 'The provider''s name of the payment, or our account.';
comment on column book_differences.about_workplace is 'Whose payment it is, where that is known.';

create table cashback_looks (
  workplace_id uuid not null,
  look_id uuid default new_id() not null,
  supplier_order_id uuid not null,
  due_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  constraint cashback_looks_pkey PRIMARY KEY (workplace_id, look_id)
);
comment on table cashback_looks is 'Cashbacks that should be looked at, written down when something happens to them, instead of being searched for among everything that was ever delivered. Rows are only added, and removed by whoever has looked: nobody waits for them.';
comment on column cashback_looks.due_at is '-infinity: at once.';
alter table cashback_looks enable row level security;
alter table cashback_looks force row level security;

create table cashbacks (
  workplace_id uuid not null,
  supplier_order_id uuid not null,
  order_id uuid not null,
  currency text not null,
  amount bigint not null,
  state text not null,
  delivered_at timestamp with time zone not null,
  release_at timestamp with time zone not null,
  moves integer default 0 not null,
  changed_at timestamp with time zone not null,
  constraint cashbacks_pkey PRIMARY KEY (workplace_id, supplier_order_id),
  constraint cashbacks_amount_check CHECK ((amount >= 0)),
  constraint cashbacks_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint cashbacks_state_check CHECK ((state = ANY (ARRAY['none'::text, 'pending'::text, 'frozen'::text, 'paid'::text, 'withdrawn'::text])))
);
comment on table cashbacks is 'One for each purchase that was delivered, also where nothing was earned: it is looked at once.';
comment on column cashbacks.moves is 'How often it moved: part of the key of what is posted.';
alter table cashbacks enable row level security;
alter table cashbacks force row level security;

create table catalog_history (
  product_id bigint not null,
  day date not null,
  price integer not null,
  orders bigint not null,
  quantity integer,
  constraint catalog_history_pkey PRIMARY KEY (product_id, day)
);

create table catalog_index (
  one boolean default true not null,
  version bigint default 0 not null,
  docs bigint default 0 not null,
  dirty_at timestamp with time zone,
  counted_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  constraint catalog_index_pkey PRIMARY KEY (one),
  constraint catalog_index_one_check CHECK (one)
);
comment on table catalog_index is 'Which state of the index the tags table describes; processes reload their lexicon when it moves.';

create table catalog_products (
  id bigint generated always as identity,
  source text not null,
  source_product_id text not null,
  name text not null,
  description text default ''::text not null,
  images text[] default '{}'::text[] not null,
  product_link text default ''::text not null,
  category_id integer,
  price_min integer not null,
  price_max integer not null,
  rsp_price integer not null,
  profit integer not null,
  orders bigint default 0 not null,
  orders_week integer default 0 not null,
  rating real,
  reviews_count integer default 0 not null,
  listings integer,
  seller_id text,
  ship_froms text[] default '{}'::text[] not null,
  ship_countries text[] default '{}'::text[] not null,
  shipping_cost integer,
  shipping_time_min smallint,
  shipping_time_max smallint,
  total_variants integer default 0 not null,
  stock integer,
  options jsonb default '[]'::jsonb not null,
  specifications jsonb default '[]'::jsonb not null,
  status text default 'partial'::text not null,
  good_id bigint,
  content_hash bytea not null,
  created_at timestamp with time zone default now() not null,
  seen_at timestamp with time zone default now() not null,
  detail_at timestamp with time zone,
  due_at timestamp with time zone default now() not null,
  gone_at timestamp with time zone,
  history_at timestamp with time zone,
  charges integer,
  quote_failed_at timestamp with time zone,
  condition text default 'new'::text not null,
  fetch_hint text,
  read_failed_at timestamp with time zone,
  price_currency text,
  currency_changed_at timestamp with time zone,
  constraint catalog_products_pkey PRIMARY KEY (id),
  constraint catalog_products_source_source_product_id_key UNIQUE (source, source_product_id),
  constraint catalog_products_condition CHECK ((condition = ANY (ARRAY['new'::text, 'refurbished'::text, 'used'::text]))) NOT VALID,
  constraint catalog_products_status_check CHECK ((status = ANY (ARRAY['partial'::text, 'full'::text])))
);
comment on table catalog_products is 'Amounts are US cents.';
comment on column catalog_products.shipping_cost is 'To DEFAULT_SHIP_TO, cheapest way.';
comment on column catalog_products.seen_at is 'When the supplier was last asked, and when it is to be asked again; a look that finds nothing new moves only these.';
comment on column catalog_products.gone_at is 'The supplier says it is gone; kept, because sellers may have imported it.';
comment on column catalog_products.history_at is 'When an archive was asked for the days before we knew it.';
comment on column catalog_products.charges is 'What comes on top of price_min, for the variant that has it. null: the supplier says nothing about it.';
comment on column catalog_products.quote_failed_at is 'When shipping was asked for and no answer came. It is asked again later; the product is kept meanwhile.';
comment on column catalog_products.condition is 'The state a good is sold in, and what a supplier''s list said that saves a call when the product is fetched.';
comment on column catalog_products.read_failed_at is 'The last look at it failed; null: it did not.';
comment on column catalog_products.price_currency is 'In which currency a supplier says its prices. Another one than before makes every figure of it doubtful: the watch stops and asks.';

create table catalog_quotes (
  product_id bigint not null,
  country_code text not null,
  ship_from text not null,
  sku_id text not null,
  quantity integer not null,
  ways jsonb not null,
  quoted_at timestamp with time zone not null,
  constraint catalog_quotes_pkey PRIMARY KEY (product_id, country_code, ship_from, sku_id, quantity)
);
comment on table catalog_quotes is 'Shipping ways as the supplier quoted them, each answer with its age. An empty answer is one too: it does not ship there.';

create table catalog_reviews (
  product_id bigint not null,
  review_id text not null,
  rating real not null,
  feedback text not null,
  name text not null,
  country text not null,
  images text[] default '{}'::text[] not null,
  order_info text default ''::text not null,
  created_at timestamp with time zone,
  "position" integer not null,
  constraint catalog_reviews_pkey PRIMARY KEY (product_id, review_id)
);

create table catalog_search (
  product_id bigint not null,
  tags text[] not null,
  score real not null,
  price integer not null,
  profit integer,
  orders bigint not null,
  ship_days smallint,
  ship_cost integer,
  listings integer,
  rating real,
  shipping jsonb default '{}'::jsonb not null,
  constraint catalog_search_pkey PRIMARY KEY (product_id)
);
comment on table catalog_search is 'The search index: derived, rebuilt at will (features/catalog/search). `tags` holds the words (w:) and the filters folded in (s: source, c: category, t: ships to, f: ships from, p: price band, o: order band …), so that a query is one index probe.';
comment on column catalog_search.ship_days is 'What is not known sorts last: the highest day, the highest cost.';
comment on column catalog_search.shipping is 'Per country the cheapest way of sending: [cost, days or null, profit], US cents. null: the supplier does not ship there. A country that is absent was never asked for.';

create table catalog_search_changes (
  changed xid8 default pg_current_xact_id() not null,
  product_id bigint not null,
  changed_at timestamp with time zone default now() not null
);
comment on table catalog_search_changes is 'Which products changed in the index, by transaction: whoever holds a snapshot can ask for exactly what it has not seen. Kept for a day (features/catalog/search/index-products.ts).';

create table catalog_searched (
  day date not null,
  text text not null,
  times integer default 1 not null,
  constraint catalog_searched_pkey PRIMARY KEY (day, text)
);
comment on table catalog_searched is 'What all sellers together search for, without saying who.';

create table catalog_sellers (
  source text not null,
  seller_id text not null,
  store_name text not null,
  store_url text default ''::text not null,
  score real,
  products integer default 0 not null,
  orders bigint default 0 not null,
  rating real,
  reviews_count bigint default 0 not null,
  updated_at timestamp with time zone default now() not null,
  constraint catalog_sellers_pkey PRIMARY KEY (source, seller_id)
);

create table catalog_tags (
  tag text not null,
  products integer not null,
  constraint catalog_tags_pkey PRIMARY KEY (tag)
);
comment on table catalog_tags is 'How many products carry a tag: totals, category counts and the lexicon for slips of the keyboard, without counting.';

create table catalog_variant_history (
  product_id bigint not null,
  sku_id text not null,
  at timestamp with time zone not null,
  was_price integer,
  was_quantity integer,
  price integer,
  quantity integer,
  constraint catalog_variant_history_pkey PRIMARY KEY (product_id, at, sku_id)
);
comment on table catalog_variant_history is 'What suppliers changed, variant by variant. A new rule is tried on it before it is switched on. A price of null: the choice was not offered, or is no longer.';

create table catalog_variants (
  product_id bigint not null,
  "position" integer not null,
  sku_id text not null,
  sku_attr text default ''::text not null,
  sku_property jsonb default '[]'::jsonb not null,
  price integer not null,
  list_price integer,
  quantity integer,
  image text,
  weight_g integer,
  tax integer,
  import_charges integer,
  price_includes_tax boolean,
  constraint catalog_variants_pkey PRIMARY KEY (product_id, "position"),
  constraint catalog_variants_product_id_sku_id_key UNIQUE (product_id, sku_id)
);
comment on column catalog_variants.tax is 'Tax and import charges, US cents, for a parcel to DEFAULT_SHIP_TO. null: the supplier says nothing about them.';

create table catalog_vectors (
  product_id bigint not null,
  model text not null,
  image text not null,
  vector bytea not null,
  made_at timestamp with time zone default now() not null,
  colours bytea,
  constraint catalog_vectors_pkey PRIMARY KEY (product_id)
);
comment on table catalog_vectors is 'A picture''s description by a model: the record; what searches it is derived from it.';
comment on column catalog_vectors.colours is 'How much of each colour a product''s picture has (domain: image-search/colours.ts). Null: described before; it is described again.';

create table compliance_requests (
  platform text not null,
  delivery_id text not null,
  topic text not null,
  shop text not null,
  received_at timestamp with time zone default now() not null,
  due_at timestamp with time zone not null,
  done_at timestamp with time zone,
  outcome text,
  constraint compliance_requests_pkey PRIMARY KEY (platform, delivery_id)
);
comment on table compliance_requests is 'What platforms ask of every application about personal data, and what was done about it. It names shops, not people.';
comment on column compliance_requests.due_at is 'The platform''s own limit.';

create table currency_rate_days (
  day date not null,
  currency text not null,
  rate double precision not null,
  constraint currency_rate_days_pkey PRIMARY KEY (day, currency),
  constraint currency_rate_days_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint currency_rate_days_rate_check CHECK ((rate > (0)::double precision))
);
comment on table currency_rate_days is 'The rates of each day: the first that were heard on it. An order is converted by those of its own day, for ever.';

create table currency_rates (
  currency text not null,
  rate double precision not null,
  as_of timestamp with time zone not null,
  constraint currency_rates_pkey PRIMARY KEY (currency),
  constraint currency_rates_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint currency_rates_rate_check CHECK ((rate > (0)::double precision))
);
comment on table currency_rates is 'Units per US dollar.';

create table delivery_sums (
  workplace_id uuid not null,
  day date not null,
  supplier text not null,
  carrier text not null,
  purchases integer not null,
  shipped integer not null,
  delivered integer not null,
  failed integer not null,
  ship_hours bigint not null,
  deliver_hours bigint not null,
  constraint delivery_sums_pkey PRIMARY KEY (workplace_id, day, supplier, carrier)
);
alter table delivery_sums enable row level security;
alter table delivery_sums force row level security;

create table discover_tools (
  workplace_id uuid not null,
  user_id uuid not null,
  tools text[] default '{}'::text[] not null,
  constraint discover_tools_pkey PRIMARY KEY (workplace_id, user_id)
);
alter table discover_tools enable row level security;
alter table discover_tools force row level security;

create table evidence_files (
  workplace_id uuid not null,
  evidence_id uuid default new_id() not null,
  name text not null,
  file text not null,
  width integer not null,
  height integer not null,
  size integer not null,
  used_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint evidence_files_pkey PRIMARY KEY (workplace_id, evidence_id),
  constraint evidence_files_height_check CHECK ((height > 0)),
  constraint evidence_files_size_check CHECK ((size > 0)),
  constraint evidence_files_width_check CHECK ((width > 0))
);
comment on column evidence_files.file is 'Below private/evidence: it opens by signed addresses only.';
comment on column evidence_files.used_at is 'Null: it was sent with nothing yet, and goes after a day.';
alter table evidence_files enable row level security;
alter table evidence_files force row level security;

create table example_parts (
  "position" integer not null,
  of_table text not null,
  columns text[] not null,
  rows text not null,
  constraint example_parts_pkey PRIMARY KEY ("position")
);

create table example_shop (
  only_one boolean default true not null,
  as_workplace uuid not null,
  as_user uuid not null,
  as_mark text not null,
  name text not null,
  settings jsonb not null,
  postings text not null,
  made_at timestamp with time zone not null,
  constraint example_shop_pkey PRIMARY KEY (only_one),
  constraint example_shop_as_mark_check CHECK ((as_mark ~ '^[0-9a-f]{12}$'::text)),
  constraint example_shop_only_one_check CHECK (only_one)
);
comment on table example_shop is 'The example as it is given to guests: rows as JSON by table, in the order of their foreign keys. Every id of the shop is replaced already by one that ends in `as_mark`; a copy puts a mark of its own there, so that all rows and documents name each other as before and nothing names the original. Not a tenant''s table: it is made to be shown to everybody.';
comment on column example_shop.postings is 'What `ledger_post` takes.';

create table extra_quotas (
  workplace_id uuid not null,
  charge_id uuid not null,
  feature text not null,
  user_id uuid not null,
  cycle_start date not null,
  amount bigint not null,
  constraint extra_quotas_pkey PRIMARY KEY (workplace_id, charge_id, feature),
  constraint extra_quotas_amount_check CHECK ((amount > 0))
);
comment on table extra_quotas is 'What was bought on top of a plan: for one cycle, or (first day of all) for good.';
alter table extra_quotas enable row level security;
alter table extra_quotas force row level security;

create table favorite_suppliers (
  workplace_id uuid not null,
  source text not null,
  seller_id text not null,
  followed_at timestamp with time zone default now() not null,
  constraint favorite_suppliers_pkey PRIMARY KEY (workplace_id, source, seller_id)
);
alter table favorite_suppliers enable row level security;
alter table favorite_suppliers force row level security;

create table favourites (
  workplace_id uuid not null,
  product_id bigint not null,
  created_at timestamp with time zone default now() not null,
  constraint favourites_pkey PRIMARY KEY (workplace_id, product_id)
);
alter table favourites enable row level security;
alter table favourites force row level security;

create table feature_usage (
  workplace_id uuid not null,
  feature text not null,
  cycle_start date not null,
  usage bigint default 0 not null,
  constraint feature_usage_pkey PRIMARY KEY (workplace_id, feature, cycle_start),
  constraint feature_usage_usage_check CHECK ((usage >= 0))
);
comment on table feature_usage is 'Usage of plan features in the running cycle. One row per feature; a counter, never a count.';
alter table feature_usage enable row level security;
alter table feature_usage force row level security;

create table feedback_messages (
  workplace_id uuid not null,
  message_id uuid default new_id() not null,
  feedback_id uuid not null,
  who text not null,
  text text not null,
  pictures uuid[] default '{}'::uuid[] not null,
  links text[] default '{}'::text[] not null,
  state text not null,
  message_no text,
  written_by uuid,
  written_at timestamp with time zone not null,
  constraint feedback_messages_pkey PRIMARY KEY (workplace_id, message_id),
  constraint feedback_messages_state_check CHECK ((state = ANY (ARRAY['sending'::text, 'sent'::text, 'failed'::text]))),
  constraint feedback_messages_who_check CHECK ((who = ANY (ARRAY['person'::text, 'supplier'::text])))
);
comment on column feedback_messages.pictures is 'Ours.';
comment on column feedback_messages.links is 'Addresses that the supplier sent.';
comment on column feedback_messages.message_no is 'The supplier''s own number.';
alter table feedback_messages enable row level security;
alter table feedback_messages force row level security;

create table feedbacks (
  workplace_id uuid not null,
  feedback_id uuid default new_id() not null,
  order_id uuid not null,
  supplier_order_id uuid not null,
  line_ids uuid[] default '{}'::uuid[] not null,
  kind text not null,
  state text not null,
  feedback_no text,
  unread integer default 0 not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  moved_at timestamp with time zone not null,
  constraint feedbacks_pkey PRIMARY KEY (workplace_id, feedback_id),
  constraint feedbacks_kind_check CHECK ((kind = ANY (ARRAY['question'::text, 'not_received'::text, 'wrong_item'::text, 'damaged'::text, 'change'::text, 'other'::text]))),
  constraint feedbacks_state_check CHECK ((state = ANY (ARRAY['sending'::text, 'open'::text, 'answered'::text, 'done'::text, 'failed'::text]))),
  constraint feedbacks_unread_check CHECK ((unread >= 0))
);
comment on column feedbacks.line_ids is 'What it is about; empty: the whole order.';
comment on column feedbacks.state is '`sending`: our latest message is on its way. `failed`: the supplier would not take it.';
comment on column feedbacks.feedback_no is 'The supplier''s own number; null: it has not told one.';
comment on column feedbacks.unread is 'Answers that nobody has looked at.';
comment on column feedbacks.moved_at is 'Of the latest message, or of being done.';
alter table feedbacks enable row level security;
alter table feedbacks force row level security;

create table fulfilment_requests (
  workplace_id uuid not null,
  request_id uuid default new_id() not null,
  store_id uuid not null,
  kind text not null,
  remote_request_id text not null,
  remote_id text not null,
  remote_order_id text not null,
  lines jsonb not null,
  message text not null,
  requested_at timestamp with time zone not null,
  state text default 'open'::text not null,
  accepts boolean,
  declined jsonb default '[]'::jsonb not null,
  note text default ''::text not null,
  answer_id uuid,
  decided_by uuid,
  problem text,
  problem_text text,
  told_at timestamp with time zone,
  answered_at timestamp with time zone,
  blocks boolean generated always as ((NOT (((kind = 'fulfilment'::text) AND (state = 'accepted'::text)) OR ((kind = 'cancellation'::text) AND ((state = 'declined'::text) OR ((state = 'answering'::text) AND (accepts IS FALSE))))))) stored,
  constraint fulfilment_requests_pkey PRIMARY KEY (workplace_id, request_id),
  constraint fulfilment_requests_workplace_id_store_id_remote_request_id_key UNIQUE (workplace_id, store_id, remote_request_id),
  constraint fulfilment_requests_check CHECK (((state <> ALL (ARRAY['answering'::text, 'accepted'::text, 'declined'::text])) OR (accepts IS NOT NULL))),
  constraint fulfilment_requests_check1 CHECK (((problem IS NULL) OR (state = 'open'::text))),
  constraint fulfilment_requests_kind_check CHECK ((kind = ANY (ARRAY['fulfilment'::text, 'cancellation'::text]))),
  constraint fulfilment_requests_problem_check CHECK ((problem = ANY (ARRAY['disconnected'::text, 'not_allowed'::text, 'refused'::text, 'unclear'::text]))),
  constraint fulfilment_requests_state_check CHECK ((state = ANY (ARRAY['open'::text, 'answering'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text])))
);
comment on table fulfilment_requests is 'What stores asked us for as their fulfilment service: to fulfil lines of an order, or to leave it after all. The answer is committed before the store is told. An order may come in after the request that names it.';
comment on column fulfilment_requests.remote_request_id is 'As the store names them: the request, the fulfilment order it is about, the order.';
comment on column fulfilment_requests.lines is 'packages/domain/src/fulfilments/requests.ts, RequestedLine.';
comment on column fulfilment_requests.message is 'In the merchant''s words.';
comment on column fulfilment_requests.accepts is 'What was answered, or is being. Null: nobody has decided.';
comment on column fulfilment_requests.declined is 'Lines that are the reason for a no.';
comment on column fulfilment_requests.answer_id is 'The latest answer, which is what the attempt is about.';
comment on column fulfilment_requests.decided_by is 'Null: it was decided by itself.';
comment on column fulfilment_requests.problem is 'Why the store did not hear the answer: a person decides again.';
comment on column fulfilment_requests.told_at is 'When the seller was told of it.';
comment on column fulfilment_requests.blocks is 'Lines of it may not be bought: nobody has said yes, or the store wants them no more.';
alter table fulfilment_requests enable row level security;
alter table fulfilment_requests force row level security;

create table gallery_images (
  workplace_id uuid not null,
  image_id uuid default new_id() not null,
  name text not null,
  file text not null,
  width integer not null,
  height integer not null,
  size integer not null,
  origin_id uuid,
  origin_url text,
  created_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  constraint gallery_images_pkey PRIMARY KEY (workplace_id, image_id)
);
comment on column gallery_images.file is 'Key in the storage; served at /files/<key>.';
comment on column gallery_images.origin_id is 'Edited from this one, or from that address.';
alter table gallery_images enable row level security;
alter table gallery_images force row level security;

create table hidden_products (
  workplace_id uuid not null,
  product_id bigint not null,
  constraint hidden_products_pkey PRIMARY KEY (workplace_id, product_id)
);
alter table hidden_products enable row level security;
alter table hidden_products force row level security;

create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  call text not null,
  input_hash text not null,
  reply jsonb,
  created_at timestamp with time zone default now() not null,
  constraint idempotency_keys_pkey PRIMARY KEY (user_id, key)
);
comment on table idempotency_keys is 'First replies to calls that carried an idempotency key (spec decisions: same key + same body = the same reply).';

create table identities (
  social text not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamp with time zone default now() not null,
  constraint identities_pkey PRIMARY KEY (social, subject)
);
comment on table identities is 'Social accounts that open a user.';

create table image_searches (
  workplace_id uuid not null,
  search_id uuid not null,
  uses integer default 1 not null,
  started_at timestamp with time zone default now() not null,
  constraint image_searches_pkey PRIMARY KEY (workplace_id, search_id)
);
comment on table image_searches is 'One search by image is one picture, however often its frame is moved: the plan''s quota counts it once.';
alter table image_searches enable row level security;
alter table image_searches force row level security;

create table imported_sources (
  workplace_id uuid not null,
  source text not null,
  source_product_id text not null,
  product_id uuid not null,
  constraint imported_sources_pkey PRIMARY KEY (workplace_id, source, source_product_id)
);
comment on table imported_sources is 'A supplier product is imported once. The key is the rule; duplicates and splits of ours have no row here.';
alter table imported_sources enable row level security;
alter table imported_sources force row level security;

create table inbox (
  inbox_id uuid default new_id() not null,
  vendor text not null,
  delivery_id text not null,
  topic text not null,
  account_key text not null,
  headers jsonb not null,
  body bytea not null,
  received_at timestamp with time zone default now() not null,
  handled_at timestamp with time zone,
  lane text default ''::text not null,
  state text default 'new'::text not null,
  constraint inbox_pkey PRIMARY KEY (inbox_id),
  constraint inbox_vendor_delivery_id_key UNIQUE (vendor, delivery_id),
  constraint inbox_state CHECK ((state = ANY (ARRAY['new'::text, 'begun'::text, 'alone'::text]))) NOT VALID
);
comment on table inbox is 'What vendors sent, committed before it was acknowledged. The same delivery twice is one row.';
comment on column inbox.lane is 'Deliveries of one account and lane are worked in slices by one job. `begun`: a job took it in hand; found so again, that job was killed, and it may be this one that killed it. `alone`: it has a job of its own, with tries of its own, and the others do not wait for it.';

create table job_failures (
  failure_id uuid default new_id() not null,
  job_id bigint not null,
  job text not null,
  payload jsonb not null,
  tries integer not null,
  error text not null,
  failed_at timestamp with time zone default now() not null,
  retried_at timestamp with time zone,
  handled_at timestamp with time zone,
  constraint job_failures_pkey PRIMARY KEY (failure_id),
  constraint job_failures_job_id_key UNIQUE (job_id)
);
comment on table job_failures is 'Jobs that will not be tried again. The engine leaves them lying; a job of ours records each and removes it. This also finds those whose worker was killed during the last try: nobody heard them fail.';
comment on column job_failures.handled_at is 'A dead letter whose area has not been told yet (jobs.dead-letters).';

create table job_schedules (
  name text not null,
  last_at timestamp with time zone not null,
  constraint job_schedules_pkey PRIMARY KEY (name)
);
comment on table job_schedules is 'When the clock last asked for what: two workers whose minute comes at once ask for it once.';

create table jobs (
  job_id bigint generated always as identity,
  name text not null,
  payload jsonb not null,
  key text,
  queue text,
  priority integer default 0 not null,
  run_at timestamp with time zone default now() not null,
  asked_at timestamp with time zone default now() not null,
  attempts integer default 0 not null,
  max_attempts integer not null,
  error text,
  worker_id uuid,
  leased_at timestamp with time zone,
  again boolean default false not null,
  constraint jobs_pkey PRIMARY KEY (job_id),
  constraint jobs_key_key UNIQUE (key),
  constraint jobs_check CHECK (((worker_id IS NULL) = (leased_at IS NULL))),
  constraint jobs_check1 CHECK (((worker_id IS NOT NULL) OR (NOT again))),
  constraint jobs_max_attempts_check CHECK ((max_attempts > 0))
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=2000);
comment on column jobs.key is 'One row for each key: asked for again, it is the same job with the newer payload.';
comment on column jobs.queue is 'Jobs of one queue run one after another, over all workers.';
comment on column jobs.worker_id is 'The lease: whoever runs it. It ends when that worker has not beaten for a while.';
comment on column jobs.again is 'Asked for again while it ran: payload, run_at and attempts are already those of the next run.';

create table known_devices (
  user_id uuid not null,
  device_hash bytea not null,
  seen_at timestamp with time zone not null,
  constraint known_devices_pkey PRIMARY KEY (user_id, device_hash)
);
comment on table known_devices is 'Browsers an account was signed in from. Each has its own count of wrong passwords, so a stranger''s guesses lock none of them out.';

create table ledger_account_kinds (
  kind text not null,
  owner text not null,
  party boolean not null,
  floor bigint,
  ceiling bigint,
  constraint ledger_account_kinds_pkey PRIMARY KEY (kind),
  constraint ledger_account_kinds_owner_check CHECK ((owner = ANY (ARRAY['workplace'::text, 'system'::text])))
);
comment on table ledger_account_kinds is 'Which accounts there are, and the bounds their balances never leave. The same list as domain/src/ledger/accounts.ts.';

create table ledger_balances (
  workplace_id uuid not null,
  account text not null,
  currency text not null,
  amount bigint default 0 not null,
  floor bigint,
  ceiling bigint,
  version bigint default 0 not null,
  constraint ledger_balances_pkey PRIMARY KEY (workplace_id, account, currency),
  constraint ledger_balances_bounds CHECK (((amount >= COALESCE(floor, '-9007199254740991'::bigint)) AND (amount <= COALESCE(ceiling, '9007199254740991'::bigint))))
);
comment on table ledger_balances is 'Balances of sellers'' accounts: a projection the database keeps. One row each, because it gates decisions.';
comment on column ledger_balances.version is 'Grows with every statement that posts; a gap means damage.';
alter table ledger_balances enable row level security;
alter table ledger_balances force row level security;

create table ledger_postings (
  workplace_id uuid not null,
  txn_id uuid not null,
  line integer not null,
  debit text not null,
  debit_kind text generated always as (split_part(debit, '.'::text, 1)) stored not null,
  credit text not null,
  credit_kind text generated always as (split_part(credit, '.'::text, 1)) stored not null,
  currency text not null,
  amount bigint not null,
  constraint ledger_postings_pkey PRIMARY KEY (workplace_id, txn_id, line),
  constraint ledger_postings_amount_check CHECK (((amount > 0) AND (amount <= '9007199254740991'::bigint))),
  constraint ledger_postings_check CHECK ((debit <> credit)),
  constraint ledger_postings_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text))
);
comment on column ledger_postings.amount is 'A safe integer of the programs that read it.';
alter table ledger_postings enable row level security;
alter table ledger_postings force row level security;

create table ledger_system_balances (
  account text not null,
  currency text not null,
  shard integer not null,
  amount bigint default 0 not null,
  constraint ledger_system_balances_pkey PRIMARY KEY (account, currency, shard)
);
comment on table ledger_system_balances is 'Balances of our own accounts, over all workplaces. Sixteen rows each: one alone would wait for every commit.';

create table ledger_txns (
  workplace_id uuid not null,
  txn_id uuid default new_id() not null,
  scope text not null,
  idem_key text not null,
  input_hash text not null,
  kind text not null,
  subject text,
  relates_to uuid,
  reverses_id uuid,
  external_ref text,
  effective_at timestamp with time zone not null,
  recorded_at timestamp with time zone default clock_timestamp() not null,
  actor uuid,
  reason text,
  constraint ledger_txns_pkey PRIMARY KEY (workplace_id, txn_id),
  constraint ledger_txns_scope_idem_key_key UNIQUE (scope, idem_key),
  constraint ledger_txns_workplace_id_reverses_id_key UNIQUE (workplace_id, reverses_id)
);
comment on column ledger_txns.scope is 'One effect is one row, whoever reports it and however often: `placement` + `<attempt>:hold:1`.';
comment on column ledger_txns.subject is 'What it belongs to: an order''s payment, the transaction it corrects, the provider''s object.';
comment on column ledger_txns.effective_at is 'When it happened, by the clock of whoever moved the money. `recorded_at` orders history.';
alter table ledger_txns enable row level security;
alter table ledger_txns force row level security;

create table listing_notes (
  workplace_id uuid not null,
  note_id uuid default new_id() not null,
  listing_id uuid not null,
  who text not null,
  user_id uuid,
  says text not null,
  field text,
  before jsonb,
  after jsonb,
  noted_at timestamp with time zone default now() not null,
  constraint listing_notes_pkey PRIMARY KEY (workplace_id, note_id),
  constraint listing_notes_who_check CHECK ((who = ANY (ARRAY['person'::text, 'store'::text, 'omni'::text])))
);
comment on table listing_notes is 'Who changed what in a listing.';
alter table listing_notes enable row level security;
alter table listing_notes force row level security;

create table listing_places (
  workplace_id uuid not null,
  listing_id uuid not null,
  publication_id text not null,
  wish_id uuid not null,
  is_published boolean not null,
  state text not null,
  problem_text text,
  wished_at timestamp with time zone not null,
  constraint listing_places_pkey PRIMARY KEY (workplace_id, listing_id, publication_id),
  constraint listing_places_check CHECK (((state = 'failed'::text) OR (problem_text IS NULL))),
  constraint listing_places_state_check CHECK ((state = ANY (ARRAY['sending'::text, 'done'::text, 'failed'::text])))
);
comment on table listing_places is 'Wishes that a listing be shown in a place of its store, or no longer. The wish is committed before the store is asked.';
comment on column listing_places.publication_id is 'As the store names it.';
comment on column listing_places.wish_id is 'The latest wish, which is what the attempt is about.';
comment on column listing_places.problem_text is 'In the store''s own words.';
alter table listing_places enable row level security;
alter table listing_places force row level security;

create table listings (
  workplace_id uuid not null,
  listing_id uuid default new_id() not null,
  store_id uuid not null,
  product_id uuid,
  key text not null,
  state text default 'queued'::text not null,
  remote_id text,
  wants text default 'listed'::text not null,
  desired jsonb default '{}'::jsonb not null,
  ours jsonb default '{}'::jsonb not null,
  theirs jsonb default '{}'::jsonb not null,
  seen jsonb,
  seen_version text,
  unread text[] default '{}'::text[] not null,
  unsure boolean default false not null,
  open jsonb,
  send_no integer default 0 not null,
  looked boolean default true not null,
  created_as jsonb default '{}'::jsonb not null,
  refused jsonb,
  question text,
  conflicts text[] default '{}'::text[] not null,
  overrides jsonb default '{}'::jsonb not null,
  settings jsonb default '{}'::jsonb not null,
  policies jsonb not null,
  revision integer default 0 not null,
  remote jsonb,
  title text default ''::text not null,
  image text,
  url text,
  status text,
  variants integer default 0 not null,
  price_min bigint,
  price_max bigint,
  problem text,
  asked boolean default false not null,
  counted boolean default false not null,
  epoch integer not null,
  version integer default 1 not null,
  wake_at timestamp with time zone,
  intent_at timestamp with time zone,
  written_at timestamp with time zone,
  pushed_by uuid,
  seen_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  hidden_at timestamp with time zone,
  rate double precision,
  read_together boolean default false not null,
  constraint listings_pkey PRIMARY KEY (workplace_id, listing_id),
  constraint listings_store_id_key_key UNIQUE (store_id, key),
  constraint listings_check CHECK (((state = 'sending'::text) = (open IS NOT NULL))),
  constraint listings_question_check CHECK ((question = ANY (ARRAY['conflict'::text, 'which'::text]))),
  constraint listings_state_check CHECK ((state = ANY (ARRAY['idle'::text, 'queued'::text, 'sending'::text, 'refused'::text, 'needs_decision'::text, 'gone'::text, 'removed'::text]))),
  constraint listings_status_check CHECK ((status = ANY (ARRAY['active'::text, 'draft'::text]))),
  constraint listings_wants_check CHECK ((wants = ANY (ARRAY['listed'::text, 'removed'::text])))
);
comment on column listings.product_id is 'Null: found in the store.';
comment on column listings.key is 'Our name for it at the vendor. Never made of SKU, title or handle.';
comment on column listings.overrides is 'Fields whose value was changed in the store and taken over, with the product''s own value at that time.';
comment on column listings.settings is 'How the seller wants it there: {is_publish, allow_sell_out_of_stock}.';
comment on column listings.revision is 'The product''s revision that `desired` was made of.';
comment on column listings.remote is 'The store''s own words, as last read.';
comment on column listings.problem is 'Why the store refused it, in its words.';
comment on column listings.asked is 'A person wants it there, and no turn was taken since.';
comment on column listings.counted is 'Counted in the plan''s quota.';
comment on column listings.intent_at is 'When the latest send was committed, and when the store said or showed that it was done.';
comment on column listings.hidden_at is 'A product of the store that the seller does not want to see among the unmapped ones.';
comment on column listings.rate is 'The rate at which a listing''s prices were converted.';
comment on column listings.read_together is 'A listing that was just made and is read with many others by one export of its store.';
alter table listings enable row level security;
alter table listings force row level security;

create table mails (
  mail_key text not null,
  user_id uuid,
  template text not null,
  sent_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint mails_pkey PRIMARY KEY (mail_key)
);
comment on table mails is 'Mails by what caused them, so that a job that runs twice mails once.';

create table notification_counts (
  workplace_id uuid not null,
  user_id uuid not null,
  kind text not null,
  total integer default 0 not null,
  unread integer default 0 not null,
  constraint notification_counts_pkey PRIMARY KEY (workplace_id, user_id, kind)
);
comment on table notification_counts is 'Totals and unread totals by kind, kept by triggers so that a badge never counts rows.';
alter table notification_counts enable row level security;
alter table notification_counts force row level security;

create table notifications (
  workplace_id uuid not null,
  notification_id uuid default new_id() not null,
  user_id uuid not null,
  kind text not null,
  message_key text not null,
  params jsonb default '{}'::jsonb not null,
  link text,
  cause text not null,
  read_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint notifications_pkey PRIMARY KEY (workplace_id, notification_id),
  constraint notifications_workplace_id_user_id_cause_key UNIQUE (workplace_id, user_id, cause),
  constraint notifications_kind_check CHECK ((kind = ANY (ARRAY['product'::text, 'supplier'::text, 'order'::text, 'system'::text])))
);
comment on table notifications is 'Notifications keep a key and its parameters; the reader''s language makes the sentence.';
comment on column notifications.cause is 'Same cause, same notification: a job that runs twice tells once.';
alter table notifications enable row level security;
alter table notifications force row level security;

create table operator_settings (
  key text not null,
  value jsonb not null,
  constraint operator_settings_pkey PRIMARY KEY (key)
);
comment on table operator_settings is 'What the operator of this installation says to everyone, e.g. a maintenance notice.';

create table order_copies (
  workplace_id uuid not null,
  store_id uuid not null,
  remote_id text not null,
  order_id uuid not null,
  number text not null,
  cancelled_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint order_copies_pkey PRIMARY KEY (workplace_id, store_id, remote_id)
);
comment on column order_copies.cancelled_at is 'Taken back in that channel: nobody is to buy it, whatever the other one says.';
alter table order_copies enable row level security;
alter table order_copies force row level security;

create table order_counters (
  workplace_id uuid not null,
  status text not null,
  sub_status text not null,
  orders integer not null,
  constraint order_counters_pkey PRIMARY KEY (workplace_id, status, sub_status)
);
comment on table order_counters is 'Counted by the triggers below: a badge never counts rows.';
alter table order_counters enable row level security;
alter table order_counters force row level security;

create table order_cursors (
  workplace_id uuid not null,
  store_id uuid not null,
  read_to timestamp with time zone not null,
  read_at timestamp with time zone not null,
  constraint order_cursors_pkey PRIMARY KEY (workplace_id, store_id)
);
comment on table order_cursors is 'How far a store''s orders were read, by the store''s own clock.';
alter table order_cursors enable row level security;
alter table order_cursors force row level security;

create table order_deliveries (
  workplace_id uuid not null,
  supplier_order_id uuid not null,
  order_id uuid not null,
  day date not null,
  supplier text not null,
  carrier text not null,
  outcome text not null,
  hours_to_ship integer,
  hours_to_deliver integer,
  constraint order_deliveries_pkey PRIMARY KEY (workplace_id, supplier_order_id),
  constraint order_deliveries_outcome_check CHECK ((outcome = ANY (ARRAY['open'::text, 'delivered'::text, 'failed'::text])))
);
comment on table order_deliveries is 'What became of each purchase, for delivery times and failure rates: by supplier and by carrier.';
comment on column order_deliveries.day is 'When it was bought, or given up; UTC.';
comment on column order_deliveries.carrier is 'Empty: not sent yet, or nobody said.';
comment on column order_deliveries.hours_to_ship is 'From the purchase on. Null: not yet.';
alter table order_deliveries enable row level security;
alter table order_deliveries force row level security;

create table order_dirty (
  workplace_id uuid not null,
  store_id uuid not null,
  remote_id text not null,
  hinted_at timestamp with time zone default now() not null,
  constraint order_dirty_pkey PRIMARY KEY (workplace_id, store_id, remote_id)
);
comment on table order_dirty is 'What a store told us has changed there, until it was read.';
alter table order_dirty enable row level security;
alter table order_dirty force row level security;

create table order_events (
  workplace_id uuid not null,
  event_id uuid default new_id() not null,
  order_id uuid not null,
  kind text not null,
  params jsonb default '{}'::jsonb not null,
  who text not null,
  user_id uuid,
  happened_at timestamp with time zone not null,
  constraint order_events_pkey PRIMARY KEY (workplace_id, event_id),
  constraint order_events_who_check CHECK ((who = ANY (ARRAY['person'::text, 'store'::text, 'omni'::text, 'supplier'::text])))
);
comment on table order_events is 'What happened to an order, in the order it happened. Rows are only ever added.';
alter table order_events enable row level security;
alter table order_events force row level security;

create table order_fees (
  workplace_id uuid not null,
  order_id uuid not null,
  percent double precision not null,
  fixed bigint not null,
  currency text not null,
  constraint order_fees_pkey PRIMARY KEY (workplace_id, order_id)
);
comment on table order_fees is 'What the channel and the payment keep of a sale, as it was set when the sale was first counted.';
alter table order_fees enable row level security;
alter table order_fees force row level security;

create table order_groups (
  workplace_id uuid not null,
  order_id uuid not null,
  status text not null,
  sub_status text not null,
  line_ids uuid[] not null,
  reasons text[] default '{}'::text[] not null,
  ordered_at timestamp with time zone not null,
  constraint order_groups_pkey PRIMARY KEY (workplace_id, order_id, status, sub_status)
);
comment on table order_groups is 'Where an order stands in the list (domain/orders/groups.ts): a row for each group that some of its lines are in.';
alter table order_groups enable row level security;
alter table order_groups force row level security;

create table order_lines (
  workplace_id uuid not null,
  line_id uuid default new_id() not null,
  order_id uuid not null,
  remote_line_id text not null,
  "position" integer not null,
  remote_product_id text,
  remote_variant_id text,
  product_id uuid,
  variant_id uuid,
  title text not null,
  variant_title text default ''::text not null,
  sku text default ''::text not null,
  image text,
  quantity integer not null,
  wanted integer not null,
  unit_price bigint not null,
  discount bigint default 0 not null,
  tax bigint default 0 not null,
  reason text,
  sources text[] default '{}'::text[] not null,
  cost bigint,
  supplier jsonb,
  constraint order_lines_pkey PRIMARY KEY (workplace_id, line_id),
  constraint order_lines_workplace_id_order_id_remote_line_id_key UNIQUE (workplace_id, order_id, remote_line_id),
  constraint order_lines_quantity_check CHECK ((quantity >= 0)),
  constraint order_lines_wanted_check CHECK ((wanted >= 0))
);
comment on column order_lines.product_id is 'Our own product behind it; null: not mapped.';
comment on column order_lines.wanted is 'Pieces that are still wanted: without what was taken out or refunded.';
comment on column order_lines.reason is 'Why no supplier can be chosen; null: `sources` and `cost` say who delivers and for how much (US cents).';
comment on column order_lines.supplier is 'A supplier that was chosen for one line of one order alone (POST /orders/{id}/change-supplier); the product keeps its own.';
alter table order_lines enable row level security;
alter table order_lines force row level security;

create table order_profits (
  workplace_id uuid not null,
  order_id uuid not null,
  part integer not null,
  day date not null,
  currency text not null,
  is_foreign boolean default false not null,
  store text not null,
  country text not null,
  product text not null,
  supplier text not null,
  pieces integer not null,
  revenue bigint not null,
  tax bigint not null,
  cost bigint not null,
  fees bigint not null,
  refunds bigint not null,
  recovered bigint not null,
  estimated bigint not null,
  uncosted integer not null,
  constraint order_profits_pkey PRIMARY KEY (workplace_id, order_id, part)
);
comment on table order_profits is 'What an order earned, as it was last counted: a row for each product and supplier in it.';
comment on column order_profits.day is 'Of the sale, UTC.';
comment on column order_profits.currency is 'The workplace''s display currency; the order''s own where no rate of it is known (`is_foreign`).';
comment on column order_profits.store is 'The store''s id, or `manual`.';
comment on column order_profits.product is 'The product''s id; empty: none of ours.';
comment on column order_profits.supplier is 'Empty: nobody delivers it.';
alter table order_profits enable row level security;
alter table order_profits force row level security;

create table order_settings (
  workplace_id uuid not null,
  source text not null,
  settings jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  updated_at timestamp with time zone default now() not null,
  updated_by uuid,
  constraint order_settings_pkey PRIMARY KEY (workplace_id, source)
);
comment on column order_settings.settings is 'Only what was changed; the rest is in domain/order-settings.';
comment on column order_settings.version is 'Whoever saves says which one was read: nobody overwrites what was not seen.';
alter table order_settings enable row level security;
alter table order_settings force row level security;

create table orders (
  workplace_id uuid not null,
  order_id uuid default new_id() not null,
  store_id uuid,
  channel text not null,
  remote_id text not null,
  number text not null,
  document jsonb not null,
  version text not null,
  address jsonb,
  country_code text default ''::text not null,
  customer_name text default ''::text not null,
  currency text not null,
  total bigint not null,
  financial text not null,
  fulfilment text not null,
  cancelled_at timestamp with time zone,
  archived_at timestamp with time zone,
  marker smallint default 0 not null,
  note text default ''::text not null,
  search_text text default ''::text not null,
  sources text[] default '{}'::text[] not null,
  ordered_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  sale_key text,
  split_of uuid,
  part_no smallint default 1 not null,
  whole jsonb,
  store_tag text,
  constraint orders_pkey PRIMARY KEY (workplace_id, order_id),
  constraint orders_marker_check CHECK (((marker >= 0) AND (marker <= 3))),
  constraint orders_part CHECK (((split_of IS NULL) = (part_no = 1))) NOT VALID,
  constraint orders_whole CHECK (((whole IS NULL) OR (split_of IS NULL))) NOT VALID
);
comment on column orders.store_id is 'Null: made by hand.';
comment on column orders.remote_id is 'The store''s own id. One sale is one order, however often it is told.';
comment on column orders.document is 'As the store shows it; of an order made by hand, as it was written.';
comment on column orders.address is 'Where it goes: the store''s address, or that with a seller''s repair.';
comment on column orders.marker is 'Orders spec §2: none, grey, green, red.';
comment on column orders.sources is 'Suppliers of its lines, for the filter.';
comment on column orders.sale_key is 'One sale that came through two channels is one order: the copies of an order in other stores. The rule is packages/domain/src/orders/one-sale.ts.';
comment on column orders.split_of is 'The part that came first; null: it is that, or the only one.';
comment on column orders.whole is 'Of the first part of a split sale: the order as the store shows it. `document` is each part''s share of it.';
comment on column orders.store_tag is 'Where an order stands with us, as its store was last told by a tag (packages/domain/src/orders/store-tags.ts). Of the first part of a sale. Null: none of ours.';
alter table orders enable row level security;
alter table orders force row level security;

create table outbox (
  event_id uuid default new_id() not null,
  name text not null,
  data jsonb not null,
  created_at timestamp with time zone default now() not null,
  delivered_at timestamp with time zone,
  constraint outbox_pkey PRIMARY KEY (event_id)
);
comment on table outbox is 'Events, written in the transaction that made them true. The worker hands them on.';

create table parcel_counters (
  workplace_id uuid not null,
  status text not null,
  parcels integer not null,
  constraint parcel_counters_pkey PRIMARY KEY (workplace_id, status)
);
comment on table parcel_counters is 'Counted by the triggers below: a filter''s count never counts rows.';
alter table parcel_counters enable row level security;
alter table parcel_counters force row level security;

create table parcel_events (
  workplace_id uuid not null,
  parcel_id uuid not null,
  happened_at timestamp with time zone not null,
  event_key text not null,
  text text not null,
  place text not null,
  stage text not null,
  constraint parcel_events_pkey PRIMARY KEY (workplace_id, parcel_id, happened_at, event_key)
);
comment on column parcel_events.event_key is 'Of the text, the place and the stage: the same event twice is one.';
alter table parcel_events enable row level security;
alter table parcel_events force row level security;

create table parcels (
  workplace_id uuid not null,
  parcel_id uuid default new_id() not null,
  order_id uuid not null,
  supplier_order_id uuid not null,
  number text not null,
  carrier text default ''::text not null,
  carrier_name text default ''::text not null,
  carrier_key integer,
  tracking_url text,
  by_hand boolean default false not null,
  local_number text,
  replaced_by uuid,
  not_before timestamp with time zone not null,
  status text default 'pending'::text not null,
  sub_status text default ''::text not null,
  heard jsonb default '{"said": null, "ended": null, "expected": null, "is_delivered": false}'::jsonb not null,
  latest_text text default ''::text not null,
  latest_place text default ''::text not null,
  latest_at timestamp with time zone,
  expected_from timestamp with time zone,
  expected_to timestamp with time zone,
  delivered_at timestamp with time zone,
  disputed_at timestamp with time zone,
  attention text,
  attention_at timestamp with time zone,
  problem text,
  quota_cycle date,
  registered_at timestamp with time zone,
  stopped_at timestamp with time zone,
  heard_at timestamp with time zone,
  turn text,
  turn_at timestamp with time zone,
  tries integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  constraint parcels_pkey PRIMARY KEY (workplace_id, parcel_id),
  constraint parcels_workplace_id_supplier_order_id_number_key UNIQUE (workplace_id, supplier_order_id, number),
  constraint parcels_attention_check CHECK ((attention = ANY (ARRAY['customs'::text, 'returned'::text, 'failed'::text, 'disputed'::text, 'unfollowed'::text, 'silent'::text]))),
  constraint parcels_check CHECK (((turn IS NULL) = (turn_at IS NULL))),
  constraint parcels_check1 CHECK (((attention IS NULL) = (attention_at IS NULL))),
  constraint parcels_problem_check CHECK ((problem = ANY (ARRAY['quota'::text, 'carrier'::text, 'number'::text, 'refused'::text]))),
  constraint parcels_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'not_found'::text, 'info_received'::text, 'in_transit'::text, 'available_for_pickup'::text, 'out_for_delivery'::text, 'delivery_failure'::text, 'delivered'::text, 'expired'::text, 'exception'::text, 'alert'::text]))),
  constraint parcels_turn_check CHECK ((turn = ANY (ARRAY['register'::text, 'read'::text, 'stop'::text, 'change_carrier'::text])))
);
comment on table parcels is 'Parcels: one row for each tracking number of a supplier order, followed to the door. The rules are packages/domain/src/tracking: what a message changes, which numbers are one parcel, and what needs the seller.';
comment on column parcels.number is 'Letters and digits alone, in capitals.';
comment on column parcels.carrier is 'The supplier''s or a person''s word for the carrier; `carrier_name` and `carrier_key` are the tracker''s.';
comment on column parcels.by_hand is 'A person added it: the supplier does not list it.';
comment on column parcels.local_number is 'The last carrier''s number for the same parcel, where the tracker tells.';
comment on column parcels.replaced_by is 'Another number took its place: the same parcel is followed there.';
comment on column parcels.not_before is 'Events from before it are of another parcel that had the number.';
comment on column parcels.heard is 'What was told, in the form of the rule (domain/tracking/parcel.ts), without its events.';
comment on column parcels.attention is 'From when it needs the seller, if nothing new is told until then.';
comment on column parcels.problem is 'Why it is not followed: the plan''s numbers are used up, or the tracker says no.';
comment on column parcels.quota_cycle is 'The billing cycle whose ORDER_TRACKING_NUMBERS it took.';
comment on column parcels.turn is 'What is to be asked of the tracker next, and when.';
alter table parcels enable row level security;
alter table parcels force row level security;

create table payment_links (
  workplace_id uuid not null,
  link_id uuid default new_id() not null,
  token_hash bytea not null,
  amount bigint not null,
  orders integer not null,
  payment_id uuid,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  constraint payment_links_pkey PRIMARY KEY (workplace_id, link_id),
  constraint payment_links_token_hash_key UNIQUE (token_hash),
  constraint payment_links_amount_check CHECK ((amount > 0)),
  constraint payment_links_orders_check CHECK ((orders > 0))
);
comment on table payment_links is 'A link to confirm a payment without signing in. It starts one payment and no second.';
comment on column payment_links.payment_id is 'The payment that it started.';
alter table payment_links enable row level security;
alter table payment_links force row level security;

create table payment_methods (
  workplace_id uuid not null,
  method_id uuid default new_id() not null,
  provider text not null,
  kind text not null,
  customer_ref text not null,
  method_ref text not null,
  brand text not null,
  label text not null,
  exp_month integer,
  exp_year integer,
  is_default boolean default false not null,
  created_at timestamp with time zone default now() not null,
  removed_at timestamp with time zone,
  constraint payment_methods_pkey PRIMARY KEY (workplace_id, method_id),
  constraint payment_methods_workplace_id_provider_method_ref_key UNIQUE (workplace_id, provider, method_ref),
  constraint payment_methods_kind_check CHECK ((kind = ANY (ARRAY['card'::text, 'paypal'::text]))),
  constraint payment_methods_label_check CHECK ((length(label) <= 60)),
  constraint payment_methods_provider_check CHECK ((provider = ANY (ARRAY['stripe'::text, 'paypal'::text])))
);
comment on table payment_methods is 'What a provider keeps for the seller. A card''s number is typed on the provider''s page and is never here.';
comment on column payment_methods.label is 'The last four digits, or the beginning of an address.';
alter table payment_methods enable row level security;
alter table payment_methods force row level security;

create table payments (
  workplace_id uuid not null,
  payment_id uuid default new_id() not null,
  provider text not null,
  purpose text not null,
  pays_by text not null,
  amount bigint not null,
  currency text not null,
  state text default 'opening'::text not null,
  method_id uuid,
  save_method boolean default false not null,
  reference text not null,
  page_ref text,
  page_url text,
  payment_ref text,
  taken bigint default 0 not null,
  error_key text,
  look_at timestamp with time zone,
  looks integer default 0 not null,
  created_by uuid,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone,
  settled_at timestamp with time zone,
  constraint payments_pkey PRIMARY KEY (workplace_id, payment_id),
  constraint payments_provider_page_ref_key UNIQUE (provider, page_ref),
  constraint payments_provider_payment_ref_key UNIQUE (provider, payment_ref),
  constraint payments_provider_reference_key UNIQUE (provider, reference),
  constraint payments_amount_check CHECK ((amount >= 0)),
  constraint payments_check CHECK (((state = ANY (ARRAY['succeeded'::text, 'failed'::text, 'expired'::text, 'released'::text])) = (settled_at IS NOT NULL))),
  constraint payments_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint payments_pays_by_check CHECK ((pays_by = ANY (ARRAY['page'::text, 'saved'::text]))),
  constraint payments_provider_check CHECK ((provider = ANY (ARRAY['stripe'::text, 'paypal'::text]))),
  constraint payments_purpose_check CHECK ((purpose = ANY (ARRAY['topup'::text, 'auto_topup'::text, 'save_method'::text, 'orders'::text]))),
  constraint payments_state_check CHECK ((state = ANY (ARRAY['opening'::text, 'open'::text, 'checking'::text, 'authorised'::text, 'succeeded'::text, 'failed'::text, 'expired'::text, 'released'::text]))),
  constraint payments_taken_check CHECK ((taken >= 0))
);
comment on table payments is 'One payment at a provider. What was posted for it is found by the provider''s name of it.';
comment on column payments.pays_by is '`page`: a person pays on the provider''s page. `saved`: a kept method is charged.';
comment on column payments.state is '`checking`: the provider has not decided, or says something we did not ask for.';
comment on column payments.reference is 'Our name for it at the provider (attempts.reference).';
comment on column payments.look_at is 'When the provider is asked next, although nobody told us anything. Null: not any more.';
alter table payments enable row level security;
alter table payments force row level security;

create table placement_clicks (
  workplace_id uuid not null,
  plan_id uuid not null,
  user_id uuid not null,
  run_id uuid not null,
  clicked_at timestamp with time zone not null,
  accepted integer not null,
  orders uuid[] not null,
  turn_no integer default 0 not null,
  is_whole boolean not null,
  quota_cycle date,
  use text not null,
  accounts jsonb not null,
  settings jsonb not null,
  constraint placement_clicks_pkey PRIMARY KEY (workplace_id, plan_id),
  constraint placement_clicks_orders_check CHECK ((cardinality(orders) > 0)),
  constraint placement_clicks_use_check CHECK ((use = ANY (ARRAY['auto'::text, 'wallet'::text, 'card'::text])))
);
comment on column placement_clicks.accepted is 'How many were accepted; those whose purchases are not written yet, in the order of the list; the place of the first.';
comment on column placement_clicks.is_whole is 'A card pays a part of it: there is one authorisation, so that all of it is written together.';
comment on column placement_clicks.use is 'What pays, and by source the account that buys and how it does that.';
alter table placement_clicks enable row level security;
alter table placement_clicks force row level security;

create table placement_plan_orders (
  workplace_id uuid not null,
  plan_id uuid not null,
  order_id uuid not null,
  "position" integer not null,
  state text default 'quoting'::text not null,
  basis text default ''::text not null,
  baskets jsonb default '[]'::jsonb not null,
  problems text[] default '{}'::text[] not null,
  ways jsonb,
  offers jsonb default '{}'::jsonb not null,
  constraint placement_plan_orders_pkey PRIMARY KEY (workplace_id, plan_id, order_id),
  constraint placement_plan_orders_state_check CHECK ((state = ANY (ARRAY['quoting'::text, 'ready'::text, 'blocked'::text])))
);
comment on column placement_plan_orders.basis is 'What the plan was made of; an order that is another one when it is placed is left out.';
comment on column placement_plan_orders.problems is 'Why it cannot be placed.';
comment on column placement_plan_orders.ways is 'The baskets of each way, where there is more than one; null: there is one.';
comment on column placement_plan_orders.offers is 'What each way costs in US cents, in how many parcels and days. A way that cannot be taken is left out.';
alter table placement_plan_orders enable row level security;
alter table placement_plan_orders force row level security;

create table placement_plans (
  workplace_id uuid not null,
  plan_id uuid default new_id() not null,
  user_id uuid not null,
  prefer text,
  created_at timestamp with time zone default now() not null,
  placed jsonb,
  balances jsonb default '{}'::jsonb not null,
  keeps_suppliers boolean default false not null,
  constraint placement_plans_pkey PRIMARY KEY (workplace_id, plan_id),
  constraint placement_plans_prefer_check CHECK ((prefer = ANY (ARRAY['cheapest'::text, 'fastest'::text, 'fewest'::text]))) NOT VALID
);
comment on column placement_plans.prefer is 'How shipping is chosen where nobody chose. Null: as the seller has set it for each supplier.';
comment on column placement_plans.placed is 'The answer to the click. A second one is given the same.';
comment on column placement_plans.balances is 'What the seller''s own accounts at suppliers can pay with, as each said when the plan was made: {source: {currency, amount}}.';
comment on column placement_plans.keeps_suppliers is 'A rule buys from the suppliers that its orders have.';
alter table placement_plans enable row level security;
alter table placement_plans force row level security;

create table plan_charges (
  workplace_id uuid not null,
  charge_id uuid default new_id() not null,
  user_id uuid not null,
  subscription_id uuid,
  provider text not null,
  kind text not null,
  item text not null,
  amount bigint default 0 not null,
  tax bigint default 0 not null,
  fee bigint,
  currency text default 'USD'::text not null,
  state text default 'opening'::text not null,
  reference text,
  sends integer default 0 not null,
  transaction_ref text,
  page_url text,
  invoice_number text,
  period_start timestamp with time zone,
  period_end timestamp with time zone,
  error_key text,
  look_at timestamp with time zone,
  looks integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  happened_at timestamp with time zone,
  settled_at timestamp with time zone,
  store_workplace_id uuid,
  store_id uuid,
  constraint plan_charges_pkey PRIMARY KEY (workplace_id, charge_id),
  constraint plan_charges_provider_reference_key UNIQUE (provider, reference),
  constraint plan_charges_provider_transaction_ref_key UNIQUE (provider, transaction_ref),
  constraint plan_charges_amount_check CHECK ((amount >= 0)),
  constraint plan_charges_check CHECK (((state = ANY (ARRAY['done'::text, 'failed'::text, 'expired'::text])) = (settled_at IS NOT NULL))),
  constraint plan_charges_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint plan_charges_kind_check CHECK ((kind = ANY (ARRAY['subscribe'::text, 'upgrade'::text, 'renewal'::text, 'extra'::text, 'ready2sale'::text, 'method'::text, 'downgrade'::text, 'cancel'::text, 'resume'::text, 'end'::text]))),
  constraint plan_charges_provider_check CHECK ((provider = ANY (ARRAY['paddle'::text, 'shopify'::text, 'wallet'::text]))) NOT VALID,
  constraint plan_charges_state_check CHECK ((state = ANY (ARRAY['opening'::text, 'open'::text, 'checking'::text, 'done'::text, 'past_due'::text, 'failed'::text, 'expired'::text]))),
  constraint plan_charges_store CHECK (((provider = 'shopify'::text) = (store_id IS NOT NULL))) NOT VALID,
  constraint plan_charges_tax_check CHECK ((tax >= 0))
);
comment on table plan_charges is 'What was asked of the provider, and what it billed. One row for each; the seller''s payment log is read from it.';
comment on column plan_charges.item is 'The plan or the extra.';
comment on column plan_charges.reference is 'Our name for it at the provider (attempts.reference), and how often it was asked for.';
comment on column plan_charges.happened_at is 'When the money moved, by the provider''s clock.';
alter table plan_charges enable row level security;
alter table plan_charges force row level security;

create table plan_farewells (
  workplace_id uuid not null,
  subscription_id uuid not null,
  account_id text not null,
  credentials text not null,
  version integer default 1 not null,
  renewing_by text,
  renewing_until timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint plan_farewells_pkey PRIMARY KEY (workplace_id, subscription_id)
);
comment on table plan_farewells is 'The key to a store that was left while a plan is on its invoice: kept until the plan has ended there, for nothing else.';
alter table plan_farewells enable row level security;
alter table plan_farewells force row level security;

create table product_changes (
  workplace_id uuid not null,
  product_id uuid not null,
  revision integer not null,
  change_id uuid not null,
  run_id uuid,
  user_id uuid,
  client_id text default ''::text not null,
  kind text not null,
  fields json not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  kept_at timestamp with time zone,
  joined_ids uuid[] default '{}'::uuid[] not null,
  rule text,
  constraint product_changes_pkey PRIMARY KEY (workplace_id, product_id, revision),
  constraint product_changes_workplace_id_product_id_change_id_key UNIQUE (workplace_id, product_id, change_id),
  constraint product_changes_actor_check CHECK (((kind <> ALL (ARRAY['supplier'::text, 'rule'::text])) OR (user_id IS NULL))) NOT VALID,
  constraint product_changes_kind_check CHECK ((kind = ANY (ARRAY['import'::text, 'edit'::text, 'bulk_edit'::text, 'price_rule'::text, 'restore'::text, 'undo'::text, 'split'::text, 'duplicate'::text, 'link'::text, 'ai'::text, 'supplier'::text, 'rule'::text]))) NOT VALID,
  constraint product_changes_rule_check CHECK (((kind = 'rule'::text) = (rule IS NOT NULL))) NOT VALID
);
comment on table product_changes is 'Every change of a product, field by field (domain/products/changes.ts): history, merging and undo read it.';
comment on column product_changes.revision is 'The product''s revision after it.';
comment on column product_changes.change_id is 'Made by whoever saves: the same save twice is one change.';
comment on column product_changes.fields is 'Field -> [before, after, revision of it]. Not jsonb: nothing searches it, and it is written on every keystroke''s pause.';
comment on column product_changes.joined_ids is 'Saves that follow each other closely are one entry of the history. It remembers the ids of all of them: each of them may be sent again when its answer was lost, and must not be done again then.';
comment on column product_changes.rule is 'The journal names the rule, not a person. Kind ''supplier'' is what earlier versions wrote.';
alter table product_changes enable row level security;
alter table product_changes force row level security;

create table product_counts (
  workplace_id uuid not null,
  total integer default 0 not null,
  unpushed integer default 0 not null,
  draft integer default 0 not null,
  active integer default 0 not null,
  tracking integer default 0 not null,
  partial integer default 0 not null,
  not_tracking integer default 0 not null,
  skus integer default 0 not null,
  skus_tracking integer default 0 not null,
  source_products integer default 0 not null,
  images integer default 0 not null,
  constraint product_counts_pkey PRIMARY KEY (workplace_id)
);
comment on table product_counts is 'Counters, kept by the triggers below: a badge never counts rows.';
alter table product_counts enable row level security;
alter table product_counts force row level security;

create table product_settings (
  workplace_id uuid not null,
  settings jsonb default '{}'::jsonb not null,
  updated_at timestamp with time zone default now() not null,
  constraint product_settings_pkey PRIMARY KEY (workplace_id)
);
comment on column product_settings.settings is 'Only what differs from the defaults in domain/product-settings.';
alter table product_settings enable row level security;
alter table product_settings force row level security;

create table product_variants (
  workplace_id uuid not null,
  product_id uuid not null,
  variant_id uuid not null,
  "position" integer not null,
  option_values text[] default '{}'::text[] not null,
  sku text default ''::text not null,
  barcode text default ''::text not null,
  price bigint not null,
  compare_at_price bigint,
  weight_g integer,
  image_id text,
  sell_out_of_stock boolean default false not null,
  enabled boolean default true not null,
  constraint product_variants_pkey PRIMARY KEY (workplace_id, product_id, variant_id),
  constraint product_variants_price_check CHECK ((price >= 0))
);
alter table product_variants enable row level security;
alter table product_variants force row level security;

create table product_word_counts (
  workplace_id uuid not null,
  kind text not null,
  name text not null,
  products integer not null,
  constraint product_word_counts_pkey PRIMARY KEY (workplace_id, kind, name),
  constraint product_word_counts_kind_check CHECK ((kind = ANY (ARRAY['tag'::text, 'collection'::text, 'source'::text])))
);
alter table product_word_counts enable row level security;
alter table product_word_counts force row level security;

create table products (
  workplace_id uuid not null,
  product_id uuid default new_id() not null,
  title text not null,
  description text default ''::text not null,
  vendor text default ''::text not null,
  product_type text default ''::text not null,
  tags text[] default '{}'::text[] not null,
  collections text[] default '{}'::text[] not null,
  handle text default ''::text not null,
  seo_title text default ''::text not null,
  seo_description text default ''::text not null,
  images jsonb default '[]'::jsonb not null,
  options jsonb default '[]'::jsonb not null,
  currency text not null,
  ship_to text not null,
  source text not null,
  source_product_id text not null,
  seller_id text,
  product_link text default ''::text not null,
  origin_images jsonb default '[]'::jsonb not null,
  status text default 'ready'::text not null,
  pushed text default 'unpushed'::text not null,
  watched boolean default true not null,
  revision integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  image text,
  search_text text default ''::text not null,
  total_variants integer default 0 not null,
  enabled_variants integer default 0 not null,
  skus_tracking integer default 0 not null,
  sources text[] default '{}'::text[] not null,
  cost_min bigint default 0 not null,
  cost_max bigint default 0 not null,
  shipping_cost bigint,
  price_min bigint default 0 not null,
  price_max bigint default 0 not null,
  compare_at_min bigint,
  profit bigint default 0 not null,
  margin integer default 0 not null,
  stock bigint,
  problems text[] default '{}'::text[] not null,
  tracking text generated always as (
CASE
    WHEN (skus_tracking = 0) THEN 'not_tracking'::text
    WHEN (skus_tracking >= enabled_variants) THEN 'tracking'::text
    ELSE 'partial'::text
END) stored not null,
  watch_paused boolean default false not null,
  off_shelf boolean default false not null,
  supplied_at timestamp with time zone,
  constraint products_pkey PRIMARY KEY (workplace_id, product_id),
  constraint products_pushed_check CHECK ((pushed = ANY (ARRAY['unpushed'::text, 'draft'::text, 'active'::text]))),
  constraint products_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'ready'::text, 'failed'::text]))),
  constraint products_title_check CHECK (((length(title) >= 1) AND (length(title) <= 255)))
);
comment on column products.source is 'The first supplier: where it was imported from.';
comment on column products.origin_images is 'The supplier''s pictures as they were, to go back to.';
comment on column products.status is '`processing`: variants are still being fetched.';
comment on column products.watched is 'Whether the seller wants its suppliers watched.';
comment on column products.revision is 'Grows with every change; what editors compare.';
comment on column products.image is 'Derived on every write (features/product-center/summarise.ts), for lists that filter and sort without looking inside.';
comment on column products.sources is 'Every supplier product behind it, as source:id.';
comment on column products.watch_paused is 'More is watched than the plan covers: this one waits.';
comment on column products.off_shelf is 'A rule keeps it as a draft in every store, because nobody delivers it.';
comment on column products.supplied_at is 'What suppliers deliver of it, or what a rule made of that, changed at this time.';
alter table products enable row level security;
alter table products force row level security;

create table profit_marks (
  workplace_id uuid not null,
  mark_id bigint generated always as identity,
  order_id uuid not null,
  constraint profit_marks_pkey PRIMARY KEY (workplace_id, mark_id)
);
comment on table profit_marks is 'Orders whose money may have changed since they were counted. Only ever added to and taken from: a row of its own for each change, so that whoever changes an order waits for nobody, and nothing that is changed while it is counted is lost.';
alter table profit_marks enable row level security;
alter table profit_marks force row level security;

create table profit_sums (
  workplace_id uuid not null,
  currency text not null,
  dimension text not null,
  span integer not null,
  day date not null,
  store text not null,
  key text not null,
  orders integer not null,
  pieces integer not null,
  revenue bigint not null,
  tax bigint not null,
  cost bigint not null,
  fees bigint not null,
  refunds bigint not null,
  recovered bigint not null,
  estimated bigint not null,
  uncosted integer not null,
  constraint profit_sums_pkey PRIMARY KEY (workplace_id, currency, dimension, span, day, store, key),
  constraint profit_sums_dimension_check CHECK ((dimension = ANY (ARRAY['all'::text, 'country'::text, 'product'::text, 'supplier'::text])))
);
comment on table profit_sums is 'Sums of the rows above: of all (key empty), by country, by product, by supplier; each by day and store. There are many products: theirs are kept for blocks of 5 and of 30 days as well (domain/analytics/periods.ts), so that ninety days are some ten reads and not ninety.';
comment on column profit_sums.day is 'The first of the block.';
alter table profit_sums enable row level security;
alter table profit_sums force row level security;

create table quick_start (
  workplace_id uuid not null,
  user_id uuid not null,
  steps text[] default '{}'::text[] not null,
  dismissed boolean default false not null,
  constraint quick_start_pkey PRIMARY KEY (workplace_id, user_id)
);
alter table quick_start enable row level security;
alter table quick_start force row level security;

create table rate_limits (
  key character varying(255) not null,
  points integer default 0 not null,
  expire bigint,
  constraint rate_limits_pkey PRIMARY KEY (key)
);
comment on table rate_limits is 'Sign-in attempts and the like, counted across processes (rate-limiter-flexible''s layout).';

create table realtime_messages (
  message_id bigint generated always as identity,
  user_id uuid not null,
  name text not null,
  data jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint realtime_messages_pkey PRIMARY KEY (message_id)
);
comment on table realtime_messages is 'What browsers are told. Kept for a day, so that a client can resume after a break.';

create table recovery_codes (
  user_id uuid not null,
  code_hash bytea not null,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash)
);

create table refund_requests (
  workplace_id uuid not null,
  refund_id uuid default new_id() not null,
  supplier_order_id uuid not null,
  order_id uuid not null,
  type text not null,
  reason text default ''::text not null,
  text text default ''::text not null,
  asked bigint not null,
  granted bigint,
  currency text not null,
  state text not null,
  refund_no text,
  note text default ''::text not null,
  requested_by uuid,
  requested_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  updated_at timestamp with time zone not null,
  pictures uuid[] default '{}'::uuid[] not null,
  cancel_reason smallint,
  constraint refund_requests_pkey PRIMARY KEY (workplace_id, refund_id),
  constraint refund_requests_asked_check CHECK ((asked > 0)),
  constraint refund_requests_cancel_reason_check CHECK (((cancel_reason >= 1) AND (cancel_reason <= 14))) NOT VALID,
  constraint refund_requests_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint refund_requests_granted_check CHECK ((granted >= 0)),
  constraint refund_requests_state_check CHECK ((state = ANY (ARRAY['sending'::text, 'pending'::text, 'accepted'::text, 'rejected'::text, 'completed'::text, 'failed'::text, 'withdrawn'::text]))) NOT VALID,
  constraint refund_requests_type_check CHECK ((type = ANY (ARRAY['cancel'::text, 'refund'::text, 'dispute'::text]))) NOT VALID
);
comment on column refund_requests.reason is 'Of a cancellation: empty.';
comment on column refund_requests.refund_no is 'The supplier''s own number; null: it has not told one.';
comment on column refund_requests.note is 'What the supplier wrote, or why it would not take it.';
comment on column refund_requests.requested_by is 'Null: the supplier began it.';
alter table refund_requests enable row level security;
alter table refund_requests force row level security;

create table run_rows (
  workplace_id uuid not null,
  run_id uuid not null,
  "row" integer not null,
  product_id uuid,
  source text,
  source_product_id text,
  title text default ''::text not null,
  image text,
  work jsonb default '{}'::jsonb not null,
  status text default 'processing'::text not null,
  error_key text,
  error_params jsonb default '{}'::jsonb not null,
  made uuid[] default '{}'::uuid[] not null,
  subject_kind text default ''::text not null,
  subject_id text default ''::text not null,
  input jsonb default '{}'::jsonb not null,
  result jsonb default '{}'::jsonb not null,
  constraint run_rows_pkey PRIMARY KEY (workplace_id, run_id, "row"),
  constraint run_rows_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'success'::text, 'error'::text])))
);
comment on column run_rows.product_id is 'unused since 0013; to be removed';
comment on column run_rows.source is 'unused since 0013; to be removed';
comment on column run_rows.source_product_id is 'unused since 0013; to be removed';
comment on column run_rows.work is 'What this row adds to the run''s work: another title, price, tags.';
comment on column run_rows.made is 'Products it made.';
alter table run_rows enable row level security;
alter table run_rows force row level security;

create table runs (
  workplace_id uuid not null,
  run_id uuid default new_id() not null,
  user_id uuid not null,
  kind text not null,
  work jsonb default '{}'::jsonb not null,
  total integer not null,
  done integer default 0 not null,
  failed integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  undone_at timestamp with time zone,
  closed_at timestamp with time zone,
  input jsonb default '{}'::jsonb not null,
  undoable boolean default false not null,
  undoes uuid,
  undone_by uuid,
  constraint runs_pkey PRIMARY KEY (workplace_id, run_id)
);
comment on table runs is 'Something done to many products at once, by a job that can stop anywhere and go on.';
comment on column runs.work is 'What to do, as it was asked.';
comment on column runs.closed_at is 'Taken out of the tracker by the seller.';
comment on column runs.undoable is 'Whether the kind can be taken back at all.';
comment on column runs.undoes is 'Of an undo: the run it takes back. Of a run: the undo that was started.';
alter table runs enable row level security;
alter table runs force row level security;

create table sale_cancellations (
  workplace_id uuid not null,
  cancellation_id uuid default new_id() not null,
  order_id uuid not null,
  reason integer not null,
  state text not null,
  problem text,
  problem_text text,
  requested_by uuid not null,
  requested_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  constraint sale_cancellations_pkey PRIMARY KEY (workplace_id, cancellation_id),
  constraint sale_cancellations_check CHECK (((state = 'sending'::text) = (settled_at IS NULL))),
  constraint sale_cancellations_check1 CHECK (((state = 'failed'::text) = (problem IS NOT NULL))),
  constraint sale_cancellations_problem_check CHECK ((problem = ANY (ARRAY['disconnected'::text, 'not_allowed'::text, 'already_sent'::text, 'refused'::text, 'unclear'::text]))),
  constraint sale_cancellations_reason_check CHECK (((reason >= 1) AND (reason <= 14))),
  constraint sale_cancellations_state_check CHECK ((state = ANY (ARRAY['sending'::text, 'done'::text, 'failed'::text])))
);
comment on table sale_cancellations is 'Sales that a seller took back in the store they came from. The wish is committed before the store is asked. No foreign key to workplaces: what a store was asked for stays on record when a workplace is deleted.';
comment on column sale_cancellations.reason is 'Why, by the numbers of the specification.';
comment on column sale_cancellations.problem_text is 'In the store''s own words.';
alter table sale_cancellations enable row level security;
alter table sale_cancellations force row level security;

create table saved_views (
  workplace_id uuid not null,
  view_id uuid default new_id() not null,
  screen text not null,
  name text not null,
  query jsonb not null,
  created_at timestamp with time zone default now() not null,
  user_id uuid,
  constraint saved_views_pkey PRIMARY KEY (workplace_id, view_id),
  constraint saved_views_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint saved_views_screen_check CHECK ((screen = ANY (ARRAY['import'::text, 'center'::text, 'pushed'::text, 'orders'::text]))) NOT VALID
);
comment on column saved_views.user_id is 'Null: everybody in the workplace.';
alter table saved_views enable row level security;
alter table saved_views force row level security;

create table searched_words (
  workplace_id uuid not null,
  user_id uuid not null,
  text text not null,
  times integer default 1 not null,
  searched_at timestamp with time zone default now() not null,
  constraint searched_words_pkey PRIMARY KEY (workplace_id, user_id, text)
);
alter table searched_words enable row level security;
alter table searched_words force row level security;

create table seen_products (
  workplace_id uuid not null,
  user_id uuid not null,
  product_id bigint not null,
  times integer default 1 not null,
  seen_at timestamp with time zone default now() not null,
  constraint seen_products_pkey PRIMARY KEY (workplace_id, user_id, product_id)
);
comment on table seen_products is 'What somebody looked at: picks up where they left off, and tells what they like.';
alter table seen_products enable row level security;
alter table seen_products force row level security;

create table sessions (
  session_id uuid default new_id() not null,
  user_id uuid not null,
  token_hash bytea not null,
  user_agent text default ''::text not null,
  ip text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  last_seen_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  constraint sessions_pkey PRIMARY KEY (session_id),
  constraint sessions_token_hash_key UNIQUE (token_hash)
);

create table social_attempts (
  state_hash bytea not null,
  social text not null,
  verifier text not null,
  nonce text not null,
  browser_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint social_attempts_pkey PRIMARY KEY (state_hash)
);
comment on table social_attempts is 'A social sign-in under way: what the callback must bring back.';

create table source_account_tickets (
  workplace_id uuid not null,
  ticket_hash bytea not null,
  user_id uuid not null,
  source text not null,
  callback_url text not null,
  expires_at timestamp with time zone not null,
  constraint source_account_tickets_pkey PRIMARY KEY (workplace_id, ticket_hash)
);
comment on table source_account_tickets is 'A way out to a supplier''s consent page that has not come back yet: single use, short-lived, kept as a hash.';
alter table source_account_tickets enable row level security;
alter table source_account_tickets force row level security;

create table source_accounts (
  workplace_id uuid not null,
  source text not null,
  account_id text not null,
  account_name text not null,
  credentials text not null,
  expires_at timestamp with time zone,
  refresh_expires_at timestamp with time zone,
  health text default 'ok'::text not null,
  connected_at timestamp with time zone default now() not null,
  checked_at timestamp with time zone,
  version bigint default 0 not null,
  renewing_by text,
  renewing_until timestamp with time zone,
  hook_token text default replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text) not null,
  constraint source_accounts_pkey PRIMARY KEY (workplace_id, source),
  constraint source_accounts_health_check CHECK ((health = ANY (ARRAY['ok'::text, 'expired'::text, 'unreachable'::text])))
);
comment on table source_accounts is 'The seller''s own accounts at suppliers. Tokens are sealed; what is beside them is what a screen may show.';
comment on column source_accounts.hook_token is 'Where a supplier sends what it tells of a seller''s account: /hooks/suppliers/<source>/<token>. Suppliers sign with keys that are short or travel along, so the address has a part that nobody guesses.';
alter table source_accounts enable row level security;
alter table source_accounts force row level security;

create table store_connections (
  workplace_id uuid not null,
  store_id uuid not null,
  epoch integer default 1 not null,
  account_id text not null,
  credentials text,
  version bigint default 0 not null,
  renewing_by text,
  renewing_until timestamp with time zone,
  expires_at timestamp with time zone,
  refresh_expires_at timestamp with time zone,
  scopes text[] default '{}'::text[] not null,
  country text default ''::text not null,
  health text default 'ok'::text not null,
  checked_at timestamp with time zone,
  connected_at timestamp with time zone default now() not null,
  hook_token text not null,
  hook_secret text not null,
  swept_at timestamp with time zone,
  constraint store_connections_pkey PRIMARY KEY (workplace_id, store_id),
  constraint store_connections_hook_token_key UNIQUE (hook_token),
  constraint store_connections_health_check CHECK ((health = ANY (ARRAY['ok'::text, 'expired'::text, 'unreachable'::text, 'webhooks_lost'::text, 'closed'::text, 'disconnected'::text])))
);
comment on table store_connections is 'How we are let in. `epoch` grows with every connection: what was begun under an older one is dropped.';
comment on column store_connections.credentials is 'Null: disconnected, the tokens are gone.';
comment on column store_connections.hook_token is 'The address the store sends its messages to ends with this.';
comment on column store_connections.swept_at is 'Every product of the store was read since it was connected. Nothing is pushed before that.';
alter table store_connections enable row level security;
alter table store_connections force row level security;

create table store_dirty (
  workplace_id uuid not null,
  store_id uuid not null,
  remote_id text not null,
  hinted_at timestamp with time zone default now() not null,
  constraint store_dirty_pkey PRIMARY KEY (workplace_id, store_id, remote_id)
);
comment on table store_dirty is 'What a store told us has changed there, until it was read.';
alter table store_dirty enable row level security;
alter table store_dirty force row level security;

create table store_fulfilments (
  workplace_id uuid not null,
  supplier_order_id uuid not null,
  order_id uuid not null,
  store_id uuid not null,
  carrier text not null,
  carrier_typed text,
  numbers text[] not null,
  urls text[] not null,
  lines jsonb not null,
  remote_id text,
  state text default 'waiting'::text not null,
  problem text,
  problem_text text,
  send_no integer default 0 not null,
  attempt_id uuid,
  tries integer default 0 not null,
  told_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint store_fulfilments_pkey PRIMARY KEY (workplace_id, supplier_order_id),
  constraint store_fulfilments_check CHECK (((attempt_id IS NULL) OR (state = 'waiting'::text))),
  constraint store_fulfilments_numbers_check CHECK ((cardinality(numbers) > 0)),
  constraint store_fulfilments_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'told'::text, 'failed'::text, 'skipped'::text])))
);
comment on table store_fulfilments is 'What a store is told of parcels: one row for each supplier order that was sent and whose sale came from a store. The rule is packages/domain/src/fulfilments; each send is an attempt (0016).';
comment on column store_fulfilments.carrier is 'What the store is to show. `carrier_typed`: a person''s word for a carrier that the store did not know.';
comment on column store_fulfilments.lines is 'Which pieces: [{remote_line_id, quantity}].';
comment on column store_fulfilments.remote_id is 'The store''s own id of it. Null: it has none yet, or the reply that told it was lost.';
comment on column store_fulfilments.problem is 'Why it waits, failed or was skipped; `problem_text` in the store''s own words.';
comment on column store_fulfilments.send_no is 'The latest send, and its attempt while nobody knows what became of it.';
comment on column store_fulfilments.tries is 'In a row that came to nothing: each waits longer.';
alter table store_fulfilments enable row level security;
alter table store_fulfilments force row level security;

create table store_migrations (
  workplace_id uuid not null,
  migration_id uuid default new_id() not null,
  user_id uuid not null,
  platform text not null,
  platform_domain text not null,
  store_name text not null,
  owner_email text not null,
  language text not null,
  code_hash bytea not null,
  code text not null,
  credentials text not null,
  confirmed_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  constraint store_migrations_pkey PRIMARY KEY (workplace_id, migration_id)
);
comment on column store_migrations.owner_email is 'Where the code goes: the store''s own address, as the store told it.';
comment on column store_migrations.code is 'Sealed: the code until it is mailed, and the access that the consent gave.';
alter table store_migrations enable row level security;
alter table store_migrations force row level security;

create table store_pictures (
  workplace_id uuid not null,
  store_id uuid not null,
  picture_key text not null,
  remote_picture_id text not null,
  added_at timestamp with time zone default now() not null,
  constraint store_pictures_pkey PRIMARY KEY (workplace_id, store_id, picture_key)
);
comment on table store_pictures is 'A picture goes to a store once.';
alter table store_pictures enable row level security;
alter table store_pictures force row level security;

create table store_tickets (
  workplace_id uuid not null,
  ticket_hash bytea not null,
  user_id uuid not null,
  platform text not null,
  shop text not null,
  keys text,
  expires_at timestamp with time zone not null,
  migrates boolean default false not null,
  constraint store_tickets_pkey PRIMARY KEY (workplace_id, ticket_hash)
);
comment on table store_tickets is 'A person on the way to a platform''s consent page: single use, short-lived, kept as a hash.';
comment on column store_tickets.keys is 'What the store itself handed over meanwhile, sealed.';
comment on column store_tickets.migrates is 'A store that somebody else has connected is moved when its owner allows it at the store itself and, where the store names an address, by a code that is mailed there.';
alter table store_tickets enable row level security;
alter table store_tickets force row level security;

create table stores (
  workplace_id uuid not null,
  store_id uuid default new_id() not null,
  platform text not null,
  platform_domain text not null,
  domain text not null,
  status text default 'active'::text not null,
  is_default boolean default false not null,
  currency text default 'USD'::text not null,
  plan_name text default ''::text not null,
  owner_email text default ''::text not null,
  owner_name text default ''::text not null,
  owner_id text default ''::text not null,
  store_name text not null,
  metadata jsonb default '{"external_channels": []}'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint stores_pkey PRIMARY KEY (workplace_id, store_id),
  constraint stores_platform_check CHECK ((platform = ANY (ARRAY['shopify'::text, 'woocommerce'::text, 'tiktok'::text, 'facebook'::text, 'google'::text]))) NOT VALID,
  constraint stores_status_check CHECK ((status = ANY (ARRAY['active'::text, 'disconnected'::text, 'unlinked'::text]))) NOT VALID
);
comment on table stores is 'Foundation spec §3, store. A store is identified by domain and platform.';
alter table stores enable row level security;
alter table stores force row level security;

create table subscription_events_read (
  provider text not null,
  event_id text not null,
  read_at timestamp with time zone default now() not null,
  constraint subscription_events_read_pkey PRIMARY KEY (provider)
);
comment on table subscription_events_read is 'How far the provider''s events were read.';

create table subscriptions (
  workplace_id uuid not null,
  subscription_id uuid default new_id() not null,
  user_id uuid not null,
  provider text not null,
  provider_ref text not null,
  customer_ref text not null,
  state text not null,
  plan_id text not null,
  period_start timestamp with time zone not null,
  period_end timestamp with time zone not null,
  next_billed_at timestamp with time zone,
  cancel_at timestamp with time zone,
  next_plan_id text,
  next_sent boolean default false not null,
  past_due_since timestamp with time zone,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  heard_at timestamp with time zone not null,
  surplus boolean default false not null,
  card_brand text,
  card_last4 text,
  card_exp_month integer,
  card_exp_year integer,
  look_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  store_workplace_id uuid,
  store_id uuid,
  constraint subscriptions_pkey PRIMARY KEY (workplace_id, subscription_id),
  constraint subscriptions_provider_provider_ref_key UNIQUE (provider, provider_ref),
  constraint subscriptions_card_last4_check CHECK ((length(card_last4) <= 4)),
  constraint subscriptions_check CHECK (((state = 'ended'::text) = (ended_at IS NOT NULL))),
  constraint subscriptions_check1 CHECK (((state = 'past_due'::text) = (past_due_since IS NOT NULL))),
  constraint subscriptions_provider_check CHECK ((provider = ANY (ARRAY['paddle'::text, 'shopify'::text]))) NOT VALID,
  constraint subscriptions_state_check CHECK ((state = ANY (ARRAY['active'::text, 'past_due'::text, 'ended'::text]))),
  constraint subscriptions_store CHECK (((provider = 'shopify'::text) = (store_id IS NOT NULL))) NOT VALID
);
comment on column subscriptions.cancel_at is 'When it ends by itself, because the seller wants no more.';
comment on column subscriptions.next_plan_id is 'The plan of the next cycle, and whether the provider has been told.';
comment on column subscriptions.heard_at is 'The provider''s own time of what was heard last: an older word changes nothing.';
comment on column subscriptions.surplus is 'A second one of the same account: paid by mistake, ended at once, gives no plan.';
comment on column subscriptions.look_at is 'When the provider is asked next, although nobody told us anything. Null: not any more.';
alter table subscriptions enable row level security;
alter table subscriptions force row level security;

create table supplier_order_lines (
  workplace_id uuid not null,
  supplier_order_id uuid not null,
  line_id uuid not null,
  component integer default 0 not null,
  quantity integer not null,
  live boolean default true not null,
  constraint supplier_order_lines_pkey PRIMARY KEY (workplace_id, supplier_order_id, line_id, component),
  constraint supplier_order_lines_quantity_check CHECK ((quantity > 0))
);
comment on table supplier_order_lines is 'Each component of a line is in one supplier order that is under way or bought: two clicks, two people, a split and a changed supplier cannot buy it twice.';
comment on column supplier_order_lines.component is 'Of a bundle (domain/mapping/plan.ts); 0 where a line is one thing.';
alter table supplier_order_lines enable row level security;
alter table supplier_order_lines force row level security;

create table supplier_order_numbers (
  workplace_id uuid not null,
  vendor text not null,
  account_key text not null,
  order_no text not null,
  supplier_order_id uuid not null,
  n integer not null,
  claimed_at timestamp with time zone default now() not null,
  constraint supplier_order_numbers_pkey PRIMARY KEY (workplace_id, vendor, account_key, order_no),
  constraint supplier_order_numbers_vendor_account_key_order_no_key UNIQUE (vendor, account_key, order_no)
);
comment on table supplier_order_numbers is 'A supplier''s number belongs to one supplier order, of whichever workplace. One try may have several.';
alter table supplier_order_numbers enable row level security;
alter table supplier_order_numbers force row level security;

create table supplier_orders (
  workplace_id uuid not null,
  supplier_order_id uuid default new_id() not null,
  order_id uuid not null,
  vendor text not null,
  account_key text not null,
  user_id uuid,
  basket jsonb not null,
  ship_to jsonb,
  approved bigint not null,
  profile jsonb not null,
  state text not null,
  n integer not null,
  step text default 'create'::text not null,
  attempt_no integer not null,
  attempt_id uuid not null,
  order_no text,
  currency text not null,
  held bigint,
  hold jsonb,
  total bigint,
  question text,
  stop_because text,
  stop_at timestamp with time zone,
  is_absent boolean default false not null,
  unpaid_since timestamp with time zone,
  error_key text,
  quota_cycle date,
  alarm text,
  run_id uuid,
  turn_no integer default 0 not null,
  supplier_status text,
  shipments jsonb default '[]'::jsonb not null,
  synced_at timestamp with time zone,
  version integer default 1 not null,
  wake_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  settled_at timestamp with time zone,
  payment_id uuid,
  card_taken bigint default 0 not null,
  rule_id uuid,
  rule_version integer,
  account_country text,
  constraint supplier_orders_pkey PRIMARY KEY (workplace_id, supplier_order_id),
  constraint supplier_orders_alarm_check CHECK ((alarm = ANY (ARRAY['late'::text, 'second_purchase'::text]))),
  constraint supplier_orders_approved_check CHECK ((approved >= 0)),
  constraint supplier_orders_attempt_no_check CHECK ((attempt_no > 0)),
  constraint supplier_orders_check CHECK (((state = ANY (ARRAY['placed'::text, 'failed'::text, 'cancelled'::text])) = (settled_at IS NOT NULL))),
  constraint supplier_orders_check1 CHECK (((state = 'needs_decision'::text) = (question IS NOT NULL))),
  constraint supplier_orders_check2 CHECK (((stop_because IS NULL) = (stop_at IS NULL))),
  constraint supplier_orders_check3 CHECK (((held IS NULL) = (hold IS NULL))),
  constraint supplier_orders_check4 CHECK (((held IS NULL) OR (state <> ALL (ARRAY['placed'::text, 'failed'::text, 'cancelled'::text])))),
  constraint supplier_orders_check5 CHECK (((order_no IS NOT NULL) OR (state <> ALL (ARRAY['created'::text, 'placed'::text])))),
  constraint supplier_orders_check6 CHECK (((wake_at IS NOT NULL) OR (state = ANY (ARRAY['awaiting_payment'::text, 'needs_decision'::text, 'placed'::text, 'failed'::text, 'cancelled'::text])))),
  constraint supplier_orders_check7 CHECK (((wake_at IS NULL) OR (state <> ALL (ARRAY['placed'::text, 'failed'::text, 'cancelled'::text])))),
  constraint supplier_orders_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint supplier_orders_held_check CHECK ((held >= 0)),
  constraint supplier_orders_n_check CHECK ((n > 0)),
  constraint supplier_orders_question_check CHECK ((question = ANY (ARRAY['exists'::text, 'which'::text, 'price'::text, 'pay'::text]))),
  constraint supplier_orders_state_check CHECK ((state = ANY (ARRAY['awaiting_payment'::text, 'queued'::text, 'sending'::text, 'checking'::text, 'created'::text, 'needs_decision'::text, 'placed'::text, 'failed'::text, 'cancelled'::text]))),
  constraint supplier_orders_step_check CHECK ((step = ANY (ARRAY['create'::text, 'confirm'::text, 'pay'::text]))),
  constraint supplier_orders_stop_because_check CHECK ((stop_because = ANY (ARRAY['person'::text, 'channel'::text, 'edited'::text, 'unpaid'::text]))),
  constraint supplier_orders_supplier_status_check CHECK ((supplier_status = ANY (ARRAY['unpaid'::text, 'paid'::text, 'shipped'::text, 'delivered'::text, 'cancelled'::text, 'refunded'::text]))),
  constraint supplier_orders_total_check CHECK ((total >= 0))
);
comment on column supplier_orders.user_id is 'Who clicked; null: a rule.';
comment on column supplier_orders.basket is 'What is bought and how it is sent, as it was agreed to (features/placement/basket.ts), and for how much.';
comment on column supplier_orders.ship_to is 'Where it goes, as it was when the click was accepted. Null: forgotten since.';
comment on column supplier_orders.profile is 'What the supplier promised when the click was accepted.';
comment on column supplier_orders.n is 'Which try to buy, its step, and the row of the step''s attempt.';
comment on column supplier_orders.held is 'What may be spent, and from where it is held (domain/ledger/placing.ts).';
comment on column supplier_orders.error_key is 'Why it was refused or has to wait, for the page that shows it.';
comment on column supplier_orders.quota_cycle is 'The billing cycle whose ORDER_FULFILLMENT it took; null: none, or it was given back.';
comment on column supplier_orders.run_id is 'The click it came with, and its place among the rows of that click.';
comment on column supplier_orders.supplier_status is 'What became of it after it was bought, as the supplier tells.';
comment on column supplier_orders.payment_id is 'The payment that its card part belongs to (payments.payment_id).';
comment on column supplier_orders.card_taken is 'What of its price the card pays, known once it is bought.';
comment on column supplier_orders.rule_id is 'The rule that placed it; null: a person did. What a rule spent today is read from these rows, under the rule''s lock.';
comment on column supplier_orders.account_country is 'The country that the buyer''s account at the site is set to, as the browser extension saw it; null: not told.';
alter table supplier_orders enable row level security;
alter table supplier_orders force row level security;

create table supplier_pace (
  source text not null,
  next_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  day date default CURRENT_DATE not null,
  spent bigint default 0 not null,
  constraint supplier_pace_pkey PRIMARY KEY (source)
);
comment on table supplier_pace is 'How fast each supplier may be asked, over all processes: the moment the next call may leave, and what the day has cost.';

create table supplier_product_counts (
  workplace_id uuid not null,
  source text not null,
  seller_id text not null,
  products integer default 0 not null,
  tracking integer default 0 not null,
  partial integer default 0 not null,
  not_tracking integer default 0 not null,
  skus integer default 0 not null,
  skus_tracking integer default 0 not null,
  constraint supplier_product_counts_pkey PRIMARY KEY (workplace_id, source, seller_id)
);
comment on column supplier_product_counts.seller_id is ''''' where the supplier has no sellers.';
alter table supplier_product_counts enable row level security;
alter table supplier_product_counts force row level security;

create table supplier_state (
  source text not null,
  phase text default 'idle'::text not null,
  cursor text,
  round integer default 0 not null,
  round_started_at timestamp with time zone,
  round_ended_at timestamp with time zone,
  last_ok_at timestamp with time zone,
  failing_since timestamp with time zone,
  last_error text default ''::text not null,
  left_out jsonb default '[]'::jsonb not null,
  counts jsonb,
  counted_at timestamp with time zone,
  constraint supplier_state_pkey PRIMARY KEY (source),
  constraint supplier_state_phase_check CHECK ((phase = ANY (ARRAY['idle'::text, 'listing'::text, 'details'::text])))
);
comment on table supplier_state is 'Whether a supplier answers, and where its ingest stands. `cursor` lets a killed ingest go on where it was.';
comment on column supplier_state.left_out is 'Which parts of a supplier''s list were cut off by its limit, in the round that is running or ended last.';
comment on column supplier_state.counts is 'How many products are new, due and without shipping somewhere: counted now and then, because counting takes long.';

create table supplier_tokens (
  source text not null,
  connected text,
  updated_at timestamp with time zone default now() not null,
  version bigint default 0 not null,
  renewing_by text,
  renewing_until timestamp with time zone,
  constraint supplier_tokens_pkey PRIMARY KEY (source)
);
comment on table supplier_tokens is 'The operator''s own account at each supplier, through which the catalogue is read. Sealed (platform/secrets.ts).';

create table telemetry_events (
  event_id uuid default new_id() not null,
  kind text not null,
  user_id uuid,
  workplace_id uuid,
  data jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint telemetry_events_pkey PRIMARY KEY (event_id)
);
comment on table telemetry_events is 'What clients report. The app may write it and never read it back.';

create table tracking_links (
  workplace_id uuid not null,
  order_id uuid not null,
  public_id text not null,
  created_at timestamp with time zone default now() not null,
  constraint tracking_links_pkey PRIMARY KEY (workplace_id, order_id),
  constraint tracking_links_public_id_key UNIQUE (public_id),
  constraint tracking_links_public_id_check CHECK ((public_id ~ '^[a-z2-7]{26}$'::text))
);
comment on table tracking_links is 'The page a buyer follows an order on: its address is random and says nothing of the order.';
alter table tracking_links enable row level security;
alter table tracking_links force row level security;

create table tracking_pages (
  workplace_id uuid not null,
  settings jsonb not null,
  logo text,
  updated_at timestamp with time zone default now() not null,
  constraint tracking_pages_pkey PRIMARY KEY (workplace_id)
);
comment on table tracking_pages is 'How the page looks: the seller''s name, logo, colours, texts, products and style.';
comment on column tracking_pages.logo is 'A key of our storage; null: no logo.';
alter table tracking_pages enable row level security;
alter table tracking_pages force row level security;

create table users (
  user_id uuid default new_id() not null,
  email text,
  email_verified_at timestamp with time zone,
  password_hash text,
  first_name text default ''::text not null,
  last_name text default ''::text not null,
  avatar text,
  language text default 'en'::text not null,
  is_demo boolean default false not null,
  meta_keys text[] default '{}'::text[] not null,
  onboarding jsonb default '{"AH": [], "AO": []}'::jsonb not null,
  apps jsonb default '{}'::jsonb not null,
  seen_app_at timestamp with time zone,
  plan_id text not null,
  plan_reinstalled boolean default false not null,
  from_user_mkt boolean default false not null,
  from_mobile boolean default false not null,
  payment_mode text default 'standard'::text not null,
  is_ab boolean default false not null,
  is_trial boolean default false not null,
  is_new_pricing_mvp boolean default true not null,
  is_new_pricing_mvp_v25 boolean default false not null,
  last_workplace_id uuid,
  totp_secret text,
  totp_pending text,
  totp_last_step bigint,
  created_at timestamp with time zone default now() not null,
  billing_workplace_id uuid,
  constraint users_pkey PRIMARY KEY (user_id),
  constraint users_email_key UNIQUE (email),
  constraint users_check CHECK ((is_demo OR (email IS NOT NULL))),
  constraint users_email_check CHECK ((email = lower(email)))
);
comment on column users.totp_last_step is 'A TOTP code is good once: its time step is kept.';
comment on column users.billing_workplace_id is 'Plans that are paid (packages/domain/src/billing/subscription.ts). The plan is of an account, tenant rows are of a workplace: everything an account pays for plans lies in one workplace, chosen with its first payment. No foreign key to workplaces or users: what was paid stays on record.';

create table variant_suppliers (
  workplace_id uuid not null,
  product_id uuid not null,
  variant_id uuid not null,
  rank smallint not null,
  source text not null,
  source_product_id text not null,
  sku_id text not null,
  sku_attr text default ''::text not null,
  sku_name text default ''::text not null,
  cost bigint not null,
  quantity integer,
  linked_at timestamp with time zone default now() not null,
  component smallint default 0 not null,
  units integer default 1 not null,
  countries text[] default '{}'::text[] not null,
  gift_every integer,
  gift_get integer,
  constraint variant_suppliers_pkey PRIMARY KEY (workplace_id, product_id, variant_id, rank),
  constraint variant_suppliers_rule CHECK ((((component >= 0) AND (component <= 9)) AND ((units >= 0) AND (units <= 1000)) AND ((gift_every IS NULL) = (gift_get IS NULL)) AND ((gift_every IS NULL) OR (((gift_every >= 1) AND (gift_every <= 1000)) AND ((gift_get >= 1) AND (gift_get <= 1000)))) AND ((units > 0) OR (gift_every IS NOT NULL)))) NOT VALID
);
comment on table variant_suppliers is 'Who delivers a variant, in the order they are tried. Kept when the variant is deleted: taking that back brings its suppliers back.';
comment on column variant_suppliers.cost is 'As it was when linked, US cents; what it is now is in the catalogue.';
alter table variant_suppliers enable row level security;
alter table variant_suppliers force row level security;

create table variant_watch (
  workplace_id uuid not null,
  product_id uuid not null,
  variant_id uuid not null,
  price bigint,
  pinned boolean default false not null,
  pinned_at timestamp with time zone,
  did text,
  state jsonb default '{}'::jsonb not null,
  look_at timestamp with time zone,
  refused jsonb default '{}'::jsonb not null,
  note jsonb,
  noted_at timestamp with time zone,
  constraint variant_watch_pkey PRIMARY KEY (workplace_id, product_id, variant_id),
  constraint variant_watch_did_check CHECK ((did = ANY (ARRAY['zero'::text, 'off'::text])))
);
comment on table variant_watch is 'What is remembered of each variant that is watched (domain/auto-update/judge-variant.ts).';
comment on column variant_watch.price is 'The price that a rule or an import made last; null: none did.';
comment on column variant_watch.pinned is 'A person''s price: rules leave it alone.';
comment on column variant_watch.did is 'What the rule did when it was sold out.';
comment on column variant_watch.look_at is 'Judged again then, although nothing new was read.';
comment on column variant_watch.refused is 'Figures of suppliers that the seller said no to, by the rank of the link.';
comment on column variant_watch.note is 'What a rule did last, for the page.';
alter table variant_watch enable row level security;
alter table variant_watch force row level security;

create table vendor_pace (
  vendor text not null,
  account_key text not null,
  full_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  closed_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  day date default '-infinity'::date not null,
  spent bigint default 0 not null,
  per_second double precision,
  burst double precision,
  per_day bigint,
  limits_asked_at timestamp with time zone,
  spent_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  constraint vendor_pace_pkey PRIMARY KEY (vendor, account_key)
);
comment on table vendor_pace is 'How fast each account may be asked, over all processes. One row per account of a vendor; `account_key` is ''app'' where a vendor counts by application, ''operator'' for the operator''s own account, else a hash: the table is shared by all tenants and names none of them. per_second, burst, per_day: as the vendor said; null: as the connector''s definition says.';
comment on column vendor_pace.spent_at is 'Of a budget that refills, less counts as spent with every minute since then.';

create table wallet_settings (
  workplace_id uuid not null,
  policy_version integer,
  policy_accepted_at timestamp with time zone,
  policy_accepted_by uuid,
  payment_behavior text default 'default'::text not null,
  payment_use text default 'auto'::text not null,
  card_enabled boolean default true not null,
  paypal_enabled boolean default false not null,
  auto_topup boolean default false not null,
  auto_topup_below bigint default 2000 not null,
  auto_topup_amount bigint default 10000 not null,
  auto_topup_monthly_cap bigint default 50000 not null,
  cashback_enabled boolean default true not null,
  constraint wallet_settings_pkey PRIMARY KEY (workplace_id),
  constraint wallet_settings_auto_topup_amount_check CHECK ((auto_topup_amount > 0)),
  constraint wallet_settings_auto_topup_below_check CHECK ((auto_topup_below >= 0)),
  constraint wallet_settings_auto_topup_monthly_cap_check CHECK ((auto_topup_monthly_cap >= 0)),
  constraint wallet_settings_payment_behavior_check CHECK ((payment_behavior = ANY (ARRAY['default'::text, 'popup'::text]))),
  constraint wallet_settings_payment_use_check CHECK ((payment_use = ANY (ARRAY['auto'::text, 'wallet'::text, 'card'::text])))
);
comment on table wallet_settings is 'How a workplace pays. No row: nothing was chosen yet.';
comment on column wallet_settings.card_enabled is 'Whether kept methods may pay without anybody clicking. Wallet always may.';
alter table wallet_settings enable row level security;
alter table wallet_settings force row level security;

create table watched_sources (
  workplace_id uuid not null,
  source text not null,
  source_product_id text not null,
  worth double precision default 0 not null,
  hot boolean default false not null,
  constraint watched_sources_pkey PRIMARY KEY (workplace_id, source, source_product_id)
);
comment on table watched_sources is 'What each workplace would have looked at, and how much hangs on it. One look serves all of them.';
comment on column watched_sources.worth is 'US cents a day.';
alter table watched_sources enable row level security;
alter table watched_sources force row level security;

create table worker_heartbeats (
  worker_id text not null,
  beat_at timestamp with time zone default now() not null,
  constraint worker_heartbeats_pkey PRIMARY KEY (worker_id)
);
comment on table worker_heartbeats is 'A worker that stops beating is gone.';

create table workplace_members (
  workplace_id uuid not null,
  user_id uuid not null,
  created_at timestamp with time zone default now() not null,
  constraint workplace_members_pkey PRIMARY KEY (workplace_id, user_id)
);
alter table workplace_members enable row level security;
alter table workplace_members force row level security;

create table workplaces (
  workplace_id uuid default new_id() not null,
  name text not null,
  settings jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  is_example boolean default false not null,
  constraint workplaces_pkey PRIMARY KEY (workplace_id),
  constraint workplaces_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60)))
);
comment on column workplaces.is_example is 'A workplace made of somebody else''s example. Nothing in it reaches a vendor, and its money is play money.';
alter table workplaces enable row level security;
alter table workplaces force row level security;

create table zopi_fulfilment (
  workplace_id uuid not null,
  fulfilment text default 'origin'::text not null,
  viewed_at timestamp with time zone,
  viewed_by uuid,
  interacted_at timestamp with time zone,
  interacted_by uuid,
  confirmed_at timestamp with time zone,
  confirmed_by uuid,
  constraint zopi_fulfilment_pkey PRIMARY KEY (workplace_id),
  constraint zopi_fulfilment_fulfilment_check CHECK ((fulfilment = ANY (ARRAY['zopi'::text, 'origin'::text])))
);
comment on table zopi_fulfilment is 'No row: the offer was never seen.';
alter table zopi_fulfilment enable row level security;
alter table zopi_fulfilment force row level security;

CREATE INDEX account_codes_expiry ON account_codes USING btree (expires_at);

CREATE INDEX account_codes_user ON account_codes USING btree (user_id, purpose);

CREATE UNIQUE INDEX attempt_sends_one_open ON attempt_sends USING btree (workplace_id, attempt_id) WHERE (outcome IS NULL);
comment on index attempt_sends_one_open is 'The next intent is written when the one before has an outcome; `unknown` is one.';

CREATE INDEX attempts_due ON attempts USING btree (wake_at) WHERE (wake_at IS NOT NULL);

CREATE UNIQUE INDEX attempts_one_live ON attempts USING btree (workplace_id, subject_kind, subject_id) WHERE (state <> ALL (ARRAY['failed'::text, 'cancelled'::text]));
comment on index attempts_one_live is 'One try at a time, and none after one that was done: two clicks, two people and two workers cannot make a second.';

CREATE INDEX attempts_questions ON attempts USING btree (workplace_id, created_at) WHERE (state = 'needs_decision'::text);

CREATE UNIQUE INDEX attempts_twins ON attempts USING btree (vendor, account_key, fingerprint) WHERE ((fingerprint IS NOT NULL) AND (sends > 0) AND (state <> ALL (ARRAY['done'::text, 'failed'::text, 'cancelled'::text])));

CREATE UNIQUE INDEX auto_update_questions_open ON auto_update_questions USING btree (workplace_id, source) WHERE (answer IS NULL);

CREATE INDEX automation_decisions_due ON automation_decisions USING btree (workplace_id, wake_at) WHERE (wake_at IS NOT NULL);

CREATE INDEX automation_decisions_newest ON automation_decisions USING btree (workplace_id, decided_at DESC, order_id DESC) WHERE (outcome <> 'passed'::text);

CREATE INDEX automation_decisions_plan ON automation_decisions USING btree (workplace_id, plan_id) WHERE (plan_id IS NOT NULL);

CREATE INDEX cashback_looks_due ON cashback_looks USING btree (due_at);

CREATE INDEX cashbacks_listed ON cashbacks USING btree (workplace_id, delivered_at DESC);

CREATE INDEX cashbacks_release ON cashbacks USING btree (release_at) WHERE (state = 'pending'::text);

CREATE INDEX catalog_products_due ON catalog_products USING btree (source, due_at, id) WHERE (gone_at IS NULL);

CREATE INDEX catalog_products_good ON catalog_products USING btree (good_id) WHERE (good_id IS NOT NULL);

CREATE INDEX catalog_products_history ON catalog_products USING btree (source, id) WHERE (history_at IS NULL);

CREATE INDEX catalog_products_images ON catalog_products USING gin (images);
comment on index catalog_products_images is 'Which product a picture''s address belongs to, without reading the whole catalogue.';

CREATE INDEX catalog_products_new ON catalog_products USING btree (source, orders DESC, id) WHERE ((detail_at IS NULL) AND (gone_at IS NULL));

CREATE INDEX catalog_products_seller ON catalog_products USING btree (source, seller_id, orders DESC, id DESC);

CREATE INDEX catalog_reviews_list ON catalog_reviews USING btree (product_id, "position");

CREATE INDEX catalog_search_cost ON catalog_search USING btree (ship_cost, product_id);

CREATE INDEX catalog_search_days ON catalog_search USING btree (ship_days, product_id);

CREATE INDEX catalog_search_orders ON catalog_search USING btree (orders, product_id);

CREATE INDEX catalog_search_price ON catalog_search USING btree (price, product_id);

CREATE INDEX catalog_search_profit ON catalog_search USING btree (profit, product_id);

CREATE INDEX catalog_search_score ON catalog_search USING btree (score DESC, product_id DESC);

CREATE INDEX catalog_search_tags ON catalog_search USING gin (tags) WITH (fastupdate=off);

CREATE INDEX catalog_search_changes_at ON catalog_search_changes USING btree (changed_at);

CREATE INDEX catalog_search_changes_changed ON catalog_search_changes USING btree (changed);

CREATE INDEX catalog_sellers_orders ON catalog_sellers USING btree (orders DESC, source, seller_id);

CREATE INDEX catalog_variants_sku ON catalog_variants USING btree (sku_id) WHERE (sku_id <> ''::text);

CREATE INDEX catalog_vectors_made ON catalog_vectors USING btree (made_at);

CREATE INDEX discover_tools_user ON discover_tools USING btree (user_id);

CREATE INDEX evidence_files_unused ON evidence_files USING btree (created_at) WHERE (used_at IS NULL);

CREATE INDEX extra_quotas_user ON extra_quotas USING btree (user_id, cycle_start);

CREATE INDEX favorite_suppliers_list ON favorite_suppliers USING btree (workplace_id, followed_at DESC);

CREATE INDEX favorite_suppliers_seller ON favorite_suppliers USING btree (source, seller_id);

CREATE INDEX favourites_list ON favourites USING btree (workplace_id, created_at DESC, product_id DESC);

CREATE INDEX favourites_product ON favourites USING btree (product_id);

CREATE UNIQUE INDEX feedback_messages_number ON feedback_messages USING btree (workplace_id, feedback_id, message_no) WHERE (message_no IS NOT NULL);

CREATE INDEX feedback_messages_of ON feedback_messages USING btree (workplace_id, feedback_id, written_at, message_id);

CREATE INDEX feedbacks_done ON feedbacks USING btree (workplace_id, moved_at DESC, feedback_id DESC) WHERE (state = 'done'::text);

CREATE UNIQUE INDEX feedbacks_number ON feedbacks USING btree (workplace_id, supplier_order_id, feedback_no) WHERE (feedback_no IS NOT NULL);

CREATE INDEX feedbacks_open ON feedbacks USING btree (workplace_id, moved_at DESC, feedback_id DESC) WHERE (state <> 'done'::text);

CREATE INDEX feedbacks_order ON feedbacks USING btree (workplace_id, order_id);

CREATE INDEX feedbacks_unread ON feedbacks USING btree (workplace_id) WHERE (unread > 0);

CREATE UNIQUE INDEX fulfilment_requests_answer ON fulfilment_requests USING btree (workplace_id, answer_id);

CREATE INDEX fulfilment_requests_open ON fulfilment_requests USING btree (workplace_id, store_id) WHERE (state = 'open'::text);

CREATE INDEX fulfilment_requests_order ON fulfilment_requests USING btree (workplace_id, store_id, remote_order_id, requested_at DESC);

CREATE INDEX gallery_images_list ON gallery_images USING btree (workplace_id, image_id DESC) WHERE (deleted_at IS NULL);

CREATE INDEX hidden_products_product ON hidden_products USING btree (product_id);

CREATE INDEX idempotency_keys_age ON idempotency_keys USING btree (created_at);

CREATE INDEX identities_user ON identities USING btree (user_id);

CREATE INDEX image_searches_old ON image_searches USING btree (started_at);

CREATE INDEX imported_sources_product ON imported_sources USING btree (workplace_id, product_id);

CREATE INDEX inbox_age ON inbox USING btree (received_at);

CREATE INDEX inbox_lane ON inbox USING btree (vendor, account_key, lane, received_at, inbox_id) WHERE ((handled_at IS NULL) AND (state <> 'alone'::text));

CREATE INDEX job_failures_age ON job_failures USING btree (failed_at);

CREATE INDEX job_failures_unhandled ON job_failures USING btree (failed_at) WHERE (handled_at IS NULL);

CREATE INDEX jobs_due ON jobs USING btree (name, run_at, job_id) WHERE (worker_id IS NULL);

CREATE INDEX jobs_leased ON jobs USING btree (worker_id) WHERE (worker_id IS NOT NULL);

CREATE INDEX jobs_of_queue ON jobs USING btree (queue, priority, run_at, job_id) WHERE ((queue IS NOT NULL) AND (worker_id IS NULL));

CREATE UNIQUE INDEX jobs_one_of_queue ON jobs USING btree (queue) WHERE (worker_id IS NOT NULL);

CREATE INDEX known_devices_seen ON known_devices USING btree (seen_at);

CREATE INDEX ledger_postings_credit ON ledger_postings USING btree (workplace_id, credit, currency);

CREATE INDEX ledger_postings_debit ON ledger_postings USING btree (workplace_id, debit, currency);

CREATE INDEX ledger_txns_effective ON ledger_txns USING btree (workplace_id, effective_at, txn_id);

CREATE INDEX ledger_txns_kind ON ledger_txns USING btree (workplace_id, kind, effective_at, txn_id);

CREATE INDEX ledger_txns_subject ON ledger_txns USING btree (workplace_id, subject) WHERE (subject IS NOT NULL);

CREATE INDEX listing_notes_of ON listing_notes USING btree (workplace_id, listing_id, note_id);

CREATE UNIQUE INDEX listing_places_wish ON listing_places USING btree (workplace_id, wish_id);

CREATE INDEX listings_due ON listings USING btree (workplace_id, store_id, wake_at) WHERE (wake_at IS NOT NULL);

CREATE INDEX listings_in_need ON listings USING btree (workplace_id, updated_at DESC, listing_id DESC) WHERE ((product_id IS NOT NULL) AND (state = ANY (ARRAY['refused'::text, 'needs_decision'::text, 'gone'::text])));

CREATE INDEX listings_mapped ON listings USING btree (workplace_id, updated_at DESC, listing_id DESC) WHERE (product_id IS NOT NULL);

CREATE INDEX listings_of_product ON listings USING btree (workplace_id, product_id) WHERE (product_id IS NOT NULL);

CREATE UNIQUE INDEX listings_product ON listings USING btree (workplace_id, store_id, product_id) WHERE (product_id IS NOT NULL);

CREATE UNIQUE INDEX listings_remote ON listings USING btree (store_id, remote_id) WHERE (remote_id IS NOT NULL);

CREATE INDEX listings_unmapped ON listings USING btree (workplace_id, updated_at DESC, listing_id DESC) WHERE (product_id IS NULL);

CREATE INDEX mails_user ON mails USING btree (user_id);

CREATE INDEX notifications_kind ON notifications USING btree (workplace_id, user_id, kind, notification_id DESC);

CREATE INDEX notifications_list ON notifications USING btree (workplace_id, user_id, notification_id DESC);

CREATE INDEX notifications_unread ON notifications USING btree (workplace_id, user_id, notification_id DESC) WHERE (read_at IS NULL);

CREATE INDEX order_copies_order ON order_copies USING btree (workplace_id, order_id);

CREATE INDEX order_deliveries_order ON order_deliveries USING btree (workplace_id, order_id);

CREATE INDEX order_events_of ON order_events USING btree (workplace_id, order_id, happened_at, event_id);

CREATE INDEX order_groups_all ON order_groups USING btree (workplace_id, status, ordered_at DESC, order_id DESC, sub_status);

CREATE INDEX order_groups_list ON order_groups USING btree (workplace_id, status, sub_status, ordered_at DESC, order_id DESC);

CREATE INDEX order_lines_product ON order_lines USING btree (workplace_id, product_id) WHERE (product_id IS NOT NULL);

CREATE INDEX order_lines_unmapped ON order_lines USING btree (workplace_id, remote_product_id) WHERE (product_id IS NULL);

CREATE INDEX order_profits_day ON order_profits USING btree (workplace_id, currency, day DESC, order_id DESC);

CREATE INDEX order_profits_foreign ON order_profits USING btree (workplace_id, order_id) WHERE is_foreign;

CREATE INDEX order_profits_product ON order_profits USING btree (workplace_id, currency, product, day DESC, order_id DESC);

CREATE INDEX orders_newest ON orders USING btree (workplace_id, ordered_at DESC, order_id DESC);

CREATE INDEX orders_parts ON orders USING btree (workplace_id, split_of) WHERE (split_of IS NOT NULL);

CREATE UNIQUE INDEX orders_remote_part ON orders USING btree (store_id, remote_id, part_no) WHERE (store_id IS NOT NULL);

CREATE UNIQUE INDEX orders_sale ON orders USING btree (workplace_id, sale_key) WHERE (sale_key IS NOT NULL);

CREATE INDEX orders_text ON orders USING gin (workplace_id, search_text gin_trgm_ops) WITH (fastupdate=off);

CREATE INDEX outbox_delivered ON outbox USING btree (delivered_at) WHERE (delivered_at IS NOT NULL);

CREATE INDEX parcels_all ON parcels USING btree (workplace_id, created_at DESC, parcel_id DESC) WHERE (replaced_by IS NULL);

CREATE INDEX parcels_attention ON parcels USING btree (workplace_id, attention_at, parcel_id) WHERE ((attention_at IS NOT NULL) AND (replaced_by IS NULL));

CREATE INDEX parcels_due ON parcels USING btree (turn, turn_at) WHERE (turn IS NOT NULL);

CREATE INDEX parcels_find ON parcels USING btree (workplace_id, number text_pattern_ops);

CREATE INDEX parcels_list ON parcels USING btree (workplace_id, status, created_at DESC, parcel_id DESC) WHERE (replaced_by IS NULL);

CREATE INDEX parcels_number ON parcels USING btree (number);

CREATE INDEX parcels_order ON parcels USING btree (workplace_id, order_id);

CREATE UNIQUE INDEX payment_methods_default ON payment_methods USING btree (workplace_id) WHERE (is_default AND (removed_at IS NULL));

CREATE INDEX payments_due ON payments USING btree (look_at) WHERE (look_at IS NOT NULL);

CREATE INDEX payments_held ON payments USING btree (created_at) WHERE (state = 'authorised'::text);

CREATE INDEX payments_listed ON payments USING btree (workplace_id, created_at DESC);

CREATE INDEX placement_clicks_old ON placement_clicks USING btree (clicked_at);

CREATE INDEX placement_plan_orders_page ON placement_plan_orders USING btree (workplace_id, plan_id, "position");

CREATE INDEX placement_plans_old ON placement_plans USING btree (workplace_id, created_at);

CREATE UNIQUE INDEX plan_charges_changing ON plan_charges USING btree (user_id) WHERE ((kind = ANY (ARRAY['upgrade'::text, 'downgrade'::text, 'cancel'::text, 'resume'::text, 'end'::text])) AND (state = ANY (ARRAY['opening'::text, 'checking'::text])));
comment on index plan_charges_changing is 'One change of a plan at a time, and one checkout.';

CREATE UNIQUE INDEX plan_charges_checkout ON plan_charges USING btree (user_id) WHERE ((kind = 'subscribe'::text) AND (state = ANY (ARRAY['opening'::text, 'open'::text, 'checking'::text])));

CREATE INDEX plan_charges_due ON plan_charges USING btree (look_at) WHERE (look_at IS NOT NULL);

CREATE INDEX plan_charges_listed ON plan_charges USING btree (workplace_id, user_id, created_at DESC);

CREATE INDEX plan_charges_store ON plan_charges USING btree (store_id) WHERE ((settled_at IS NULL) AND (store_id IS NOT NULL));

CREATE INDEX product_changes_age ON product_changes USING btree (created_at);

CREATE INDEX product_changes_ai ON product_changes USING btree (workplace_id, change_id) WHERE (kind = 'ai'::text);

CREATE INDEX product_changes_run ON product_changes USING btree (workplace_id, run_id, product_id) WHERE (run_id IS NOT NULL);

CREATE INDEX product_variants_sku ON product_variants USING btree (workplace_id, lower(sku)) WHERE (sku <> ''::text);

CREATE INDEX product_word_counts_list ON product_word_counts USING btree (workplace_id, kind, products DESC, name);

CREATE INDEX products_cost ON products USING btree (workplace_id, cost_min, product_id) WHERE (deleted_at IS NULL);

CREATE INDEX products_deleted ON products USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX products_margin ON products USING btree (workplace_id, margin, product_id) WHERE (deleted_at IS NULL);

CREATE INDEX products_newest ON products USING btree (workplace_id, product_id) WHERE (deleted_at IS NULL);
comment on index products_newest is 'Ids are time-ordered. The key alone would do, but before the first statistics the planner takes any index that looks smaller and sorts.';

CREATE INDEX products_price ON products USING btree (workplace_id, price_min, product_id) WHERE (deleted_at IS NULL);

CREATE INDEX products_profit ON products USING btree (workplace_id, profit, product_id) WHERE (deleted_at IS NULL);

CREATE INDEX products_source ON products USING btree (workplace_id, source, seller_id, product_id) WHERE (deleted_at IS NULL);

CREATE INDEX products_tags ON products USING gin (workplace_id, tags) WITH (fastupdate=off);

CREATE INDEX products_text ON products USING gin (workplace_id, search_text gin_trgm_ops) WITH (fastupdate=off);

CREATE INDEX products_title ON products USING btree (workplace_id, title, product_id) WHERE (deleted_at IS NULL);

CREATE INDEX products_updated ON products USING btree (workplace_id, updated_at, product_id);

CREATE INDEX realtime_messages_age ON realtime_messages USING btree (created_at);

CREATE INDEX realtime_messages_user ON realtime_messages USING btree (user_id, message_id);

CREATE UNIQUE INDEX refund_requests_number ON refund_requests USING btree (workplace_id, supplier_order_id, refund_no) WHERE (refund_no IS NOT NULL);

CREATE UNIQUE INDEX refund_requests_one_open ON refund_requests USING btree (workplace_id, supplier_order_id) WHERE (state = ANY (ARRAY['sending'::text, 'pending'::text, 'accepted'::text]));
comment on index refund_requests_one_open is 'One at a time: a double click and two people ask once.';

CREATE INDEX refund_requests_order ON refund_requests USING btree (workplace_id, order_id, requested_at DESC);

CREATE INDEX refund_requests_unanswered ON refund_requests USING btree (workplace_id, requested_at) WHERE (state = ANY (ARRAY['sending'::text, 'pending'::text]));

CREATE INDEX refund_requests_waiting ON refund_requests USING btree (requested_at) WHERE (state = ANY (ARRAY['pending'::text, 'accepted'::text]));

CREATE INDEX run_rows_failed ON run_rows USING btree (workplace_id, run_id, "row") WHERE (status = 'error'::text);

CREATE INDEX run_rows_waiting ON run_rows USING btree (workplace_id, run_id, "row") WHERE (status = 'processing'::text);

CREATE INDEX runs_age ON runs USING btree (created_at);

CREATE INDEX runs_open ON runs USING btree (workplace_id, run_id) WHERE (closed_at IS NULL);

CREATE INDEX runs_user ON runs USING btree (user_id);

CREATE UNIQUE INDEX sale_cancellations_one_live ON sale_cancellations USING btree (workplace_id, order_id) WHERE (state = 'sending'::text);
comment on index sale_cancellations_one_live is 'One at a time: a double click and two people ask once.';

CREATE INDEX sale_cancellations_order ON sale_cancellations USING btree (workplace_id, order_id, requested_at DESC);

CREATE UNIQUE INDEX saved_views_name ON saved_views USING btree (workplace_id, screen, user_id, name) NULLS NOT DISTINCT;

CREATE INDEX searched_words_list ON searched_words USING btree (workplace_id, user_id, searched_at DESC);

CREATE INDEX searched_words_user ON searched_words USING btree (user_id);

CREATE INDEX seen_products_list ON seen_products USING btree (workplace_id, user_id, seen_at DESC);

CREATE INDEX seen_products_product ON seen_products USING btree (product_id);

CREATE INDEX seen_products_user ON seen_products USING btree (user_id);

CREATE INDEX sessions_expiry ON sessions USING btree (expires_at);

CREATE INDEX sessions_user ON sessions USING btree (user_id);

CREATE INDEX social_attempts_expiry ON social_attempts USING btree (expires_at);

CREATE INDEX source_account_tickets_user ON source_account_tickets USING btree (user_id);

CREATE UNIQUE INDEX source_accounts_hook ON source_accounts USING btree (hook_token);

CREATE INDEX store_fulfilments_order ON store_fulfilments USING btree (workplace_id, order_id);

CREATE INDEX store_fulfilments_waiting ON store_fulfilments USING btree (workplace_id, store_id) WHERE (state = 'waiting'::text);

CREATE UNIQUE INDEX store_migrations_code ON store_migrations USING btree (code_hash);

CREATE UNIQUE INDEX store_migrations_store ON store_migrations USING btree (workplace_id, platform, platform_domain);

CREATE INDEX store_migrations_user ON store_migrations USING btree (user_id);

CREATE UNIQUE INDEX store_pictures_remote ON store_pictures USING btree (workplace_id, store_id, remote_picture_id);

CREATE UNIQUE INDEX store_tickets_hash ON store_tickets USING btree (ticket_hash);

CREATE INDEX store_tickets_user ON store_tickets USING btree (user_id);

CREATE UNIQUE INDEX stores_connected ON stores USING btree (platform, platform_domain) WHERE (status = 'active'::text);

CREATE UNIQUE INDEX stores_one_default ON stores USING btree (workplace_id) WHERE is_default;

CREATE INDEX subscriptions_due ON subscriptions USING btree (look_at) WHERE (look_at IS NOT NULL);

CREATE UNIQUE INDEX subscriptions_living ON subscriptions USING btree (user_id) WHERE ((state <> 'ended'::text) AND (NOT surplus));

CREATE INDEX subscriptions_store ON subscriptions USING btree (store_id) WHERE ((state <> 'ended'::text) AND (store_id IS NOT NULL));

CREATE INDEX supplier_order_lines_line ON supplier_order_lines USING btree (workplace_id, line_id);

CREATE UNIQUE INDEX supplier_order_lines_one_live ON supplier_order_lines USING btree (workplace_id, line_id, component) WHERE live;

CREATE INDEX supplier_orders_due ON supplier_orders USING btree (vendor, account_key, wake_at) WHERE (wake_at IS NOT NULL);

CREATE INDEX supplier_orders_open ON supplier_orders USING btree (workplace_id, vendor, account_key, synced_at NULLS FIRST) WHERE ((state = 'placed'::text) AND (COALESCE(supplier_status, ''::text) <> ALL (ARRAY['delivered'::text, 'cancelled'::text, 'refunded'::text])));
comment on index supplier_orders_open is 'What was bought and has not arrived: the supplier is asked about it, the longest unasked first.';

CREATE INDEX supplier_orders_order ON supplier_orders USING btree (workplace_id, order_id);

CREATE INDEX supplier_orders_overdue ON supplier_orders USING btree (wake_at) WHERE (wake_at IS NOT NULL);

CREATE INDEX supplier_orders_payment ON supplier_orders USING btree (workplace_id, payment_id) WHERE (payment_id IS NOT NULL);

CREATE INDEX supplier_orders_questions ON supplier_orders USING btree (workplace_id, created_at) WHERE (state = 'needs_decision'::text);

CREATE INDEX supplier_orders_rule ON supplier_orders USING btree (workplace_id, rule_id, created_at) WHERE (rule_id IS NOT NULL);

CREATE INDEX supplier_orders_run ON supplier_orders USING btree (workplace_id, run_id) WHERE (run_id IS NOT NULL);

CREATE INDEX supplier_orders_untracked ON supplier_orders USING btree (workplace_id, settled_at) WHERE ((state = 'placed'::text) AND (shipments = '[]'::jsonb) AND (COALESCE(supplier_status, ''::text) <> ALL (ARRAY['delivered'::text, 'cancelled'::text, 'refunded'::text])));

CREATE INDEX supplier_product_counts_list ON supplier_product_counts USING btree (workplace_id, products DESC, source, seller_id);

CREATE INDEX telemetry_events_kind ON telemetry_events USING btree (kind, created_at);

CREATE INDEX telemetry_events_user ON telemetry_events USING btree (user_id) WHERE (user_id IS NOT NULL);

CREATE INDEX variant_suppliers_source ON variant_suppliers USING btree (source, source_product_id);

CREATE INDEX variant_watch_due ON variant_watch USING btree (workplace_id, look_at) WHERE (look_at IS NOT NULL);

CREATE INDEX variant_watch_noted ON variant_watch USING btree (workplace_id, noted_at DESC) WHERE (noted_at IS NOT NULL);

CREATE INDEX variant_watch_pinned ON variant_watch USING btree (workplace_id, product_id) WHERE pinned;

CREATE INDEX watched_sources_source ON watched_sources USING btree (source, source_product_id);

CREATE INDEX workplace_members_user ON workplace_members USING btree (user_id, created_at);

CREATE INDEX workplaces_summary ON workplaces USING btree (workplace_id) WHERE (((settings -> 'notification'::text) ->> 'email_digest'::text) = 'true'::text);

alter table account_codes add constraint account_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;

alter table attempt_evidence add constraint attempt_evidence_workplace_id_attempt_id_fkey FOREIGN KEY (workplace_id, attempt_id) REFERENCES attempts(workplace_id, attempt_id);

alter table attempt_sends add constraint attempt_sends_workplace_id_attempt_id_fkey FOREIGN KEY (workplace_id, attempt_id) REFERENCES attempts(workplace_id, attempt_id);

alter table auto_update_questions add constraint auto_update_questions_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table automation_decisions add constraint automation_decisions_workplace_id_order_id_fkey FOREIGN KEY (workplace_id, order_id) REFERENCES orders(workplace_id, order_id) ON DELETE CASCADE;

alter table automation_rules add constraint automation_rules_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table automation_settings add constraint automation_settings_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table cashbacks add constraint cashbacks_workplace_id_supplier_order_id_fkey FOREIGN KEY (workplace_id, supplier_order_id) REFERENCES supplier_orders(workplace_id, supplier_order_id);

alter table catalog_history add constraint catalog_history_product_id_fkey FOREIGN KEY (product_id) REFERENCES catalog_products(id) ON DELETE CASCADE;

alter table catalog_quotes add constraint catalog_quotes_product_id_fkey FOREIGN KEY (product_id) REFERENCES catalog_products(id) ON DELETE CASCADE;

alter table catalog_reviews add constraint catalog_reviews_product_id_fkey FOREIGN KEY (product_id) REFERENCES catalog_products(id) ON DELETE CASCADE;

alter table catalog_variant_history add constraint catalog_variant_history_product_id_fkey FOREIGN KEY (product_id) REFERENCES catalog_products(id) ON DELETE CASCADE;

alter table catalog_variants add constraint catalog_variants_product_id_fkey FOREIGN KEY (product_id) REFERENCES catalog_products(id) ON DELETE CASCADE;

alter table catalog_vectors add constraint catalog_vectors_product_id_fkey FOREIGN KEY (product_id) REFERENCES catalog_products(id) ON DELETE CASCADE;

alter table delivery_sums add constraint delivery_sums_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table discover_tools add constraint discover_tools_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;

alter table discover_tools add constraint discover_tools_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table evidence_files add constraint evidence_files_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table favorite_suppliers add constraint favorite_suppliers_source_seller_id_fkey FOREIGN KEY (source, seller_id) REFERENCES catalog_sellers(source, seller_id) ON DELETE CASCADE;

alter table favorite_suppliers add constraint favorite_suppliers_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table favourites add constraint favourites_product_id_fkey FOREIGN KEY (product_id) REFERENCES catalog_products(id) ON DELETE CASCADE;

alter table favourites add constraint favourites_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table feature_usage add constraint feature_usage_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table feedback_messages add constraint feedback_messages_workplace_id_feedback_id_fkey FOREIGN KEY (workplace_id, feedback_id) REFERENCES feedbacks(workplace_id, feedback_id) ON DELETE CASCADE;

alter table feedbacks add constraint feedbacks_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table feedbacks add constraint feedbacks_workplace_id_supplier_order_id_fkey FOREIGN KEY (workplace_id, supplier_order_id) REFERENCES supplier_orders(workplace_id, supplier_order_id);

alter table fulfilment_requests add constraint fulfilment_requests_workplace_id_store_id_fkey FOREIGN KEY (workplace_id, store_id) REFERENCES stores(workplace_id, store_id) ON DELETE CASCADE;

alter table gallery_images add constraint gallery_images_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table hidden_products add constraint hidden_products_product_id_fkey FOREIGN KEY (product_id) REFERENCES catalog_products(id) ON DELETE CASCADE;

alter table hidden_products add constraint hidden_products_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table identities add constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;

alter table image_searches add constraint image_searches_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table imported_sources add constraint imported_sources_workplace_id_product_id_fkey FOREIGN KEY (workplace_id, product_id) REFERENCES products(workplace_id, product_id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;

alter table known_devices add constraint known_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;

alter table ledger_postings add constraint ledger_postings_workplace_id_txn_id_fkey FOREIGN KEY (workplace_id, txn_id) REFERENCES ledger_txns(workplace_id, txn_id);

alter table listing_notes add constraint listing_notes_workplace_id_listing_id_fkey FOREIGN KEY (workplace_id, listing_id) REFERENCES listings(workplace_id, listing_id) ON DELETE CASCADE;

alter table listing_places add constraint listing_places_workplace_id_listing_id_fkey FOREIGN KEY (workplace_id, listing_id) REFERENCES listings(workplace_id, listing_id) ON DELETE CASCADE;

alter table listings add constraint listings_workplace_id_store_id_fkey FOREIGN KEY (workplace_id, store_id) REFERENCES stores(workplace_id, store_id) ON DELETE CASCADE;

alter table mails add constraint mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;

alter table notification_counts add constraint notification_counts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;

alter table notification_counts add constraint notification_counts_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table notifications add constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;

alter table notifications add constraint notifications_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table order_copies add constraint order_copies_workplace_id_order_id_fkey FOREIGN KEY (workplace_id, order_id) REFERENCES orders(workplace_id, order_id) ON DELETE CASCADE;

alter table order_copies add constraint order_copies_workplace_id_store_id_fkey FOREIGN KEY (workplace_id, store_id) REFERENCES stores(workplace_id, store_id) ON DELETE CASCADE;

alter table order_counters add constraint order_counters_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table order_cursors add constraint order_cursors_workplace_id_store_id_fkey FOREIGN KEY (workplace_id, store_id) REFERENCES stores(workplace_id, store_id) ON DELETE CASCADE;

alter table order_deliveries add constraint order_deliveries_workplace_id_order_id_fkey FOREIGN KEY (workplace_id, order_id) REFERENCES orders(workplace_id, order_id) ON DELETE CASCADE;

alter table order_dirty add constraint order_dirty_workplace_id_store_id_fkey FOREIGN KEY (workplace_id, store_id) REFERENCES stores(workplace_id, store_id) ON DELETE CASCADE;

alter table order_events add constraint order_events_workplace_id_order_id_fkey FOREIGN KEY (workplace_id, order_id) REFERENCES orders(workplace_id, order_id) ON DELETE CASCADE;

alter table order_fees add constraint order_fees_workplace_id_order_id_fkey FOREIGN KEY (workplace_id, order_id) REFERENCES orders(workplace_id, order_id) ON DELETE CASCADE;

alter table order_groups add constraint order_groups_workplace_id_order_id_fkey FOREIGN KEY (workplace_id, order_id) REFERENCES orders(workplace_id, order_id) ON DELETE CASCADE;

alter table order_lines add constraint order_lines_workplace_id_order_id_fkey FOREIGN KEY (workplace_id, order_id) REFERENCES orders(workplace_id, order_id) ON DELETE CASCADE;

alter table order_profits add constraint order_profits_workplace_id_order_id_fkey FOREIGN KEY (workplace_id, order_id) REFERENCES orders(workplace_id, order_id) ON DELETE CASCADE;

alter table order_settings add constraint order_settings_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table orders add constraint orders_split_of FOREIGN KEY (workplace_id, split_of) REFERENCES orders(workplace_id, order_id) ON DELETE CASCADE NOT VALID;

alter table orders add constraint orders_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table orders add constraint orders_workplace_id_store_id_fkey FOREIGN KEY (workplace_id, store_id) REFERENCES stores(workplace_id, store_id) ON DELETE CASCADE;

alter table parcel_counters add constraint parcel_counters_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table parcel_events add constraint parcel_events_workplace_id_parcel_id_fkey FOREIGN KEY (workplace_id, parcel_id) REFERENCES parcels(workplace_id, parcel_id) ON DELETE CASCADE;

alter table parcels add constraint parcels_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table parcels add constraint parcels_workplace_id_order_id_fkey FOREIGN KEY (workplace_id, order_id) REFERENCES orders(workplace_id, order_id) ON DELETE CASCADE;

alter table parcels add constraint parcels_workplace_id_supplier_order_id_fkey FOREIGN KEY (workplace_id, supplier_order_id) REFERENCES supplier_orders(workplace_id, supplier_order_id);

alter table placement_clicks add constraint placement_clicks_workplace_id_plan_id_fkey FOREIGN KEY (workplace_id, plan_id) REFERENCES placement_plans(workplace_id, plan_id) ON DELETE CASCADE;

alter table placement_plan_orders add constraint placement_plan_orders_workplace_id_plan_id_fkey FOREIGN KEY (workplace_id, plan_id) REFERENCES placement_plans(workplace_id, plan_id) ON DELETE CASCADE;

alter table placement_plans add constraint placement_plans_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table product_changes add constraint product_changes_workplace_id_product_id_fkey FOREIGN KEY (workplace_id, product_id) REFERENCES products(workplace_id, product_id) ON DELETE CASCADE;

alter table product_counts add constraint product_counts_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table product_settings add constraint product_settings_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table product_variants add constraint product_variants_workplace_id_product_id_fkey FOREIGN KEY (workplace_id, product_id) REFERENCES products(workplace_id, product_id) ON DELETE CASCADE;

alter table product_word_counts add constraint product_word_counts_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table products add constraint products_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table profit_sums add constraint profit_sums_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table quick_start add constraint quick_start_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;

alter table quick_start add constraint quick_start_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table recovery_codes add constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;

alter table refund_requests add constraint refund_requests_workplace_id_supplier_order_id_fkey FOREIGN KEY (workplace_id, supplier_order_id) REFERENCES supplier_orders(workplace_id, supplier_order_id);

alter table run_rows add constraint run_rows_workplace_id_run_id_fkey FOREIGN KEY (workplace_id, run_id) REFERENCES runs(workplace_id, run_id) ON DELETE CASCADE;

alter table runs add constraint runs_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;

alter table runs add constraint runs_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table saved_views add constraint saved_views_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table searched_words add constraint searched_words_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;

alter table searched_words add constraint searched_words_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table seen_products add constraint seen_products_product_id_fkey FOREIGN KEY (product_id) REFERENCES catalog_products(id) ON DELETE CASCADE;

alter table seen_products add constraint seen_products_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;

alter table seen_products add constraint seen_products_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table sessions add constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;

alter table source_account_tickets add constraint source_account_tickets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;

alter table source_account_tickets add constraint source_account_tickets_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table source_accounts add constraint source_accounts_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table store_connections add constraint store_connections_workplace_id_store_id_fkey FOREIGN KEY (workplace_id, store_id) REFERENCES stores(workplace_id, store_id) ON DELETE CASCADE;

alter table store_dirty add constraint store_dirty_workplace_id_store_id_fkey FOREIGN KEY (workplace_id, store_id) REFERENCES stores(workplace_id, store_id) ON DELETE CASCADE;

alter table store_fulfilments add constraint store_fulfilments_workplace_id_order_id_fkey FOREIGN KEY (workplace_id, order_id) REFERENCES orders(workplace_id, order_id) ON DELETE CASCADE;

alter table store_fulfilments add constraint store_fulfilments_workplace_id_supplier_order_id_fkey FOREIGN KEY (workplace_id, supplier_order_id) REFERENCES supplier_orders(workplace_id, supplier_order_id);

alter table store_migrations add constraint store_migrations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;

alter table store_migrations add constraint store_migrations_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table store_pictures add constraint store_pictures_workplace_id_store_id_fkey FOREIGN KEY (workplace_id, store_id) REFERENCES stores(workplace_id, store_id) ON DELETE CASCADE;

alter table store_tickets add constraint store_tickets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;

alter table store_tickets add constraint store_tickets_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table stores add constraint stores_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table supplier_order_lines add constraint supplier_order_lines_workplace_id_supplier_order_id_fkey FOREIGN KEY (workplace_id, supplier_order_id) REFERENCES supplier_orders(workplace_id, supplier_order_id);

alter table supplier_order_numbers add constraint supplier_order_numbers_workplace_id_supplier_order_id_fkey FOREIGN KEY (workplace_id, supplier_order_id) REFERENCES supplier_orders(workplace_id, supplier_order_id);

alter table supplier_orders add constraint supplier_orders_workplace_id_attempt_id_fkey FOREIGN KEY (workplace_id, attempt_id) REFERENCES attempts(workplace_id, attempt_id);

alter table supplier_product_counts add constraint supplier_product_counts_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table tracking_links add constraint tracking_links_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table tracking_links add constraint tracking_links_workplace_id_order_id_fkey FOREIGN KEY (workplace_id, order_id) REFERENCES orders(workplace_id, order_id) ON DELETE CASCADE;

alter table tracking_pages add constraint tracking_pages_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table variant_suppliers add constraint variant_suppliers_workplace_id_product_id_fkey FOREIGN KEY (workplace_id, product_id) REFERENCES products(workplace_id, product_id) ON DELETE CASCADE;

alter table variant_watch add constraint variant_watch_workplace_id_product_id_fkey FOREIGN KEY (workplace_id, product_id) REFERENCES products(workplace_id, product_id) ON DELETE CASCADE;

alter table watched_sources add constraint watched_sources_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table workplace_members add constraint workplace_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id) ON DELETE CASCADE;

alter table workplace_members add constraint workplace_members_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

alter table zopi_fulfilment add constraint zopi_fulfilment_workplace_id_fkey FOREIGN KEY (workplace_id) REFERENCES workplaces(workplace_id) ON DELETE CASCADE;

CREATE OR REPLACE FUNCTION add_to_ledger_balances()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  net record;
  before bigint;
begin
  for net in
    select k.kind, k.owner, k.floor, k.ceiling, s.workplace_id, s.account, s.currency, sum(s.amount)::bigint as amount
    from (
      select case when o.owner = 'workplace' then p.workplace_id end as workplace_id, m.account, m.kind, p.currency, m.amount
      from posted p
      cross join lateral (values (p.debit, p.debit_kind, -p.amount), (p.credit, p.credit_kind, p.amount))
        as m (account, kind, amount)
      left join ledger_account_kinds o on o.kind = m.kind) s
    left join ledger_account_kinds k on k.kind = s.kind and k.party = (s.account like '%.%')
    group by k.kind, k.owner, k.floor, k.ceiling, s.workplace_id, s.account, s.currency
    order by s.workplace_id, s.account, s.currency
  loop
    if net.kind is null then
      raise exception 'no account is called %', net.account using errcode = 'foreign_key_violation';
    end if;
    if net.owner = 'system' then
      insert into ledger_system_balances as b (account, currency, shard, amount)
        values (net.account, net.currency, pg_backend_pid() % 16, net.amount)
        on conflict (account, currency, shard) do update set amount = b.amount + excluded.amount;
      continue;
    end if;
    loop
      select b.amount into before from ledger_balances b
        where b.workplace_id = net.workplace_id and b.account = net.account and b.currency = net.currency
        for no key update;
      exit when found;
      insert into ledger_balances (workplace_id, account, currency, floor, ceiling)
        values (net.workplace_id, net.account, net.currency, net.floor, net.ceiling) on conflict do nothing;
    end loop;
    -- What a person can put right has a code of its own; anything else below its floor is a mistake of ours.
    if before + net.amount < net.floor and net.kind in ('wallet_bonus', 'wallet_topup', 'supplier_credit') then
      raise exception '% has not enough money', net.account using errcode = 'OM402';
    end if;
    update ledger_balances b set amount = before + net.amount, version = b.version + 1
      where b.workplace_id = net.workplace_id and b.account = net.account and b.currency = net.currency;
  end loop;
  return null;
end $function$;
comment on function add_to_ledger_balances() is 'Adds what a statement posted to the balances. All lines of a call come in one statement, so the net of each account is added and the order of lines trips no bound. Balances are locked in one order everywhere; NO KEY, so that foreign keys of other rows do not wait.';
revoke all on function add_to_ledger_balances() from public;

CREATE OR REPLACE FUNCTION audit_row_hash(r audit_log)
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$
  select sha256(r.prev_hash || convert_to(jsonb_build_array(
    r.chain_id, r.seq, r.user_id, r.action, r.subject, r.before, r.after, extract(epoch from r.at)::text)::text, 'UTF8'))
$function$;

CREATE OR REPLACE FUNCTION cancel_job(of_key text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from jobs where key = of_key and worker_id is null;
  update jobs set again = false where key = of_key and again;
end $function$;
comment on function cancel_job(text) is 'Takes back what waits under this key. A job that runs goes on, and is not run again.';
revoke all on function cancel_job(text) from public;
grant execute on function cancel_job(text) to omni_app;

CREATE OR REPLACE FUNCTION claim_idempotency_key(of_user uuid, of_key text, OUT held boolean, OUT input_hash text, OUT reply jsonb)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
begin
  held := pg_try_advisory_xact_lock(hashtextextended(of_user || ' ' || of_key, 17));
  if not held then return; end if;
  select k.input_hash, k.reply into claim_idempotency_key.input_hash, claim_idempotency_key.reply
    from idempotency_keys k where k.user_id = of_user and k.key = of_key;
end $function$;
comment on function claim_idempotency_key(uuid,text) is 'Whether the caller may work under an idempotency key now, and what was answered under it before: one statement for the caller, two in here. The second has a snapshot of its own, so that whoever gets the lock sees what its last holder committed.';

CREATE OR REPLACE FUNCTION claim_parcels(of_turn text, at timestamp with time zone, at_most integer, lease_s integer)
 RETURNS TABLE(workplace_id uuid, parcel_id uuid, number text, carrier text, carrier_key integer, not_before timestamp with time zone, tries integer)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update parcels p set turn_at = at + make_interval(secs => lease_s)
  from (select d.workplace_id, d.parcel_id from parcels d where d.turn = of_turn and d.turn_at <= at
    order by d.turn_at limit at_most for update skip locked) due
  where (p.workplace_id, p.parcel_id) = (due.workplace_id, due.parcel_id)
  returning p.workplace_id, p.parcel_id, p.number, p.carrier, p.carrier_key, p.not_before, p.tries
$function$;
comment on function claim_parcels(text,timestamp with time zone,integer,integer) is 'The tracker has one account for all sellers and takes 40 numbers in a call: what is due is taken over all workplaces. What is taken is not due again before its lease ends. Each is worked inside its own workplace''s scope.';
revoke all on function claim_parcels(text,timestamp with time zone,integer,integer) from public;
grant execute on function claim_parcels(text,timestamp with time zone,integer,integer) to omni_app;

CREATE OR REPLACE FUNCTION confirm_store_migration(given bytea)
 RETURNS TABLE(workplace_id uuid, migration_id uuid, user_id uuid, store_name text, was_confirmed boolean)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with found as (
    select m.workplace_id, m.migration_id, m.user_id, m.store_name, m.confirmed_at is not null as was_confirmed
    from store_migrations m where m.code_hash = given and m.expires_at > now() for update),
  confirmed as (
    update store_migrations m set confirmed_at = now() from found f
    where m.workplace_id = f.workplace_id and m.migration_id = f.migration_id and m.confirmed_at is null returning 1)
  select f.* from found f
$function$;
comment on function confirm_store_migration(bytea) is 'A mailed code is spoken without a session. It is 32 random bytes, and good once.';
revoke all on function confirm_store_migration(bytea) from public;
grant execute on function confirm_store_migration(bytea) to omni_app;

CREATE OR REPLACE FUNCTION count_gallery()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare d integer := (case when tg_op <> 'DELETE' and new.deleted_at is null then 1 else 0 end) - (case when tg_op <> 'INSERT' and old.deleted_at is null then 1 else 0 end);
begin
  if d = 0 then return null; end if;
  if tg_op = 'DELETE' then update product_counts set images = images + d where workplace_id = old.workplace_id;
  else
    insert into product_counts as c (workplace_id, images) values (new.workplace_id, d)
      on conflict (workplace_id) do update set images = c.images + d;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION count_notifications()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION count_order_groups()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into order_counters as c (workplace_id, status, sub_status, orders)
      select workplace_id, status, sub_status, count(*) from changed group by 1, 2, 3 order by 1, 2, 3
      on conflict (workplace_id, status, sub_status) do update set orders = c.orders + excluded.orders;
  else
    update order_counters c set orders = c.orders - d.orders
    from (select workplace_id, status, sub_status, count(*) as orders from changed group by 1, 2, 3) d
    where (c.workplace_id, c.status, c.sub_status) = (d.workplace_id, d.status, d.sub_status);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION count_parcel_attention(of_workplace uuid, at timestamp with time zone, no_tracking_days integer, at_most integer)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select (select count(*) from (select from parcels p where p.workplace_id = of_workplace and p.attention_at is not null
      and p.replaced_by is null and p.attention_at <= at limit at_most) a)::int
    + (select count(*) from (select from supplier_orders s where s.workplace_id = of_workplace and s.state = 'placed'
      and s.shipments = '[]' and coalesce(s.supplier_status, '') not in ('delivered', 'cancelled', 'refunded')
      and s.settled_at <= at - make_interval(days => no_tracking_days)
      and not exists (select from parcels p where p.workplace_id = s.workplace_id
        and p.supplier_order_id = s.supplier_order_id) limit at_most) b)::int
$function$;
comment on function count_parcel_attention(uuid,timestamp with time zone,integer,integer) is 'How many parcels and purchases need the seller, up to a cap: both halves come out of an index.';

CREATE OR REPLACE FUNCTION count_parcels()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION count_sources()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare d integer := (case when new.products > 0 then 1 else 0 end) - (case when tg_op = 'UPDATE' and old.products > 0 then 1 else 0 end);
begin
  if d <> 0 then update product_counts set source_products = source_products + d where workplace_id = new.workplace_id; end if;
  return null;
end $function$;
comment on function count_sources() is 'A supplier product that is used for the first time or no longer at all: one more or less.';

CREATE OR REPLACE FUNCTION daily_summary_readers(after_workplace uuid, at_most integer)
 RETURNS TABLE(workplace_id uuid, user_id uuid, timezone text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select w.workplace_id, m.user_id, coalesce(w.settings->>'timezone', 'UTC')
  from (select w.workplace_id, w.settings from workplaces w
      where w.workplace_id > after_workplace and w.settings->'notification'->>'email_digest' = 'true'
      order by w.workplace_id limit at_most) w
    join workplace_members m on m.workplace_id = w.workplace_id
    join users u on u.user_id = m.user_id and u.email_verified_at is not null
  order by w.workplace_id, m.user_id
$function$;
comment on function daily_summary_readers(uuid,integer) is 'Who wants the daily summary. The seller''s morning is found by the program, which knows the zones.';
revoke all on function daily_summary_readers(uuid,integer) from public;
grant execute on function daily_summary_readers(uuid,integer) to omni_app;

CREATE OR REPLACE FUNCTION delete_example()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  home uuid := scope_workplace();
  gone text;
begin
  if not exists (select from workplaces w where w.workplace_id = home and w.is_example) then
    raise exception 'only an example is deleted whole' using errcode = 'insufficient_privilege';
  end if;
  foreach gone in array array['parcels', 'store_fulfilments', 'feedbacks', 'refund_requests', 'cashbacks', 'cashback_looks',
    'supplier_order_numbers', 'supplier_order_lines', 'supplier_orders', 'attempts', 'sale_cancellations', 'wallet_settings']
  loop
    execute format('delete from %I where workplace_id = $1', gone) using home;
  end loop;
  delete from workplaces w where w.workplace_id = home;
end $function$;
comment on function delete_example() is 'Takes away the example in scope. Purchases outlive their workplace, and the app may not delete them; those of an example were never made. Postings of its play money stay, as all postings do.';
revoke all on function delete_example() from public;
grant execute on function delete_example() to omni_app;

CREATE OR REPLACE FUNCTION dispute_parcels()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update parcels p set disputed_at = new.happened_at,
    attention = case when p.status = 'delivered' and p.delivered_at <= new.happened_at then 'disputed' else p.attention end,
    attention_at = case when p.status = 'delivered' and p.delivered_at <= new.happened_at then new.happened_at else p.attention_at end
  where p.workplace_id = new.workplace_id and p.order_id = new.order_id
    and p.disputed_at is distinct from new.happened_at;
  return null;
end $function$;
comment on function dispute_parcels() is 'Money that is asked back after the parcel was handed over: the seller has to look at it.';

CREATE OR REPLACE FUNCTION due_cashbacks(at_time timestamp with time zone, at_most integer)
 RETURNS TABLE(workplace_id uuid, supplier_order_id uuid, looks uuid[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select d.workplace_id, d.supplier_order_id, array_agg(d.look_id) from (
    select l.workplace_id, l.supplier_order_id, l.look_id from cashback_looks l
    where l.due_at <= at_time order by l.due_at limit at_most) d
  group by d.workplace_id, d.supplier_order_id
$function$;
comment on function due_cashbacks(timestamp with time zone,integer) is 'Ids only: the looking itself runs inside the tenant''s scope, and removes the looks that it was told.';
revoke all on function due_cashbacks(timestamp with time zone,integer) from public;
grant execute on function due_cashbacks(timestamp with time zone,integer) to omni_app;

CREATE OR REPLACE FUNCTION due_payments(at_time timestamp with time zone, at_most integer)
 RETURNS TABLE(workplace_id uuid, payment_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select p.workplace_id, p.payment_id from payments p where p.look_at <= at_time order by p.look_at limit at_most
$function$;
comment on function due_payments(timestamp with time zone,integer) is 'Payments that should be asked about. Ids only: the job itself runs inside the tenant''s scope.';
revoke all on function due_payments(timestamp with time zone,integer) from public;
grant execute on function due_payments(timestamp with time zone,integer) to omni_app;

CREATE OR REPLACE FUNCTION due_plan_charges(at_time timestamp with time zone, at_most integer)
 RETURNS TABLE(workplace_id uuid, charge_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select c.workplace_id, c.charge_id from plan_charges c where c.look_at <= at_time order by c.look_at limit at_most
$function$;
revoke all on function due_plan_charges(timestamp with time zone,integer) from public;
grant execute on function due_plan_charges(timestamp with time zone,integer) to omni_app;

CREATE OR REPLACE FUNCTION due_subscriptions(at_time timestamp with time zone, at_most integer)
 RETURNS TABLE(workplace_id uuid, subscription_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select s.workplace_id, s.subscription_id from subscriptions s where s.look_at <= at_time
  order by s.look_at limit at_most
$function$;
revoke all on function due_subscriptions(timestamp with time zone,integer) from public;
grant execute on function due_subscriptions(timestamp with time zone,integer) to omni_app;

CREATE OR REPLACE FUNCTION end_compliance(of_platform text, of_delivery text, how text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update compliance_requests set done_at = now(), outcome = how
  where platform = of_platform and delivery_id = of_delivery and done_at is null
$function$;
revoke all on function end_compliance(text,text,text) from public;
grant execute on function end_compliance(text,text,text) to omni_app;

CREATE OR REPLACE FUNCTION enqueue_job(name text, payload json DEFAULT '{}'::json, key text DEFAULT NULL::text, max_attempts integer DEFAULT 25, run_at timestamp with time zone DEFAULT NULL::timestamp with time zone, queue text DEFAULT NULL::text, priority integer DEFAULT 0, keeps_time boolean DEFAULT false)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  insert into jobs as j (name, payload, key, queue, priority, run_at, max_attempts)
  values (enqueue_job.name, enqueue_job.payload::jsonb, enqueue_job.key, enqueue_job.queue, enqueue_job.priority,
    coalesce(enqueue_job.run_at, now()), enqueue_job.max_attempts)
  on conflict (key) do update set payload = excluded.payload, priority = excluded.priority,
    max_attempts = excluded.max_attempts, asked_at = now(), attempts = 0, error = null,
    -- A job that runs keeps its place in its queue.
    queue = case when j.worker_id is null then excluded.queue else j.queue end,
    run_at = case when keeps_time and j.attempts = 0 then j.run_at else excluded.run_at end,
    again = j.worker_id is not null;
  perform set_config('omni.jobs_added', 'yes', true);
  return true;
end $function$;
comment on function enqueue_job(text,json,text,integer,timestamp with time zone,text,integer,boolean) is 'Adds a job, in the caller''s transaction. Nobody is notified here: commits that notify wait for each other. Whoever commits notifies the workers afterwards, and asks this setting whether a trigger added some (platform/db.ts).';
revoke all on function enqueue_job(text,json,text,integer,timestamp with time zone,text,integer,boolean) from public;
grant execute on function enqueue_job(text,json,text,integer,timestamp with time zone,text,integer,boolean) to omni_app;

CREATE OR REPLACE FUNCTION ensure_job(name text, payload json, key text, max_attempts integer, queue text, priority integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- Not waited for: whoever has it in hand may be a worker that takes it.
  perform from jobs j where j.key = ensure_job.key and (j.worker_id is null or j.again) and j.run_at <= now()
    for key share skip locked;
  return case when found then false else enqueue_job(name, payload, key, max_attempts, null, queue, priority) end;
end $function$;
comment on function ensure_job(text,json,text,integer,text,integer) is 'Sees to it that a job of this key begins after the caller''s transaction has committed. One that waits and is due does so anyhow, and so does the next run of one that runs: it is held until then, so that no worker takes it before, and is neither written nor announced again. A store that sends hundreds of webhooks a second would otherwise have every worker look for new jobs each time.';
revoke all on function ensure_job(text,json,text,integer,text,integer) from public;
grant execute on function ensure_job(text,json,text,integer,text,integer) to omni_app;

CREATE OR REPLACE FUNCTION extra_quotas_of(of_user uuid, since date)
 RETURNS TABLE(feature text, amount bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select e.feature, sum(e.amount)::bigint from extra_quotas e
  where e.user_id = of_user and e.cycle_start in (since, '1970-01-01') group by e.feature
$function$;
comment on function extra_quotas_of(uuid,date) is 'Across workplaces, by ids that the caller checked or that a provider told: ids alone.';
revoke all on function extra_quotas_of(uuid,date) from public;
grant execute on function extra_quotas_of(uuid,date) to omni_app;

CREATE OR REPLACE FUNCTION fail_job(worker uuid, failed bigint, reason text, final boolean, wait_s double precision)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  j jobs;
begin
  select * into j from jobs where job_id = failed and worker_id = worker for update;
  if not found then return; end if;
  if j.again then
    update jobs set worker_id = null, leased_at = null, again = false where job_id = failed;
  elsif final or j.attempts >= j.max_attempts then
    insert into job_failures (job_id, job, payload, tries, error)
      values (failed, j.name, j.payload, j.attempts, left(reason, 2000)) on conflict (job_id) do nothing;
    delete from jobs where job_id = failed;
    -- Its own failure waits for the clock.
    if j.name = 'jobs.dead-letters' then return; end if;
    perform enqueue_job('jobs.dead-letters', '{}', 'jobs.dead-letters:all', 3, null, 'jobs.dead-letters');
  else
    update jobs set worker_id = null, leased_at = null, error = reason,
      run_at = now() + make_interval(secs => wait_s + exp(least(j.attempts, 10))) where job_id = failed;
  end if;
end $function$;
comment on function fail_job(uuid,bigint,text,boolean,double precision) is 'Ends the lease of one that failed: tried again after a pause that grows, or a dead letter after its last try. `final`: the next try would end the same.';
revoke all on function fail_job(uuid,bigint,text,boolean,double precision) from public;

CREATE OR REPLACE FUNCTION fill_example()
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  shop example_shop;
  part record;
  names text;
  home uuid := scope_workplace();
  me uuid := scope_user();
  mark text := right(gen_random_uuid()::text, 12);
begin
  select * into shop from example_shop;
  if not found then return false; end if;
  for part in select p.of_table, p.columns, p.rows from example_parts p order by p.position loop
    select string_agg(quote_ident(c), ', ') into names from unnest(part.columns) as c;
    execute format('insert into %I (%s) select %s from json_populate_recordset(null::%I, $1)',
      part.of_table, names, names, part.of_table)
      using replace(replace(replace(part.rows, shop.as_workplace::text, home::text), shop.as_user::text, me::text),
        shop.as_mark, mark)::json;
  end loop;
  perform ledger_post(replace(replace(replace(shop.postings, shop.as_workplace::text, home::text), shop.as_user::text, me::text),
    shop.as_mark, mark)::jsonb);
  -- Whoever has the address of a buyer's page may look at it: each copy has addresses of its own.
  insert into tracking_links (workplace_id, order_id, public_id)
    select distinct on (p.order_id) home, p.order_id,
      translate(left(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 26), '0189', 'wxyz')
    from parcels p where p.workplace_id = home;
  -- What triggers noted as still to be done was done in the original.
  delete from profit_marks m where m.workplace_id = home
    and exists (select from order_profits p where p.workplace_id = home and p.order_id = m.order_id);
  delete from cashback_looks where workplace_id = home;
  update workplaces w set name = shop.name, is_example = true,
    settings = shop.settings || jsonb_build_object('timezone', w.settings -> 'timezone')
    where w.workplace_id = home;
  return true;
end $function$;
comment on function fill_example() is 'Fills the workplace in scope, behind its own walls: this runs with the caller''s rights. False: there is no example.';
revoke all on function fill_example() from public;
grant execute on function fill_example() to omni_app;

CREATE OR REPLACE FUNCTION fill_run()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.input = '{}' and new.work <> '{}' then
    new.input := new.work;
    new.undoable := new.kind <> 'import';
  end if;
  return new;
end $function$;
comment on function fill_run() is 'While the version before this one still runs, it writes the old columns only: the new ones follow. To be removed with them.';

CREATE OR REPLACE FUNCTION fill_run_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.subject_kind = '' then
    new.input := new.work;
    new.result := jsonb_build_object('made', to_jsonb(new.made));
    new.subject_kind := case when new.product_id is not null then 'product' else 'source_product' end;
    new.subject_id := coalesce(new.product_id::text, new.source || ':' || new.source_product_id, '');
    if new.product_id is not null and new.source is not null then
      new.input := new.input || jsonb_build_object('source', new.source, 'source_product_id', new.source_product_id);
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION finish_jobs(worker uuid, done bigint[])
 RETURNS bigint[]
 LANGUAGE plpgsql
AS $function$
declare
  free bigint[];
begin
  -- Lost with the machine's power, a job is run once more, which every handler is safe for.
  perform set_config('synchronous_commit', 'off', true);
  select coalesce(array_agg(f.job_id), '{}') into free from (
    select job_id from jobs where job_id = any (done) and worker_id = worker for update skip locked) f;
  delete from jobs where job_id = any (free) and not again;
  update jobs set worker_id = null, leased_at = null, again = false where job_id = any (free) and again;
  return array(select job_id from jobs where job_id = any (done) and worker_id = worker and job_id <> all (free));
end $function$;
comment on function finish_jobs(uuid,bigint[]) is 'Ends the leases of jobs that are done. Answers those somebody is asking for again in this moment: they are tried again in the next turn, because waiting for one would hold up all others.';
revoke all on function finish_jobs(uuid,bigint[]) from public;

CREATE OR REPLACE FUNCTION forget_shop(of_platform text, of_shop text)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with gone as (
    delete from stores where platform = of_platform and platform_domain = of_shop and status <> 'active' returning 1)
  select count(*)::int from gone
$function$;
comment on function forget_shop(text,text) is 'A shop that let go of us wants to be forgotten: its rows go wherever they are. One that is connected again stays.';
revoke all on function forget_shop(text,text) from public;
grant execute on function forget_shop(text,text) to omni_app;

CREATE OR REPLACE FUNCTION forget_telemetry(of_user uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ delete from telemetry_events where user_id = of_user $function$;
comment on function forget_telemetry(uuid) is 'Reports of an account that is gone. The app can have them deleted, though it cannot read them.';
revoke all on function forget_telemetry(uuid) from public;
grant execute on function forget_telemetry(uuid) to omni_app;

CREATE OR REPLACE FUNCTION give_store_keys(ticket bytea, sealed text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with given as (
    update store_tickets t set keys = sealed where t.ticket_hash = ticket and t.expires_at > now() and t.keys is null
    returning 1)
  select exists (select from given)
$function$;
comment on function give_store_keys(bytea,text) is 'A store hands over its keys without a session: the ticket, which only its owner''s browser knows, says for whom.';
revoke all on function give_store_keys(bytea,text) from public;
grant execute on function give_store_keys(bytea,text) to omni_app;

CREATE OR REPLACE FUNCTION has_live_twin(of_vendor text, of_account text, of_fingerprint text, but_not uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from attempts a where a.vendor = of_vendor and a.account_key = of_account
    and a.fingerprint = of_fingerprint and a.attempt_id <> but_not and a.sends > 0
    and a.state not in ('done', 'failed', 'cancelled'))
$function$;
comment on function has_live_twin(text,text,text,uuid) is 'Whether an equal attempt of the same account, of whichever workplace, is under way.';
revoke all on function has_live_twin(text,text,text,uuid) from public;
grant execute on function has_live_twin(text,text,text,uuid) to omni_app;

CREATE OR REPLACE FUNCTION held_cards(before timestamp with time zone, at_most integer)
 RETURNS TABLE(workplace_id uuid, payment_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select p.workplace_id, p.payment_id from payments p
  where p.state = 'authorised' and p.created_at < before order by p.created_at limit at_most
$function$;
comment on function held_cards(timestamp with time zone,integer) is 'Cards that are authorised and neither taken nor let go, although everything that hangs on them could be over: a sweep asks about each. Ids only: the job itself runs inside the tenant''s scope.';
revoke all on function held_cards(timestamp with time zone,integer) from public;
grant execute on function held_cards(timestamp with time zone,integer) to omni_app;

CREATE OR REPLACE FUNCTION home_store_of(of_user uuid)
 RETURNS TABLE(store_workplace_id uuid, store_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select s.workplace_id, s.store_id from workplace_members m
  join stores s using (workplace_id) join store_connections c using (workplace_id, store_id)
  where m.user_id = of_user and s.platform = 'shopify' and s.status = 'active' and c.credentials is not null
  order by s.created_at, s.store_id limit 1
$function$;
comment on function home_store_of(uuid) is 'The store that an account pays through: the oldest one that is connected, over all its workplaces.';
revoke all on function home_store_of(uuid) from public;
grant execute on function home_store_of(uuid) to omni_app;

CREATE OR REPLACE FUNCTION is_job_waiting(of_key text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ select exists (select from jobs where key = of_key) $function$;
comment on function is_job_waiting(text) is 'Whether a job of this key is there: what repeats itself is started once.';
revoke all on function is_job_waiting(text) from public;
grant execute on function is_job_waiting(text) to omni_app;

CREATE OR REPLACE FUNCTION is_order_number_taken(of_vendor text, of_account text, of_number text, but_not uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from supplier_order_numbers n where n.vendor = of_vendor and n.account_key = of_account
    and n.order_no = of_number and n.supplier_order_id <> but_not)
$function$;
comment on function is_order_number_taken(text,text,text,uuid) is 'Whether a supplier''s number belongs to another supplier order, of whichever workplace.';
revoke all on function is_order_number_taken(text,text,text,uuid) from public;
grant execute on function is_order_number_taken(text,text,text,uuid) to omni_app;

CREATE OR REPLACE FUNCTION is_store_elsewhere(of_platform text, of_domain text, but_not uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from stores s where s.platform = of_platform and s.platform_domain = of_domain
    and s.status = 'active' and s.workplace_id <> but_not)
$function$;
revoke all on function is_store_elsewhere(text,text,uuid) from public;
grant execute on function is_store_elsewhere(text,text,uuid) to omni_app;

CREATE OR REPLACE FUNCTION keep_key_of_plan()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare paid record;
begin
  for paid in select s.workplace_id, s.subscription_id from subscriptions s
    where s.store_id = old.store_id and s.store_workplace_id = old.workplace_id and s.state <> 'ended'
  loop
    insert into plan_farewells (workplace_id, subscription_id, account_id, credentials)
    values (paid.workplace_id, paid.subscription_id, old.account_id, old.credentials)
    on conflict (workplace_id, subscription_id) do update
      set account_id = excluded.account_id, credentials = excluded.credentials, version = plan_farewells.version + 1;
    perform enqueue_job('billing.leave_store',
      json_build_object('workplace_id', paid.workplace_id, 'subscription_id', paid.subscription_id),
      'billing.leave_store:' || paid.subscription_id, 25, now(), null, 0);
  end loop;
  return case when tg_op = 'DELETE' then old else new end;
end $function$;
comment on function keep_key_of_plan() is 'However a store is left (disconnected, taken off the list, moved, deleted with its workplace or its account): what is billed through it ends, and somebody sees to it.';

CREATE OR REPLACE FUNCTION ledger_faults()
 RETURNS TABLE(account text, currency text, workplace_id uuid, booked bigint, summed bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with moved as (
    select p.workplace_id, m.account, m.kind, p.currency, sum(m.amount)::bigint as amount from ledger_postings p
    cross join lateral (values (p.debit, p.debit_kind, -p.amount), (p.credit, p.credit_kind, p.amount))
      as m (account, kind, amount)
    group by 1, 2, 3, 4),
  summed as (
    select case when k.owner = 'workplace' then m.workplace_id end as workplace_id, m.account, m.currency,
      sum(m.amount)::bigint as amount
    from moved m join ledger_account_kinds k on k.kind = m.kind group by 1, 2, 3),
  booked as (
    select b.workplace_id, b.account, b.currency, b.amount from ledger_balances b
    union all
    select null, s.account, s.currency, sum(s.amount)::bigint from ledger_system_balances s group by 2, 3)
  select coalesce(b.account, s.account), coalesce(b.currency, s.currency), coalesce(b.workplace_id, s.workplace_id),
    coalesce(b.amount, 0), coalesce(s.amount, 0)
  from booked b full join summed s on s.account = b.account and s.currency = b.currency
    and s.workplace_id is not distinct from b.workplace_id
  where coalesce(b.amount, 0) <> coalesce(s.amount, 0)
  union all
  select 'everything', b.currency, null, sum(b.amount)::bigint, 0 from booked b group by b.currency
  having sum(b.amount) <> 0
$function$;
comment on function ledger_faults() is 'Balances that are not the sum of their postings, and currencies that do not sum to zero.';
revoke all on function ledger_faults() from public;
grant execute on function ledger_faults() to omni_app;

CREATE OR REPLACE FUNCTION ledger_post(txns jsonb)
 RETURNS TABLE(scope text, idem_key text, txn_id uuid, posted boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  home uuid := scope_workplace();
  claimed uuid[];
begin
  if home is null then
    raise exception 'postings belong to a workplace' using errcode = 'insufficient_privilege';
  end if;
  -- Keys are claimed in one order, so that two lists with common keys wait instead of blocking each other.
  with done as (
    insert into ledger_txns (workplace_id, scope, idem_key, input_hash, kind, subject, relates_to, reverses_id,
      external_ref, effective_at, actor, reason)
    select home, i.scope, i.idem_key, i.input_hash, i.kind, i.subject, i.relates_to, i.reverses_id, i.external_ref,
      i.effective_at, i.actor, i.reason
    from jsonb_to_recordset(txns) as i (scope text, idem_key text, input_hash text, kind text, subject text,
      relates_to uuid, reverses_id uuid, external_ref text, effective_at timestamptz, actor uuid, reason text)
    order by i.scope, i.idem_key
    on conflict (scope, idem_key) do nothing
    returning ledger_txns.txn_id)
  select coalesce(array_agg(done.txn_id), '{}') into claimed from done;

  -- Key by key: for a join the planner reads all of a ledger that has grown since it was last analysed.
  if exists (
    select from jsonb_to_recordset(txns) as i (scope text, idem_key text, input_hash text)
    where i.input_hash is distinct from (select case when t.workplace_id = home then t.input_hash end
      from ledger_txns t where t.scope = i.scope and t.idem_key = i.idem_key)) then
    raise exception 'a key of the ledger was used before with another input' using errcode = 'OM409';
  end if;

  insert into ledger_postings (workplace_id, txn_id, line, debit, credit, currency, amount)
    select home, i.txn_id, p.line, p.posting ->> 'from', p.posting ->> 'to', p.posting ->> 'currency',
      (p.posting ->> 'amount')::bigint
    from (select g.postings,
        (select t.txn_id from ledger_txns t where t.scope = g.scope and t.idem_key = g.idem_key) as txn_id
      from jsonb_to_recordset(txns) as g (scope text, idem_key text, postings jsonb)) i
    join unnest(claimed) as c (txn_id) on c.txn_id = i.txn_id
    cross join jsonb_array_elements(i.postings) with ordinality as p (posting, line)
    order by i.txn_id, p.line;

  return query
    select i.scope, i.idem_key, i.txn_id, i.txn_id = any (claimed)
    from (select g.scope, g.idem_key,
        (select t.txn_id from ledger_txns t where t.scope = g.scope and t.idem_key = g.idem_key) as txn_id
      from jsonb_to_recordset(txns) as g (scope text, idem_key text)) i;
end $function$;
comment on function ledger_post(jsonb) is 'The one door. Takes a list of transactions of the workplace in scope and posts those whose key is new; a key that is there answers its transaction again. The same key with another input is an error (OM409).';
revoke all on function ledger_post(jsonb) from public;
grant execute on function ledger_post(jsonb) to omni_app;

CREATE OR REPLACE FUNCTION let_owner_see_all()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  target regclass;
begin
  if (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) then return; end if;
  for target in
    select c.oid::regclass from pg_class c
    where c.relforcerowsecurity and c.relnamespace = 'public'::regnamespace
      and c.relowner = current_user::text::regrole::oid
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'owner_sees_all'
        and current_user::text::regrole::oid = any (p.polroles))
  loop
    -- Of another owner, from whom the schema was taken over.
    execute format('drop policy if exists owner_sees_all on %s', target);
    execute format('create policy owner_sees_all on %s to %I using (true) with check (true)', target, current_user);
  end loop;
end $function$;
comment on function let_owner_see_all() is 'A hosted PostgreSQL gives no superuser, and forced row-level security then binds the owner of the schema as well. What looks across workplaces on purpose (functions that find the store of a message, the parcels that are due) would find nothing, and a migration would change nothing. The owner is let through; the app never is the owner.';
revoke all on function let_owner_see_all() from public;

CREATE OR REPLACE FUNCTION living_subscriptions_of(of_user uuid)
 RETURNS TABLE(workplace_id uuid, subscription_id uuid, provider_ref text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select s.workplace_id, s.subscription_id, s.provider_ref from subscriptions s
  where s.user_id = of_user and s.state <> 'ended'
$function$;
revoke all on function living_subscriptions_of(uuid) from public;
grant execute on function living_subscriptions_of(uuid) to omni_app;

CREATE OR REPLACE FUNCTION look_at_cashback()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into cashback_looks (workplace_id, supplier_order_id) values (new.workplace_id, new.supplier_order_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION look_at_held_cashback()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into cashback_looks (workplace_id, supplier_order_id, due_at)
  values (new.workplace_id, new.supplier_order_id, new.release_at);
  return null;
end $function$;
comment on function look_at_held_cashback() is 'What is held is paid when its time has come.';

CREATE OR REPLACE FUNCTION look_at_orders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform enqueue_job('automation.look', json_build_object('workplace_id', w.workplace_id),
    'automation.look:' || w.workplace_id, 25, now(), 'automation.look ' || w.workplace_id, 0)
  from (select distinct workplace_id from changed where status = 'placement' and sub_status in ('ready', 'needs_attention')) w
  where exists (select from automation_rules r where r.workplace_id = w.workplace_id and r.is_on);
  return null;
end $function$;
comment on function look_at_orders() is 'An order that can be placed, or whose purchase failed, is looked at where a rule is on.';

CREATE OR REPLACE FUNCTION mark_added_profits()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  added_here record;
begin
  for added_here in select workplace_id, array_agg(distinct order_id) as orders from added group by 1 loop
    perform mark_profits(added_here.workplace_id, added_here.orders);
  end loop;
  return null;
end $function$;
comment on function mark_added_profits() is 'Whatever changes an order''s money marks it, so that no program can forget it.';

CREATE OR REPLACE FUNCTION mark_changed_profit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform mark_profits(new.workplace_id, array[new.order_id]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION mark_profits(of_workplace uuid, of_orders uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  is_first boolean := not exists (select from profit_marks m where m.workplace_id = of_workplace);
begin
  insert into profit_marks (workplace_id, order_id) select of_workplace, o.order_id from unnest(of_orders) as o (order_id);
  if is_first then
    perform enqueue_job('analytics.count', json_build_object('workplace_id', of_workplace),
      'analytics.count:' || of_workplace, 25, now() + interval '250 milliseconds', 'analytics.count ' || of_workplace, -1);
  end if;
end $function$;
comment on function mark_profits(uuid,uuid[]) is 'Marks orders, and wakes who counts them. Where marks lie already, somebody was woken; the sweep of each minute finds those that were left all the same.';

CREATE OR REPLACE FUNCTION marked_workplaces(at_most integer)
 RETURNS TABLE(workplace_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select distinct m.workplace_id from profit_marks m limit at_most
$function$;
comment on function marked_workplaces(integer) is 'Marks that nobody was woken for: a change that took longer than the counting of what lay there before it.';
revoke all on function marked_workplaces(integer) from public;
grant execute on function marked_workplaces(integer) to omni_app;

CREATE OR REPLACE FUNCTION note_compliance(of_platform text, of_delivery text, of_topic text, of_shop text, until timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into compliance_requests (platform, delivery_id, topic, shop, due_at)
  values (of_platform, of_delivery, of_topic, of_shop, until) on conflict do nothing
$function$;
revoke all on function note_compliance(text,text,text,text,timestamp with time zone) from public;
grant execute on function note_compliance(text,text,text,text,timestamp with time zone) to omni_app;

CREATE OR REPLACE FUNCTION note_search_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into catalog_search_changes (product_id) select product_id from touched;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION open_account(hash bytea, wanted uuid, of_store uuid DEFAULT NULL::uuid)
 RETURNS json
 LANGUAGE plpgsql
AS $function$
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
      (select json_agg(json_build_object('id', w.workplace_id, 'name', w.name, 'is_example', w.is_example)) from unnest(s.own_workplaces) o (id) join workplaces w on w.workplace_id = o.id) as workplaces,
      (select json_agg(json_build_object('id', t.store_id, 'workplace_id', t.workplace_id, 'store_name', t.store_name, 'platform', t.platform,
          'domain', t.domain, 'is_default', t.is_default)
        order by t.created_at) from unnest(s.own_workplaces) o (id) join stores t on t.workplace_id = o.id
        where t.status = 'active') as stores
    from users u where u.user_id = s.user_id) a);
end $function$;
comment on function open_account(bytea,uuid,uuid) is 'The account says whether the workplace is an example.';

CREATE OR REPLACE FUNCTION open_session(hash bytea, wanted uuid, of_store uuid DEFAULT NULL::uuid, OUT session_id uuid, OUT user_id uuid, OUT workplace_id uuid, OUT own_workplaces uuid[], OUT last_seen_at timestamp with time zone, OUT store_id uuid)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
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
end $function$;
comment on function open_session(bytea,uuid,uuid) is 'Who holds this token, and inside which workplace: one call per request. The scope''s user is taken from the session row itself, so the memberships are read behind that user''s own walls. A foreign workplace is not among them, like an absent one.';

CREATE OR REPLACE FUNCTION open_supplier_accounts(at_most integer)
 RETURNS TABLE(workplace_id uuid, vendor text, account_key text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select distinct o.workplace_id, o.vendor, o.account_key from supplier_orders o
  where o.state = 'placed' and coalesce(o.supplier_status, '') not in ('delivered', 'cancelled', 'refunded')
    and not exists (select from workplaces w where w.workplace_id = o.workplace_id and w.is_example)
  limit at_most
$function$;
comment on function open_supplier_accounts(integer) is 'Schedules and messages of vendors are about what was really bought and sent: copies are passed over.';
revoke all on function open_supplier_accounts(integer) from public;
grant execute on function open_supplier_accounts(integer) to omni_app;

CREATE OR REPLACE FUNCTION order_of_tracking_link(of_public_id text)
 RETURNS TABLE(workplace_id uuid, order_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select l.workplace_id, l.order_id from tracking_links l where l.public_id = of_public_id
$function$;
revoke all on function order_of_tracking_link(text) from public;
grant execute on function order_of_tracking_link(text) to omni_app;

CREATE OR REPLACE FUNCTION overdue_attempts(by_s integer, at_most integer)
 RETURNS TABLE(workplace_id uuid, attempt_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select a.workplace_id, a.attempt_id from attempts a
  where a.wake_at < now() - make_interval(secs => by_s)
    and not exists (select from jobs j where j.key = 'attempts.turn:' || a.attempt_id)
  order by a.wake_at limit at_most
$function$;
comment on function overdue_attempts(integer,integer) is 'A turn that has a job is not lost, however late it is: a worker that has fallen behind comes to it. Asked for again, it would go to the end of the line each minute, and one that is being carried out would be carried out beside itself.';
revoke all on function overdue_attempts(integer,integer) from public;
grant execute on function overdue_attempts(integer,integer) to omni_app;

CREATE OR REPLACE FUNCTION overdue_placement_clicks(by_s integer, at_most integer)
 RETURNS TABLE(workplace_id uuid, plan_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select c.workplace_id, c.plan_id from placement_clicks c
  where c.clicked_at < now() - make_interval(secs => by_s) limit at_most
$function$;
comment on function overdue_placement_clicks(integer,integer) is 'Clicks whose job was lost. Ids only: the job itself runs inside the tenant''s scope.';
revoke all on function overdue_placement_clicks(integer,integer) from public;
grant execute on function overdue_placement_clicks(integer,integer) to omni_app;

CREATE OR REPLACE FUNCTION overdue_supplier_accounts(by_s integer, at_most integer)
 RETURNS TABLE(workplace_id uuid, vendor text, account_key text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select distinct o.workplace_id, o.vendor, o.account_key from supplier_orders o
  where o.wake_at < now() - make_interval(secs => by_s) limit at_most
$function$;
comment on function overdue_supplier_accounts(integer,integer) is 'Supplier orders whose turn was lost. Ids only: the turn itself runs inside the tenant''s scope.';
revoke all on function overdue_supplier_accounts(integer,integer) from public;
grant execute on function overdue_supplier_accounts(integer,integer) to omni_app;

CREATE OR REPLACE FUNCTION owes_for_plan(of_user uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from subscriptions s where s.user_id = of_user and s.state = 'past_due' and not s.surplus)
$function$;
revoke all on function owes_for_plan(uuid) from public;
grant execute on function owes_for_plan(uuid) to omni_app;

CREATE OR REPLACE FUNCTION parcels_of_number(of_number text)
 RETURNS TABLE(workplace_id uuid, parcel_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select p.workplace_id, p.parcel_id from parcels p where p.number = of_number
    and not exists (select from workplaces w where w.workplace_id = p.workplace_id and w.is_example)
  limit 100
$function$;
comment on function parcels_of_number(text) is 'Whose parcels a message of the tracker is about. Ids only.';
revoke all on function parcels_of_number(text) from public;
grant execute on function parcels_of_number(text) to omni_app;

CREATE OR REPLACE FUNCTION payment_link_of(of_hash bytea)
 RETURNS TABLE(workplace_id uuid, link_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select l.workplace_id, l.link_id from payment_links l where l.token_hash = of_hash
$function$;
revoke all on function payment_link_of(bytea) from public;
grant execute on function payment_link_of(bytea) to omni_app;

CREATE OR REPLACE FUNCTION payment_of_reference(of_provider text, of_reference text)
 RETURNS TABLE(workplace_id uuid, payment_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select p.workplace_id, p.payment_id from payments p where p.provider = of_provider and p.reference = of_reference
$function$;
comment on function payment_of_reference(text,text) is 'Which payment a provider''s object belongs to. Our reference is in it, so nobody else''s object names ours.';
revoke all on function payment_of_reference(text,text) from public;
grant execute on function payment_of_reference(text,text) to omni_app;

CREATE OR REPLACE FUNCTION plan_charge_of(of_provider text, of_references text[], of_transactions text[])
 RETURNS TABLE(workplace_id uuid, charge_id uuid, user_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select c.workplace_id, c.charge_id, c.user_id from plan_charges c
  where c.provider = of_provider and (c.reference = any (of_references) or c.transaction_ref = any (of_transactions))
  order by c.created_at limit 1
$function$;
revoke all on function plan_charge_of(text,text[],text[]) from public;
grant execute on function plan_charge_of(text,text[],text[]) to omni_app;

CREATE OR REPLACE FUNCTION plans_of_store(of_workplace uuid, of_store uuid)
 RETURNS TABLE(workplace_id uuid, subscription_id uuid, charge_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select s.workplace_id, s.subscription_id, null::uuid from subscriptions s
  where s.store_id = of_store and s.store_workplace_id = of_workplace and s.state <> 'ended'
  union all select c.workplace_id, null, c.charge_id from plan_charges c
  where c.store_id = of_store and c.store_workplace_id = of_workplace and c.settled_at is null and c.transaction_ref is not null
$function$;
comment on function plans_of_store(uuid,uuid) is 'What is paid, or may be approved, through a store.';
revoke all on function plans_of_store(uuid,uuid) from public;
grant execute on function plans_of_store(uuid,uuid) to omni_app;

CREATE OR REPLACE FUNCTION products_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tally_products(array(select tally_of(a, 1) from added a where a.deleted_at is null));
  return null;
end $function$;
comment on function products_inserted() is 'A product is deleted by a mark, and removed for good only long after: removing needs no counting.';

CREATE OR REPLACE FUNCTION products_updated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tally_products(array(select tally_of(a, 1) from added a where a.deleted_at is null union all select tally_of(r, -1) from removed r where r.deleted_at is null));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION protect_tenant_table(target regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  first_of_key name;
begin
  select a.attname into first_of_key from pg_index i
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where i.indrelid = target and i.indisprimary;
  if first_of_key is distinct from 'workplace_id' then
    raise exception '% must have workplace_id first in its primary key', target;
  end if;
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy %I on %s to omni_app using (workplace_id = scope_workplace()) with check (workplace_id = scope_workplace())',
    target::text || '_scope', target);
  execute format('grant select, insert, update, delete on %s to omni_app', target);
  perform let_owner_see_all();
end $function$;
comment on function protect_tenant_table(regclass) is 'How a tenant''s table is closed off, in one place: `select protect_tenant_table(''orders'')` behind its creation. The same as the policies the earlier migrations wrote by hand (walls.test.ts compares them).';
revoke all on function protect_tenant_table(regclass) from public;

CREATE OR REPLACE FUNCTION provider_postings(of_provider text, since timestamp with time zone, until timestamp with time zone)
 RETURNS TABLE(ref text, currency text, workplace_id uuid, amount bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select t.external_ref, p.currency, t.workplace_id,
    sum(case when p.debit = 'clearing.' || of_provider then p.amount else -p.amount end)::bigint
  from ledger_txns t join ledger_postings p on p.workplace_id = t.workplace_id and p.txn_id = t.txn_id
  where t.scope = of_provider and t.effective_at >= since and t.effective_at < until and t.external_ref is not null
    and 'clearing.' || of_provider in (p.debit, p.credit)
  group by 1, 2, 3
$function$;
comment on function provider_postings(text,timestamp with time zone,timestamp with time zone) is 'What our books say about each payment of a provider since then: what is at the provider because of it.';
revoke all on function provider_postings(text,timestamp with time zone,timestamp with time zone) from public;
grant execute on function provider_postings(text,timestamp with time zone,timestamp with time zone) to omni_app;

CREATE OR REPLACE FUNCTION purchase_of_number(of_vendor text, of_account text, of_number text)
 RETURNS TABLE(workplace_id uuid, supplier_order_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select n.workplace_id, n.supplier_order_id from supplier_order_numbers n
  where n.vendor = of_vendor and n.account_key = of_account and n.order_no = of_number
$function$;
comment on function purchase_of_number(text,text,text) is 'Which purchase has this number, of whichever workplace. Ids only: it is read inside the tenant''s scope.';
revoke all on function purchase_of_number(text,text,text) from public;
grant execute on function purchase_of_number(text,text,text) to omni_app;

CREATE OR REPLACE FUNCTION recount_profits()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform enqueue_job('analytics.recount', json_build_object('workplace_id', new.workplace_id),
    'analytics.recount:' || new.workplace_id, 25, now(), null, 10);
  return null;
end $function$;
comment on function recount_profits() is 'Another display currency: everything is counted anew in it.';

CREATE OR REPLACE FUNCTION redact_orders(of_platform text, of_shop text, remote_ids text[])
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
$function$;
comment on function redact_orders(text,text,text[]) is 'The whole of a split sale is forgotten, too.';
revoke all on function redact_orders(text,text,text[]) from public;
grant execute on function redact_orders(text,text,text[]) to omni_app;

CREATE OR REPLACE FUNCTION refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege'; end $function$;

CREATE OR REPLACE FUNCTION refuse_in_example()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from added a join workplaces w on w.workplace_id = a.workplace_id where w.is_example) then
    raise exception 'nothing leaves an example' using errcode = 'OM403';
  end if;
  return null;
end $function$;
comment on function refuse_in_example() is 'Whatever a program forgets: in an example nothing is begun that a vendor, a bank or a buyer would notice.';

CREATE OR REPLACE FUNCTION refuse_rule_in_example()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from workplaces w where w.workplace_id = new.workplace_id and w.is_example) then
    raise exception 'nothing leaves an example' using errcode = 'OM403';
  end if;
  return null;
end $function$;
comment on function refuse_rule_in_example() is 'A rule that is on would buy.';

CREATE OR REPLACE FUNCTION release_dead_workers(silent interval)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  lost record;
  released integer := 0;
begin
  -- One at a time: two living workers need not release the same ones.
  if not pg_try_advisory_xact_lock(7214002) then return 0; end if;
  delete from worker_heartbeats where beat_at < now() - silent;
  for lost in
    select job_id, worker_id, attempts, max_attempts from jobs j where j.worker_id is not null
      and j.leased_at < now() - silent and not exists (select from worker_heartbeats h where h.worker_id = j.worker_id::text)
    for update skip locked
  loop
    perform fail_job(lost.worker_id, lost.job_id, 'the worker ended during this try', false, 0);
    update jobs set run_at = now() where job_id = lost.job_id and attempts > 0;
    released := released + 1;
  end loop;
  return released;
end $function$;
comment on function release_dead_workers(interval) is 'Takes back the jobs of workers that have not beaten for so long. Their tries count.';
revoke all on function release_dead_workers(interval) from public;
grant execute on function release_dead_workers(interval) to omni_app;

CREATE OR REPLACE FUNCTION replan_orders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Most products have no open order: editing five thousand of them adds no job.
  if tg_table_name = 'products' and not exists (select from order_lines l
    where l.workplace_id = new.workplace_id and l.product_id = new.product_id) then
    return null;
  end if;
  perform enqueue_job('orders.replan', json_build_object('workplace_id', new.workplace_id, 'product_id', new.product_id),
    'orders.replan:' || new.product_id, 25, now() + interval '2 seconds', null, 0);
  return null;
end $function$;
comment on function replan_orders() is 'A product that changed, or that a listing was joined to, may have other suppliers: its open lines are looked at again.';

CREATE OR REPLACE FUNCTION return_jobs(worker uuid, unbegun bigint[])
 RETURNS void
 LANGUAGE sql
AS $function$
  update jobs set worker_id = null, leased_at = null, again = false, attempts = greatest(attempts - 1, 0)
  where job_id = any (unbegun) and worker_id = worker
$function$;
comment on function return_jobs(uuid,bigint[]) is 'Gives back what was leased and has not begun.';
revoke all on function return_jobs(uuid,bigint[]) from public;

CREATE OR REPLACE FUNCTION seal_audit_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare last record;
begin
  -- One writer per chain at a time, or two rows would seal the same predecessor.
  perform pg_advisory_xact_lock(hashtextextended(new.chain_id::text, 41));
  select seq, hash into last from audit_log where chain_id = new.chain_id order by seq desc limit 1;
  new.seq := coalesce(last.seq, 0) + 1;
  new.prev_hash := coalesce(last.hash, '\x'::bytea);
  new.at := clock_timestamp();
  new.hash := audit_row_hash(new);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION set_supplier_order_lines_live()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update supplier_order_lines l set live = new.state not in ('failed', 'cancelled')
  where l.workplace_id = new.workplace_id and l.supplier_order_id = new.supplier_order_id
    and l.live <> (new.state not in ('failed', 'cancelled'));
  return null;
end $function$;
comment on function set_supplier_order_lines_live() is 'The lines follow the state of their order, so that no program can forget it.';

CREATE OR REPLACE FUNCTION source_account_of_hook(of_source text, token text)
 RETURNS TABLE(workplace_id uuid, account_id text, credentials text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select a.workplace_id, a.account_id, a.credentials from source_accounts a
  where a.hook_token = token and a.source = of_source
$function$;
comment on function source_account_of_hook(text,text) is 'Whose message it is, before any scope is known.';
revoke all on function source_account_of_hook(text,text) from public;
grant execute on function source_account_of_hook(text,text) to omni_app;

CREATE OR REPLACE FUNCTION store_elsewhere(of_platform text, of_domain text, but_not uuid)
 RETURNS TABLE(workplace_id uuid, store_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select s.workplace_id, s.store_id from stores s where s.platform = of_platform and s.platform_domain = of_domain
    and s.status = 'active' and s.workplace_id <> but_not
$function$;
comment on function store_elsewhere(text,text,uuid) is 'Whose store it is now, before it is moved: only for whoever has been let in at the store.';
revoke all on function store_elsewhere(text,text,uuid) from public;
grant execute on function store_elsewhere(text,text,uuid) to omni_app;

CREATE OR REPLACE FUNCTION store_of_hook(token text)
 RETURNS TABLE(workplace_id uuid, store_id uuid, platform text, epoch integer, hook_secret text, connected_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select c.workplace_id, c.store_id, s.platform, c.epoch, c.hook_secret, c.connected_at
  from store_connections c join stores s using (workplace_id, store_id)
  where c.hook_token = token and s.status = 'active' and c.credentials is not null
$function$;
comment on function store_of_hook(text) is 'A store without a key is not connected, whatever its row says.';
revoke all on function store_of_hook(text) from public;
grant execute on function store_of_hook(text) to omni_app;

CREATE OR REPLACE FUNCTION subscription_of_ref(of_provider text, of_ref text)
 RETURNS TABLE(workplace_id uuid, subscription_id uuid, user_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select s.workplace_id, s.subscription_id, s.user_id from subscriptions s
  where s.provider = of_provider and s.provider_ref = of_ref
$function$;
revoke all on function subscription_of_ref(text,text) from public;
grant execute on function subscription_of_ref(text,text) to omni_app;

CREATE OR REPLACE FUNCTION sum_order_deliveries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into delivery_sums as s (workplace_id, day, supplier, carrier, purchases, shipped, delivered, failed,
      ship_hours, deliver_hours)
    select c.workplace_id, c.day, c.supplier, c.carrier, count(*), count(c.hours_to_ship),
      count(*) filter (where c.outcome = 'delivered'), count(*) filter (where c.outcome = 'failed'),
      coalesce(sum(c.hours_to_ship), 0), coalesce(sum(c.hours_to_deliver), 0)
    from changed c group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (workplace_id, day, supplier, carrier) do update set purchases = s.purchases + excluded.purchases,
      shipped = s.shipped + excluded.shipped, delivered = s.delivered + excluded.delivered,
      failed = s.failed + excluded.failed, ship_hours = s.ship_hours + excluded.ship_hours,
      deliver_hours = s.deliver_hours + excluded.deliver_hours;
  else
    update delivery_sums s set purchases = s.purchases - g.purchases, shipped = s.shipped - g.shipped,
      delivered = s.delivered - g.delivered, failed = s.failed - g.failed, ship_hours = s.ship_hours - g.ship_hours,
      deliver_hours = s.deliver_hours - g.deliver_hours
    from (
      select c.workplace_id, c.day, c.supplier, c.carrier, count(*) as purchases, count(c.hours_to_ship) as shipped,
        count(*) filter (where c.outcome = 'delivered') as delivered,
        count(*) filter (where c.outcome = 'failed') as failed, coalesce(sum(c.hours_to_ship), 0) as ship_hours,
        coalesce(sum(c.hours_to_deliver), 0) as deliver_hours
      from changed c group by 1, 2, 3, 4) g
    where (s.workplace_id, s.day, s.supplier, s.carrier) = (g.workplace_id, g.day, g.supplier, g.carrier);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION sum_order_profits()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into profit_sums as s (workplace_id, currency, dimension, span, day, store, key, orders, pieces, revenue, tax, cost,
      fees, refunds, recovered, estimated, uncosted)
    select p.workplace_id, p.currency, d.dimension, d.span, p.day - (p.day - date '1970-01-01') % d.span, p.store, d.key,
      count(distinct p.order_id), sum(p.pieces),
      sum(p.revenue), sum(p.tax), sum(p.cost), sum(p.fees), sum(p.refunds), sum(p.recovered), sum(p.estimated),
      sum(p.uncosted)
    from changed p cross join lateral (values ('all', '', 1), ('country', p.country, 1), ('supplier', p.supplier, 1),
      ('product', p.product, 1), ('product', p.product, 5), ('product', p.product, 30)) as d (dimension, key, span)
    group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
    on conflict (workplace_id, currency, dimension, span, day, store, key) do update set
      orders = s.orders + excluded.orders, pieces = s.pieces + excluded.pieces, revenue = s.revenue + excluded.revenue,
      tax = s.tax + excluded.tax, cost = s.cost + excluded.cost, fees = s.fees + excluded.fees,
      refunds = s.refunds + excluded.refunds, recovered = s.recovered + excluded.recovered,
      estimated = s.estimated + excluded.estimated, uncosted = s.uncosted + excluded.uncosted;
  else
    update profit_sums s set orders = s.orders - g.orders, pieces = s.pieces - g.pieces, revenue = s.revenue - g.revenue,
      tax = s.tax - g.tax, cost = s.cost - g.cost, fees = s.fees - g.fees, refunds = s.refunds - g.refunds,
      recovered = s.recovered - g.recovered, estimated = s.estimated - g.estimated, uncosted = s.uncosted - g.uncosted
    from (
      select p.workplace_id, p.currency, d.dimension, d.span, p.day - (p.day - date '1970-01-01') % d.span as day, p.store,
        d.key, count(distinct p.order_id) as orders,
        sum(p.pieces) as pieces, sum(p.revenue) as revenue, sum(p.tax) as tax, sum(p.cost) as cost, sum(p.fees) as fees,
        sum(p.refunds) as refunds, sum(p.recovered) as recovered, sum(p.estimated) as estimated,
        sum(p.uncosted) as uncosted
      from changed p cross join lateral (values ('all', '', 1), ('country', p.country, 1), ('supplier', p.supplier, 1),
        ('product', p.product, 1), ('product', p.product, 5), ('product', p.product, 30)) as d (dimension, key, span)
      group by 1, 2, 3, 4, 5, 6, 7) g
    where (s.workplace_id, s.currency, s.dimension, s.span, s.day, s.store, s.key) =
      (g.workplace_id, g.currency, g.dimension, g.span, g.day, g.store, g.key);
  end if;
  return null;
end $function$;
comment on function sum_order_profits() is 'All parts of an order are written and taken away by one statement, so that an order is one in each sum.';

CREATE OR REPLACE FUNCTION take_jobs(worker uuid, names text[], at_most integer)
 RETURNS TABLE(job_id bigint, name text, payload jsonb, attempts integer)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare
  chosen bigint[];
begin
  -- A lease that is lost when PostgreSQL dies is taken by another worker: the job runs twice, as after any lost lease.
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock(7214003);
  with due as (
    select c.* from unnest(names) as n (of_name) cross join lateral (
      select j.job_id, j.priority, j.run_at from jobs j
      where j.name = n.of_name and j.worker_id is null and j.run_at <= now()
        and (j.queue is null or (
          not exists (select from jobs busy where busy.queue = j.queue and busy.worker_id is not null)
          and not exists (select from jobs before where before.queue = j.queue and before.worker_id is null
            and before.run_at <= now()
            and (before.priority, before.run_at, before.job_id) < (j.priority, j.run_at, j.job_id))))
      order by j.run_at, j.job_id limit at_most) c)
  select array(select d.job_id from due d order by d.priority, d.run_at, d.job_id limit at_most) into chosen;
  return query
    update jobs j set worker_id = worker, leased_at = now(), attempts = j.attempts + 1
    where j.job_id = any (array(select f.job_id from jobs f where f.job_id = any (chosen) for update skip locked))
    returning j.job_id, j.name, j.payload, j.attempts;
end $function$;
comment on function take_jobs(uuid,text[],integer) is 'Leases up to `at_most` due jobs with these names: the first of each queue, lower priorities first. One worker takes at a time: the lock is asked for before the rows are looked at, so that two never see the same queue free.';
revoke all on function take_jobs(uuid,text[],integer) from public;

CREATE OR REPLACE FUNCTION tally_of(p products, sign integer)
 RETURNS product_tally
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select row(sign, p.workplace_id, p.source, coalesce(p.seller_id, ''), p.pushed, p.tracking, p.enabled_variants, p.skus_tracking, p.tags, p.collections, p.sources)::product_tally
$function$;

CREATE OR REPLACE FUNCTION tally_products(tallies product_tally[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  -- Rows that come to nothing are not touched, so an edit of a title never waits for a counter; the others always in one order.
  insert into product_counts as c (workplace_id, total, unpushed, draft, active, tracking, partial, not_tracking, skus, skus_tracking)
    select * from (
      select u.workplace_id, sum(u.sign) as total, sum(u.sign * (u.pushed = 'unpushed')::int) as unpushed, sum(u.sign * (u.pushed = 'draft')::int) as draft, sum(u.sign * (u.pushed = 'active')::int) as active,
        sum(u.sign * (u.tracking = 'tracking')::int) as tracking, sum(u.sign * (u.tracking = 'partial')::int) as partial, sum(u.sign * (u.tracking = 'not_tracking')::int) as not_tracking,
        sum(u.sign * u.skus) as skus, sum(u.sign * u.skus_tracking) as skus_tracking
      from unnest(tallies) u group by u.workplace_id) d
    where (total, unpushed, draft, active, tracking, partial, not_tracking, skus, skus_tracking) <> (0, 0, 0, 0, 0, 0, 0, 0, 0)
    on conflict (workplace_id) do update set
      total = c.total + excluded.total, unpushed = c.unpushed + excluded.unpushed, draft = c.draft + excluded.draft, active = c.active + excluded.active,
      tracking = c.tracking + excluded.tracking, partial = c.partial + excluded.partial, not_tracking = c.not_tracking + excluded.not_tracking,
      skus = c.skus + excluded.skus, skus_tracking = c.skus_tracking + excluded.skus_tracking;
  insert into supplier_product_counts as c (workplace_id, source, seller_id, products, tracking, partial, not_tracking, skus, skus_tracking)
    select * from (
      select u.workplace_id, u.source, u.seller_id, sum(u.sign) as products, sum(u.sign * (u.tracking = 'tracking')::int) as tracking, sum(u.sign * (u.tracking = 'partial')::int) as partial,
        sum(u.sign * (u.tracking = 'not_tracking')::int) as not_tracking, sum(u.sign * u.skus) as skus, sum(u.sign * u.skus_tracking) as skus_tracking
      from unnest(tallies) u group by u.workplace_id, u.source, u.seller_id) d
    where (products, tracking, partial, not_tracking, skus, skus_tracking) <> (0, 0, 0, 0, 0, 0)
    order by workplace_id, source, seller_id
    on conflict (workplace_id, source, seller_id) do update set
      products = c.products + excluded.products, tracking = c.tracking + excluded.tracking, partial = c.partial + excluded.partial, not_tracking = c.not_tracking + excluded.not_tracking,
      skus = c.skus + excluded.skus, skus_tracking = c.skus_tracking + excluded.skus_tracking;
  insert into product_word_counts as c (workplace_id, kind, name, products)
    select w.workplace_id, w.kind, w.name, sum(w.sign) from (
      select u.workplace_id, 'tag' as kind, name, u.sign from unnest(tallies) u, unnest(u.tags) name
      union all select u.workplace_id, 'collection', name, u.sign from unnest(tallies) u, unnest(u.collections) name
      union all select u.workplace_id, 'source', name, u.sign from unnest(tallies) u, unnest(u.sources) name) w
    group by w.workplace_id, w.kind, w.name having sum(w.sign) <> 0
    order by w.workplace_id, w.kind, w.name
    on conflict (workplace_id, kind, name) do update set products = c.products + excluded.products;
end $function$;

CREATE OR REPLACE FUNCTION tell_workplace(of_workplace uuid, name text, data jsonb)
 RETURNS TABLE(message_id bigint, user_id uuid)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into realtime_messages (user_id, name, data)
  select m.user_id, tell_workplace.name, tell_workplace.data from workplace_members m
  where m.workplace_id = of_workplace and of_workplace = scope_workplace()
  returning message_id, user_id
$function$;
comment on function tell_workplace(uuid,text,jsonb) is 'To every member''s open browsers, in one statement.';
revoke all on function tell_workplace(uuid,text,jsonb) from public;
grant execute on function tell_workplace(uuid,text,jsonb) to omni_app;

CREATE OR REPLACE FUNCTION unconverted_workplaces(at_most integer)
 RETURNS TABLE(workplace_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select distinct p.workplace_id from order_profits p where p.is_foreign limit at_most
$function$;
comment on function unconverted_workplaces(integer) is 'Orders that could not be converted are counted anew, once a rate is known.';
revoke all on function unconverted_workplaces(integer) from public;
grant execute on function unconverted_workplaces(integer) to omni_app;

CREATE OR REPLACE FUNCTION unhandled_failures(at_most integer)
 RETURNS TABLE(failure_id uuid, job text, payload jsonb, tries integer, error text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select failure_id, job, payload, tries, error from job_failures where handled_at is null
  order by failed_at limit at_most
$function$;
comment on function unhandled_failures(integer) is 'Dead letters whose area was not told yet.';
revoke all on function unhandled_failures(integer) from public;
grant execute on function unhandled_failures(integer) to omni_app;

CREATE OR REPLACE FUNCTION unused_evidence(before timestamp with time zone, at_most integer)
 RETURNS TABLE(workplace_id uuid, evidence_id uuid, file text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select e.workplace_id, e.evidence_id, e.file from evidence_files e
  where e.used_at is null and e.created_at < before order by e.created_at limit at_most
$function$;
comment on function unused_evidence(timestamp with time zone,integer) is 'Ids and files only: removing itself runs inside the tenant''s scope.';
revoke all on function unused_evidence(timestamp with time zone,integer) from public;
grant execute on function unused_evidence(timestamp with time zone,integer) to omni_app;

CREATE OR REPLACE FUNCTION waiting_feedbacks(since timestamp with time zone, at_most integer)
 RETURNS TABLE(workplace_id uuid, supplier_order_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select distinct f.workplace_id, f.supplier_order_id from feedbacks f
  where f.feedback_no is not null and (f.state <> 'done' or f.moved_at > since)
    and not exists (select from workplaces w where w.workplace_id = f.workplace_id and w.is_example)
  limit at_most
$function$;
comment on function waiting_feedbacks(timestamp with time zone,integer) is 'What a supplier is asked about: conversations that are not done, and those done so recently that it may still write.';
revoke all on function waiting_feedbacks(timestamp with time zone,integer) from public;
grant execute on function waiting_feedbacks(timestamp with time zone,integer) to omni_app;

CREATE OR REPLACE FUNCTION waiting_refunds(at_most integer)
 RETURNS TABLE(workplace_id uuid, supplier_order_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select distinct r.workplace_id, r.supplier_order_id from refund_requests r
  where r.state in ('pending', 'accepted')
    and not exists (select from workplaces w where w.workplace_id = r.workplace_id and w.is_example)
  limit at_most
$function$;
comment on function waiting_refunds(integer) is 'Requests that the supplier is asked about. Ids only: the reading itself runs inside the tenant''s scope.';
revoke all on function waiting_refunds(integer) from public;
grant execute on function waiting_refunds(integer) to omni_app;

CREATE OR REPLACE FUNCTION wake_listings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  of_store uuid;
begin
  for of_store in
    update listings l set wake_at = least(coalesce(l.wake_at, 'infinity'), now() + interval '2 seconds')
    where l.workplace_id = new.workplace_id and l.product_id = new.product_id and l.state <> 'removed'
    returning l.store_id
  loop
    perform enqueue_job('listings.work', json_build_object('workplace_id', new.workplace_id, 'store_id', of_store),
      'listings.work:' || of_store, 25, now() + interval '2 seconds', 'listings.work ' || of_store, 0);
  end loop;
  return null;
end $function$;
comment on function wake_listings() is 'A product that changed wakes its listings; the worker finds out what differs. A pause lets ten quick edits be one.';

CREATE OR REPLACE FUNCTION watch_demand(of_source text)
 RETURNS TABLE(id bigint, source_product_id text, worth double precision, hot boolean, detail_at timestamp with time zone, seen_at timestamp with time zone, gone_at timestamp with time zone, created_at timestamp with time zone, changes integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select c.id, c.source_product_id, sum(w.worth), bool_or(w.hot), c.detail_at, c.seen_at, c.gone_at, c.created_at,
    (select count(distinct h.at)::int from catalog_variant_history h where h.product_id = c.id)
  from watched_sources w join catalog_products c using (source, source_product_id)
  where w.source = of_source group by c.id
$function$;
comment on function watch_demand(text) is 'Summed over all workplaces, without saying whose it is.';
revoke all on function watch_demand(text) from public;
grant execute on function watch_demand(text) to omni_app;

CREATE OR REPLACE FUNCTION watch_variant()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;
comment on function watch_variant() is 'A price that is not the one a rule made is a person''s. Whoever writes by a rule says so afterwards. A person who switches a variant on or off takes that over from the rule.';

CREATE OR REPLACE FUNCTION workplaces_with_rules()
 RETURNS TABLE(workplace_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select distinct r.workplace_id from automation_rules r where r.is_on
$function$;
comment on function workplaces_with_rules() is 'Ids only: the look itself runs inside the tenant''s scope.';
revoke all on function workplaces_with_rules() from public;
grant execute on function workplaces_with_rules() to omni_app;

CREATE TRIGGER attempt_evidence_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON attempt_evidence FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER attempts_not_in_example AFTER INSERT ON attempts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_in_example();

CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER audit_log_seal BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION seal_audit_row();

CREATE TRIGGER automation_rules_not_in_example AFTER INSERT OR UPDATE OF is_on ON automation_rules FOR EACH ROW WHEN (new.is_on) EXECUTE FUNCTION refuse_rule_in_example();

CREATE TRIGGER cashbacks_held AFTER INSERT ON cashbacks FOR EACH ROW WHEN ((new.state = 'pending'::text)) EXECUTE FUNCTION look_at_held_cashback();

CREATE TRIGGER cashbacks_held_again AFTER UPDATE OF state ON cashbacks FOR EACH ROW WHEN (((new.state = 'pending'::text) AND (old.state <> 'pending'::text))) EXECUTE FUNCTION look_at_held_cashback();

CREATE TRIGGER note_delete AFTER DELETE ON catalog_search REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_search_changes();

CREATE TRIGGER note_insert AFTER INSERT ON catalog_search REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_search_changes();

CREATE TRIGGER note_update AFTER UPDATE ON catalog_search REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION note_search_changes();

CREATE TRIGGER feedback_messages_not_in_example AFTER INSERT ON feedback_messages REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_in_example();

CREATE TRIGGER gallery_images_count AFTER INSERT OR DELETE OR UPDATE OF deleted_at ON gallery_images FOR EACH ROW EXECUTE FUNCTION count_gallery();

CREATE TRIGGER imported_sources_not_in_example AFTER INSERT ON imported_sources REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_in_example();

CREATE TRIGGER ledger_account_kinds_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_account_kinds FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER ledger_balances_projection BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON ledger_balances FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION refuse_change();
comment on trigger ledger_balances_projection on ledger_balances is 'Balances move with postings alone.';

CREATE TRIGGER ledger_postings_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER ledger_postings_balances AFTER INSERT ON ledger_postings REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION add_to_ledger_balances();

CREATE TRIGGER ledger_system_balances_projection BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON ledger_system_balances FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION refuse_change();

CREATE TRIGGER ledger_txns_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_txns FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
comment on trigger ledger_txns_append_only on ledger_txns is 'Nobody edits the books, the owner neither. A correction is one more transaction.';

CREATE TRIGGER listings_not_in_example AFTER INSERT ON listings REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_in_example();

CREATE TRIGGER replan_orders AFTER UPDATE ON listings FOR EACH ROW WHEN (((new.product_id IS NOT NULL) AND ((old.product_id IS DISTINCT FROM new.product_id) OR (old.remote IS DISTINCT FROM new.remote)))) EXECUTE FUNCTION replan_orders();

CREATE TRIGGER notifications_count AFTER INSERT OR DELETE OR UPDATE OF read_at ON notifications FOR EACH ROW EXECUTE FUNCTION count_notifications();

CREATE TRIGGER order_deliveries_added AFTER INSERT ON order_deliveries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sum_order_deliveries();

CREATE TRIGGER order_deliveries_removed AFTER DELETE ON order_deliveries REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sum_order_deliveries();

CREATE TRIGGER order_events_dispute AFTER INSERT ON order_events FOR EACH ROW WHEN ((new.kind = ANY (ARRAY['refunded_by_store'::text, 'refund_requested'::text]))) EXECUTE FUNCTION dispute_parcels();

CREATE TRIGGER order_groups_added AFTER INSERT ON order_groups REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_order_groups();

CREATE TRIGGER order_groups_automation AFTER INSERT ON order_groups REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION look_at_orders();

CREATE TRIGGER order_groups_removed AFTER DELETE ON order_groups REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_order_groups();

CREATE TRIGGER order_lines_profit_changed AFTER UPDATE OF product_id, cost, sources ON order_lines FOR EACH ROW WHEN ((((old.product_id IS DISTINCT FROM new.product_id) OR (old.cost IS DISTINCT FROM new.cost)) OR (old.sources IS DISTINCT FROM new.sources))) EXECUTE FUNCTION mark_changed_profit();

CREATE TRIGGER order_profits_added AFTER INSERT ON order_profits REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sum_order_profits();

CREATE TRIGGER order_profits_removed AFTER DELETE ON order_profits REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sum_order_profits();

CREATE TRIGGER orders_profit_added AFTER INSERT ON orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_added_profits();

CREATE TRIGGER orders_profit_changed AFTER UPDATE OF document, cancelled_at, country_code ON orders FOR EACH ROW EXECUTE FUNCTION mark_changed_profit();

CREATE TRIGGER parcels_added AFTER INSERT ON parcels REFERENCING NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION count_parcels();

CREATE TRIGGER parcels_changed AFTER UPDATE ON parcels REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION count_parcels();

CREATE TRIGGER parcels_not_in_example AFTER INSERT ON parcels REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_in_example();

CREATE TRIGGER parcels_outcome_changed AFTER UPDATE OF status, sub_status, carrier_name, replaced_by ON parcels FOR EACH ROW WHEN (((((old.status IS DISTINCT FROM new.status) OR (old.sub_status IS DISTINCT FROM new.sub_status)) OR (old.carrier_name IS DISTINCT FROM new.carrier_name)) OR (old.replaced_by IS DISTINCT FROM new.replaced_by))) EXECUTE FUNCTION mark_changed_profit();
comment on trigger parcels_outcome_changed on parcels is 'What became of a parcel is part of how a supplier and a carrier deliver (0056, features/analytics/count-deliveries.ts).';

CREATE TRIGGER parcels_removed AFTER DELETE ON parcels REFERENCING OLD TABLE AS before_change FOR EACH STATEMENT EXECUTE FUNCTION count_parcels();

CREATE TRIGGER payments_not_in_example AFTER INSERT ON payments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_in_example();

CREATE TRIGGER placement_plans_not_in_example AFTER INSERT ON placement_plans REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_in_example();

CREATE TRIGGER plan_charges_not_in_example AFTER INSERT ON plan_charges REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_in_example();

CREATE TRIGGER watch_variant AFTER UPDATE ON product_variants FOR EACH ROW WHEN (((old.price IS DISTINCT FROM new.price) OR (old.enabled IS DISTINCT FROM new.enabled))) EXECUTE FUNCTION watch_variant();

CREATE TRIGGER product_word_counts_sources AFTER INSERT OR UPDATE OF products ON product_word_counts FOR EACH ROW WHEN ((new.kind = 'source'::text)) EXECUTE FUNCTION count_sources();

CREATE TRIGGER products_inserted AFTER INSERT ON products REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION products_inserted();

CREATE TRIGGER products_updated AFTER UPDATE ON products REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION products_updated();

CREATE TRIGGER replan_orders AFTER UPDATE ON products FOR EACH ROW WHEN (((old.revision IS DISTINCT FROM new.revision) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION replan_orders();

CREATE TRIGGER wake_listings AFTER UPDATE ON products FOR EACH ROW WHEN (((old.revision IS DISTINCT FROM new.revision) OR (old.deleted_at IS DISTINCT FROM new.deleted_at) OR (old.supplied_at IS DISTINCT FROM new.supplied_at))) EXECUTE FUNCTION wake_listings();

CREATE TRIGGER refund_requests_cashback_made AFTER INSERT ON refund_requests FOR EACH ROW EXECUTE FUNCTION look_at_cashback();

CREATE TRIGGER refund_requests_cashback_moved AFTER UPDATE OF state ON refund_requests FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION look_at_cashback();

CREATE TRIGGER refund_requests_not_in_example AFTER INSERT ON refund_requests REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_in_example();

CREATE TRIGGER refund_requests_profit_changed AFTER UPDATE OF state, granted ON refund_requests FOR EACH ROW WHEN (((old.state IS DISTINCT FROM new.state) OR (old.granted IS DISTINCT FROM new.granted))) EXECUTE FUNCTION mark_changed_profit();
comment on trigger refund_requests_profit_changed on refund_requests is 'Money that came back is part of what an order earned (0056).';

CREATE TRIGGER run_rows_fill BEFORE INSERT ON run_rows FOR EACH ROW EXECUTE FUNCTION fill_run_row();

CREATE TRIGGER runs_fill BEFORE INSERT ON runs FOR EACH ROW EXECUTE FUNCTION fill_run();

CREATE TRIGGER sale_cancellations_not_in_example AFTER INSERT ON sale_cancellations REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_in_example();

CREATE TRIGGER source_account_tickets_not_in_example AFTER INSERT ON source_account_tickets REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_in_example();

CREATE TRIGGER source_accounts_not_in_example AFTER INSERT ON source_accounts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_in_example();

CREATE TRIGGER store_gone BEFORE DELETE ON store_connections FOR EACH ROW WHEN ((old.credentials IS NOT NULL)) EXECUTE FUNCTION keep_key_of_plan();

CREATE TRIGGER store_left BEFORE UPDATE OF credentials ON store_connections FOR EACH ROW WHEN (((old.credentials IS NOT NULL) AND (new.credentials IS NULL))) EXECUTE FUNCTION keep_key_of_plan();

CREATE TRIGGER store_tickets_not_in_example AFTER INSERT ON store_tickets REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_in_example();

CREATE TRIGGER stores_not_in_example AFTER INSERT ON stores REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_in_example();

CREATE TRIGGER supplier_orders_cashback AFTER UPDATE OF supplier_status ON supplier_orders FOR EACH ROW WHEN (((new.supplier_status = 'delivered'::text) AND (old.supplier_status IS DISTINCT FROM new.supplier_status))) EXECUTE FUNCTION look_at_cashback();

CREATE TRIGGER supplier_orders_lines_live AFTER UPDATE ON supplier_orders FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION set_supplier_order_lines_live();

CREATE TRIGGER supplier_orders_not_in_example AFTER INSERT ON supplier_orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_in_example();

CREATE TRIGGER supplier_orders_profit_added AFTER INSERT ON supplier_orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_added_profits();

CREATE TRIGGER supplier_orders_profit_changed AFTER UPDATE OF order_id, state, total, supplier_status, alarm, shipments ON supplier_orders FOR EACH ROW WHEN (((((((old.order_id IS DISTINCT FROM new.order_id) OR (old.state IS DISTINCT FROM new.state)) OR (old.total IS DISTINCT FROM new.total)) OR (old.supplier_status IS DISTINCT FROM new.supplier_status)) OR (old.alarm IS DISTINCT FROM new.alarm)) OR (old.shipments IS DISTINCT FROM new.shipments))) EXECUTE FUNCTION mark_changed_profit();

CREATE TRIGGER workplaces_profit_currency AFTER UPDATE OF settings ON workplaces FOR EACH ROW WHEN (((old.settings ->> 'display_currency'::text) IS DISTINCT FROM (new.settings ->> 'display_currency'::text))) EXECUTE FUNCTION recount_profits();

create policy attempt_evidence_scope on attempt_evidence as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy attempt_sends_scope on attempt_sends as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy attempts_scope on attempts as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy audit_log_scope on audit_log as permissive for all to omni_app
  using ((chain_id = ANY (ARRAY[scope_workplace(), scope_user()])))
  with check ((chain_id = ANY (ARRAY[scope_workplace(), scope_user()])));

create policy auto_update_questions_scope on auto_update_questions as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy automation_decisions_scope on automation_decisions as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy automation_rules_scope on automation_rules as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy automation_settings_scope on automation_settings as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy cashback_looks_scope on cashback_looks as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy cashbacks_scope on cashbacks as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy delivery_sums_scope on delivery_sums as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy discover_tools_scope on discover_tools as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy evidence_files_scope on evidence_files as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy extra_quotas_scope on extra_quotas as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy favorite_suppliers_scope on favorite_suppliers as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy favourites_scope on favourites as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy feature_usage_scope on feature_usage as permissive for all to omni_app
  using (((workplace_id = scope_workplace()) OR (workplace_id = ANY (( SELECT scope_own_workplaces() AS scope_own_workplaces)::uuid[]))))
  with check ((workplace_id = scope_workplace()));

create policy feedback_messages_scope on feedback_messages as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy feedbacks_scope on feedbacks as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy fulfilment_requests_scope on fulfilment_requests as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy gallery_images_scope on gallery_images as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy hidden_products_scope on hidden_products as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy image_searches_scope on image_searches as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy imported_sources_scope on imported_sources as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy ledger_balances_scope on ledger_balances as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy ledger_postings_scope on ledger_postings as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy ledger_txns_scope on ledger_txns as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy listing_notes_scope on listing_notes as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy listing_places_scope on listing_places as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy listings_scope on listings as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy notification_counts_scope on notification_counts as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy notifications_scope on notifications as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy order_copies_scope on order_copies as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy order_counters_scope on order_counters as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy order_cursors_scope on order_cursors as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy order_deliveries_scope on order_deliveries as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy order_dirty_scope on order_dirty as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy order_events_scope on order_events as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy order_fees_scope on order_fees as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy order_groups_scope on order_groups as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy order_lines_scope on order_lines as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy order_profits_scope on order_profits as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy order_settings_scope on order_settings as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy orders_scope on orders as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy parcel_counters_scope on parcel_counters as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy parcel_events_scope on parcel_events as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy parcels_scope on parcels as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy payment_links_scope on payment_links as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy payment_methods_scope on payment_methods as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy payments_scope on payments as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy placement_clicks_scope on placement_clicks as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy placement_plan_orders_scope on placement_plan_orders as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy placement_plans_scope on placement_plans as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy plan_charges_scope on plan_charges as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy plan_farewells_scope on plan_farewells as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy product_changes_scope on product_changes as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy product_counts_scope on product_counts as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy product_settings_scope on product_settings as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy product_variants_scope on product_variants as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy product_word_counts_scope on product_word_counts as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy products_scope on products as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy profit_marks_scope on profit_marks as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy profit_sums_scope on profit_sums as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy quick_start_scope on quick_start as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy refund_requests_scope on refund_requests as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy run_rows_scope on run_rows as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy runs_scope on runs as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy sale_cancellations_scope on sale_cancellations as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy saved_views_scope on saved_views as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy searched_words_scope on searched_words as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy seen_products_scope on seen_products as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy source_account_tickets_scope on source_account_tickets as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy source_accounts_scope on source_accounts as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy store_connections_scope on store_connections as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy store_dirty_scope on store_dirty as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy store_fulfilments_scope on store_fulfilments as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy store_migrations_scope on store_migrations as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy store_pictures_scope on store_pictures as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy store_tickets_scope on store_tickets as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy stores_delete on stores as permissive for delete to omni_app
  using ((workplace_id = scope_workplace()));

create policy stores_insert on stores as permissive for insert to omni_app
  with check ((workplace_id = scope_workplace()));

create policy stores_read on stores as permissive for select to omni_app
  using (((workplace_id = scope_workplace()) OR (workplace_id = ANY (( SELECT scope_own_workplaces() AS scope_own_workplaces)::uuid[]))));

create policy stores_update on stores as permissive for update to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy subscriptions_scope on subscriptions as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy supplier_order_lines_scope on supplier_order_lines as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy supplier_order_numbers_scope on supplier_order_numbers as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy supplier_orders_scope on supplier_orders as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy supplier_product_counts_scope on supplier_product_counts as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy tracking_links_scope on tracking_links as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy tracking_pages_scope on tracking_pages as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy variant_suppliers_scope on variant_suppliers as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy variant_watch_scope on variant_watch as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy wallet_settings_scope on wallet_settings as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy watched_sources_scope on watched_sources as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

create policy workplace_members_scope on workplace_members as permissive for all to omni_app
  using (((workplace_id = scope_workplace()) OR (user_id = scope_user())));

create policy workplaces_scope on workplaces as permissive for all to omni_app
  using (((workplace_id = scope_workplace()) OR (workplace_id = ANY (( SELECT scope_own_workplaces() AS scope_own_workplaces)::uuid[]))))
  with check ((workplace_id = scope_workplace()));

create policy zopi_fulfilment_scope on zopi_fulfilment as permissive for all to omni_app
  using ((workplace_id = scope_workplace()))
  with check ((workplace_id = scope_workplace()));

grant delete, insert, select on account_codes to omni_app;
grant update (data, expires_at) on account_codes to omni_app;

grant insert, select on attempt_evidence to omni_app;

grant insert, select, update on attempt_sends to omni_app;

grant insert, select, update on attempts to omni_app;

grant insert, select on audit_log to omni_app;

grant delete, insert, select, update on auto_update_questions to omni_app;

grant delete, insert, select, update on automation_decisions to omni_app;

grant delete, insert, select, update on automation_rules to omni_app;

grant delete, insert, select, update on automation_settings to omni_app;

grant insert, select, update on book_differences to omni_app;

grant delete, insert, select, update on cashback_looks to omni_app;

grant insert, select, update on cashbacks to omni_app;

grant delete, insert, select, update on catalog_history to omni_app;

grant select, update on catalog_index to omni_app;

grant delete, insert, select, update on catalog_products to omni_app;

grant delete, insert, select, update on catalog_quotes to omni_app;

grant delete, insert, select, update on catalog_reviews to omni_app;

grant delete, insert, select, update on catalog_search to omni_app;

grant delete, insert, select on catalog_search_changes to omni_app;

grant delete, insert, select, update on catalog_searched to omni_app;

grant delete, insert, select, update on catalog_sellers to omni_app;

grant delete, insert, select, update on catalog_tags to omni_app;

grant delete, insert, select, update on catalog_variant_history to omni_app;

grant delete, insert, select, update on catalog_variants to omni_app;

grant delete, insert, select, update on catalog_vectors to omni_app;

grant insert, select on currency_rate_days to omni_app;

grant insert, select, update on currency_rates to omni_app;

grant delete, insert, select, update on delivery_sums to omni_app;

grant delete, insert, select, update on discover_tools to omni_app;

grant delete, insert, select, update on evidence_files to omni_app;

grant delete, insert, select, update on example_parts to omni_app;

grant delete, insert, select, update on example_shop to omni_app;

grant insert, select on extra_quotas to omni_app;

grant delete, insert, select, update on favorite_suppliers to omni_app;

grant delete, insert, select, update on favourites to omni_app;

grant insert, select, update on feature_usage to omni_app;

grant delete, insert, select, update on feedback_messages to omni_app;

grant delete, insert, select, update on feedbacks to omni_app;

grant delete, insert, select, update on fulfilment_requests to omni_app;

grant delete, insert, select, update on gallery_images to omni_app;

grant delete, insert, select, update on hidden_products to omni_app;

grant delete, insert, select on idempotency_keys to omni_app;
grant update (reply) on idempotency_keys to omni_app;

grant delete, insert, select on identities to omni_app;

grant delete, insert, select, update on image_searches to omni_app;

grant delete, insert, select, update on imported_sources to omni_app;

grant delete, insert, select on inbox to omni_app;
grant update (handled_at, state) on inbox to omni_app;

grant delete, insert on job_failures to omni_app;
grant select (failure_id, job_id, failed_at, handled_at) on job_failures to omni_app;
grant update (handled_at) on job_failures to omni_app;

grant delete, insert, select, update on known_devices to omni_app;

grant select on ledger_account_kinds to omni_app;

grant select on ledger_balances to omni_app;

grant select on ledger_postings to omni_app;

grant select on ledger_txns to omni_app;

grant delete, insert, select, update on listing_notes to omni_app;

grant delete, insert, select, update on listing_places to omni_app;

grant delete, insert, select, update on listings to omni_app;

grant delete, insert, select on mails to omni_app;
grant update (sent_at) on mails to omni_app;

grant insert, select, update on notification_counts to omni_app;

grant delete, insert, select, update on notifications to omni_app;

grant select on operator_settings to omni_app;

grant delete, insert, select, update on order_copies to omni_app;

grant delete, insert, select, update on order_counters to omni_app;

grant delete, insert, select, update on order_cursors to omni_app;

grant delete, insert, select, update on order_deliveries to omni_app;

grant delete, insert, select, update on order_dirty to omni_app;

grant delete, insert, select, update on order_events to omni_app;

grant delete, insert, select, update on order_fees to omni_app;

grant delete, insert, select, update on order_groups to omni_app;

grant delete, insert, select, update on order_lines to omni_app;

grant delete, insert, select, update on order_profits to omni_app;

grant delete, insert, select, update on order_settings to omni_app;

grant delete, insert, select, update on orders to omni_app;

grant delete, insert, select on outbox to omni_app;
grant update (delivered_at) on outbox to omni_app;

grant delete, insert, select, update on parcel_counters to omni_app;

grant delete, insert, select, update on parcel_events to omni_app;

grant delete, insert, select, update on parcels to omni_app;

grant delete, insert, select, update on payment_links to omni_app;

grant delete, insert, select, update on payment_methods to omni_app;

grant insert, select, update on payments to omni_app;

grant delete, insert, select, update on placement_clicks to omni_app;

grant delete, insert, select, update on placement_plan_orders to omni_app;

grant delete, insert, select, update on placement_plans to omni_app;

grant insert, select, update on plan_charges to omni_app;

grant delete, insert, select, update on plan_farewells to omni_app;

grant delete, insert, select, update on product_changes to omni_app;

grant insert, select, update on product_counts to omni_app;

grant delete, insert, select, update on product_settings to omni_app;

grant delete, insert, select, update on product_variants to omni_app;

grant delete, insert, select, update on product_word_counts to omni_app;

grant delete, insert, select, update on products to omni_app;

grant delete, insert, select, update on profit_marks to omni_app;

grant delete, insert, select, update on profit_sums to omni_app;

grant delete, insert, select, update on quick_start to omni_app;

grant delete, insert, select, update on rate_limits to omni_app;

grant delete, insert, select on realtime_messages to omni_app;

grant delete, insert, select on recovery_codes to omni_app;

grant insert, select, update on refund_requests to omni_app;

grant delete, insert, select, update on run_rows to omni_app;

grant delete, insert, select, update on runs to omni_app;

grant insert, select, update on sale_cancellations to omni_app;

grant delete, insert, select, update on saved_views to omni_app;

grant delete, insert, select, update on searched_words to omni_app;

grant delete, insert, select, update on seen_products to omni_app;

grant delete, insert, select, update on sessions to omni_app;

grant delete, insert, select on social_attempts to omni_app;

grant delete, insert, select on source_account_tickets to omni_app;

grant delete, insert, select, update on source_accounts to omni_app;

grant delete, insert, select, update on store_connections to omni_app;

grant delete, insert, select, update on store_dirty to omni_app;

grant delete, insert, select, update on store_fulfilments to omni_app;

grant delete, insert, select, update on store_migrations to omni_app;

grant delete, insert, select, update on store_pictures to omni_app;

grant delete, insert, select, update on store_tickets to omni_app;

grant delete, insert, select, update on stores to omni_app;

grant insert, select, update on subscription_events_read to omni_app;

grant insert, select, update on subscriptions to omni_app;

grant delete, insert, select, update on supplier_order_lines to omni_app;

grant insert, select on supplier_order_numbers to omni_app;

grant insert, select, update on supplier_orders to omni_app;

grant insert, select, update on supplier_pace to omni_app;

grant delete, insert, select, update on supplier_product_counts to omni_app;

grant insert, select, update on supplier_state to omni_app;

grant delete, insert, select, update on supplier_tokens to omni_app;

grant insert on telemetry_events to omni_app;

grant delete, insert, select, update on tracking_links to omni_app;

grant delete, insert, select, update on tracking_pages to omni_app;

grant delete, insert, select, update on users to omni_app;

grant delete, insert, select, update on variant_suppliers to omni_app;

grant delete, insert, select, update on variant_watch to omni_app;

grant insert, select, update on vendor_pace to omni_app;

grant delete, insert, select, update on wallet_settings to omni_app;

grant delete, insert, select, update on watched_sources to omni_app;

grant delete, insert, select, update on worker_heartbeats to omni_app;

grant delete, insert, select on workplace_members to omni_app;

grant delete, insert, select, update on workplaces to omni_app;

grant delete, insert, select, update on zopi_fulfilment to omni_app;

insert into ledger_account_kinds (kind, owner, party, floor, ceiling) values
  ('wallet_bonus', 'workplace', false, 0, null),
  ('wallet_topup', 'workplace', false, 0, null),
  ('hold_bonus', 'workplace', false, 0, null),
  ('hold_topup', 'workplace', false, 0, null),
  ('supplier_credit', 'workplace', true, 0, null),
  ('supplier_credit_hold', 'workplace', true, 0, null),
  ('order_receivable', 'workplace', false, null, 0),
  ('supplier_payable', 'system', true, null, null),
  ('clearing', 'system', true, null, null),
  ('promo_expense', 'system', false, null, null),
  ('supplier_credit_memo', 'system', true, null, null),
  ('fee_expense', 'system', true, null, null),
  ('plan_revenue', 'system', false, null, null),
  ('cashback_pending', 'workplace', false, 0, null),
  ('cashback_frozen', 'workplace', false, 0, null),
  ('cashback_expense', 'system', false, null, null);
insert into catalog_index default values;
select let_owner_see_all();
