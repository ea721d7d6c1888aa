-- One search by image is one picture, however often its frame is moved: the plan's quota counts it once.
create table image_searches (
  workplace_id uuid not null references workplaces on delete cascade,
  search_id uuid not null,
  uses integer not null default 1,
  started_at timestamptz not null default now(),
  primary key (workplace_id, search_id)
);
create index image_searches_old on image_searches (started_at);
select protect_tenant_table('image_searches');
