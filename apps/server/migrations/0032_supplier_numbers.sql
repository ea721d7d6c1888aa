-- outside a transaction
-- Other tools write a supplier's variant number into a SKU: it leads to the supplier's product.
drop index concurrently if exists catalog_variants_sku;
create index concurrently catalog_variants_sku on catalog_variants (sku_id) where sku_id <> '';
