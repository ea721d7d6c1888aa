import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** The best products carrying any of some tags, without those of `but`. */
export async function bestWithAny(
  tx: Tx,
  tags: readonly string[],
  limit: number,
  but: readonly number[] = [],
): Promise<number[]> {
  if (tags.length === 0) return []
  const { rows } = await sql<{ product_id: number }>`
    with hits as materialized (select product_id, score from catalog_search where tags && ${[...tags]}::text[]
      limit 10000)
    select product_id from hits where not (product_id = any (${[...but]}::bigint[]))
      order by score desc, product_id desc limit ${limit}`.execute(tx)
  return rows.map(({ product_id }) => product_id)
}
