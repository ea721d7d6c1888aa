-- Deliveries of one account and lane are worked in slices by one job. `begun`: a job took it in hand; found so again,
-- that job was killed, and it may be this one that killed it. `alone`: it has a job of its own, with tries of its own,
-- and the others do not wait for it.
alter table inbox add column lane text not null default '';
alter table inbox add column state text not null default 'new';
alter table inbox add constraint inbox_state check (state in ('new', 'begun', 'alone')) not valid;
grant update (state) on inbox to omni_app;
