import type { GoodFacts } from '@omni/domain/catalog/same-good.ts'
import { fold } from '@omni/domain/catalog/words.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { toVector } from './picture-index.ts'
import { isVector } from './store-vector.ts'

export interface Offer {
  id: number
  good_id: number | null
  source: string
  vector: Int8Array
  facts: GoodFacts
}

interface Row {
  id: number
  good_id: number | null
  source: string
  name: string
  category_id: number | null
  price_min: number
  vector: Buffer
  options: { name: string; values: { value: string }[] }[]
  specifications: { name: string; value: string }[]
}

/**
 * What a source usually takes for a thing: wholesale below, retail above. By the catalogue itself, since suppliers
 * change.
 */
export async function priceLevels(tx: Tx): Promise<Map<string, number>> {
  const { rows } = await sql<{ source: string; level: number }>`
    with usual as (select category_id, percentile_cont(0.5) within group (order by ln(price_min)) as price
      from catalog_products where price_min > 0 group by category_id)
    select p.source, exp(percentile_cont(0.5) within group (order by ln(p.price_min) - usual.price)) as level
    from catalog_products p join usual on usual.category_id is not distinct from p.category_id where p.price_min > 0
      group by p.source`.execute(tx)
  return new Map(rows.map(({ source, level }) => [source, level]))
}

/** Offers with all that is compared, by their ids; those without a picture's vector are left out. */
export async function readOffers(
  tx: Tx,
  ids: readonly number[],
  levels: ReadonlyMap<string, number>,
): Promise<Map<number, Offer>> {
  const { rows } = await sql<Row>`
    select p.id, p.good_id, p.source, p.name, p.category_id, p.price_min, p.options, p.specifications, v.vector
    from catalog_products p join catalog_vectors v on v.product_id = p.id
      where p.id = any (${[...ids]}::bigint[]) and p.gone_at is null and ${isVector}`.execute(tx)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        good_id: row.good_id,
        source: row.source,
        vector: toVector(row.vector),
        facts: {
          name: row.name,
          category_id: row.category_id,
          price: row.price_min / (levels.get(row.source) ?? 1),
          traits: traitsOf(row),
        },
      },
    ]),
  )
}

function traitsOf({ options, specifications }: Pick<Row, 'options' | 'specifications'>): Map<string, Set<string>> {
  const traits = new Map<string, Set<string>>()
  for (const { name, value } of specifications) traits.set(fold(name), new Set([fold(value)]))
  for (const { name, values } of options)
    if (values.length > 0) traits.set(fold(name), new Set(values.map(({ value }) => fold(value))))
  return traits
}
