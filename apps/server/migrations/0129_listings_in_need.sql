-- outside a transaction
-- Listings that wait for the seller: counted on the home screen, a few among very many.
drop index concurrently if exists listings_in_need;
create index concurrently listings_in_need on listings (workplace_id, updated_at desc, listing_id desc)
  where product_id is not null and state in ('refused', 'needs_decision', 'gone');
