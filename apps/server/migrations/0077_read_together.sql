-- A listing that was just made and is read with many others by one export of its store.
alter table listings add column read_together boolean not null default false;
