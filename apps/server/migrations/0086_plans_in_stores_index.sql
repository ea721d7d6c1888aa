-- outside a transaction
-- What hangs on a store: asked whenever a store is left, and whenever it tells of a plan.
drop index concurrently if exists subscriptions_store;
create index concurrently subscriptions_store on subscriptions (store_id) where state <> 'ended' and store_id is not null;
drop index concurrently if exists plan_charges_store;
create index concurrently plan_charges_store on plan_charges (store_id) where settled_at is null and store_id is not null;
