-- How much of each colour a product's picture has (domain: image-search/colours.ts). Null: described before; it is
-- described again.
alter table catalog_vectors add column colours bytea;
