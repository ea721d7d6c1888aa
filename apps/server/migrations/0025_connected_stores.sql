-- outside a transaction
-- A store belongs to one workplace while it is connected. One that was disconnected stays on record there, and may be
-- connected elsewhere.
drop index concurrently if exists stores_connected;
create unique index concurrently stores_connected on stores (platform, platform_domain) where status = 'active';
