-- the version before must be stopped
alter table store_fulfilments validate constraint store_fulfilments_parcel_no_check;
alter table store_fulfilments drop constraint store_fulfilments_pkey;
alter table store_fulfilments add constraint store_fulfilments_pkey primary key using index store_fulfilments_parcels;
