import { sql } from 'kysely'

/**
 * The picture of a line `l`: of our own variant or product, which is what a seller knows it by, else the store's. A store's
 * picture may be gone, or not be there yet when the sale comes in.
 */
export const lineImage = sql`coalesce((
  select i ->> 'url' from products m
  left join product_variants v on v.workplace_id = m.workplace_id and v.variant_id = l.variant_id
  cross join jsonb_array_elements(m.images) with ordinality as e (i, n)
  where m.workplace_id = l.workplace_id and m.product_id = l.product_id
  order by coalesce(i ->> 'image_id' = v.image_id, false) desc, n limit 1), l.image)`
