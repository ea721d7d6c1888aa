-- the version before must be stopped
-- It knows a fulfilment by its purchase alone.

-- What a supplier sends of one purchase may be several parcels, each reported to the store with its own pieces.
alter table store_fulfilments add column parcel_no integer not null default 1,
  add column is_rest boolean not null default true;
alter table store_fulfilments alter column is_rest drop default;
alter table store_fulfilments add constraint store_fulfilments_parcel_no_check check (parcel_no > 0) not valid;
comment on column store_fulfilments.parcel_no is 'Of the purchase, in the order in which we heard of them.';
comment on column store_fulfilments.is_rest is 'Nobody said what its numbers carry: it has all pieces that no other row of the purchase has.';
