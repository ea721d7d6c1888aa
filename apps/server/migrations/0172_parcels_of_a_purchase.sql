-- outside a transaction
drop index concurrently if exists store_fulfilments_parcels;
create unique index concurrently store_fulfilments_parcels on store_fulfilments (workplace_id, supplier_order_id, parcel_no);
