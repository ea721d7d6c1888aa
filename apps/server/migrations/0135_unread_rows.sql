-- Rows of vendors' replies that could not be read and were left out: how many, where it failed first, since when. The
-- operator's; no values of the rows are kept.
create table unread_rows (
  vendor text not null,
  capability text not null,
  rows bigint not null,
  example text not null,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (vendor, capability)
);
grant select, insert, update on unread_rows to omni_app;
