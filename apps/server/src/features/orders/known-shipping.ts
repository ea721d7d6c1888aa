import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import type { PlannedLine } from './plan-lines.ts'

/**
 * What sending lines to a country costs by what the catalogue was told last, US cents: the cheapest way of each part, as
 * often as there are pieces where only one piece was asked about. A line with a part that nobody asked about is left out.
 */
export async function knownShipping(
  tx: Tx,
  country: string,
  planned: ReadonlyMap<string, Pick<PlannedLine, 'parts'>>,
): Promise<Map<string, number>> {
  const parts = [...planned].flatMap(([line_id, line]) =>
    line.parts.map(({ link: { source, source_product_id, sku_id }, quantity }) => ({
      line_id,
      source,
      source_product_id,
      sku_id,
      quantity,
    })),
  )
  if (parts.length === 0) return new Map()
  const { rows } = await sql<{ line_id: string; amount: number | null }>`
    select r.line_id, case when count(*) = count(q.amount) then sum(q.amount)::float8 end as amount
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb)
      as r (line_id uuid, source text, source_product_id text, sku_id text, quantity int)
    left join catalog_products p on p.source = r.source and p.source_product_id = r.source_product_id
    left join lateral (
      select (c.ways -> 0 ->> 'amount')::bigint * case when c.quantity = r.quantity then 1 else r.quantity end as amount
      from catalog_quotes c where c.product_id = p.id and c.country_code = ${country} and c.quantity in (1, r.quantity)
        and jsonb_array_length(c.ways) > 0
      order by c.quantity = r.quantity desc, c.sku_id = r.sku_id desc, c.quoted_at desc limit 1) q on true
    group by r.line_id`.execute(tx)
  return new Map(rows.flatMap(({ line_id, amount }) => (amount === null ? [] : [[line_id, amount]])))
}
