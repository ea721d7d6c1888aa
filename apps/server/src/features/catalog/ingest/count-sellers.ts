import { sql } from 'kysely'
import type { Tx } from '../../../platform/db.ts'

/** What a seller's products add up to; with the tag counts, so that lists never count. */
export const countSellers = (tx: Tx) =>
  sql`
  update catalog_sellers s set products = c.products, orders = c.orders, rating = c.rating, reviews_count = c.reviews
  from (
    select source, seller_id, count(*)::int as products, sum(orders)::bigint as orders,
      sum(reviews_count)::bigint as reviews,
      (sum(rating * (reviews_count + 1)) / nullif(sum(reviews_count + 1) filter (where rating is not null),
        0))::real as rating
    from catalog_products where seller_id is not null and gone_at is null group by source, seller_id) c
  where c.source = s.source and c.seller_id = s.seller_id and (s.products, s.orders, s.rating,
    s.reviews_count) is distinct from (c.products, c.orders, c.rating, c.reviews)`.execute(tx)
