create table supplier_places (
  source text not null,
  country_code text not null,
  places jsonb not null,
  read_at timestamptz not null,
  primary key (source, country_code)
);
comment on table supplier_places is 'A supplier''s own names of provinces and cities, by country: the same for every workplace, read again after a while.';
grant select, insert, update on supplier_places to omni_app;
