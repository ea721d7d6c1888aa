import { type Sending, sentTogether } from '@omni/domain/orders/figures.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import type { PlannedLine } from './plan-lines.ts'

/**
 * What suppliers last said about sending the parts of planned lines to a country, by line: the cheapest method of each
 * part. Parts that go together may cost less: the preview asks.
 */
export async function lastQuotes(
  tx: Tx,
  country: string,
  planned: ReadonlyMap<string, PlannedLine>,
): Promise<Map<string, Sending>> {
  const parts = [...planned].flatMap(([line_id, { parts: own }]) =>
    own.map(({ link: { source, source_product_id, sku_id } }) => ({ line_id, source, source_product_id, sku_id })),
  )
  if (parts.length === 0) return new Map()
  const { rows } = await sql<Sending & { line_id: string }>`
    select r.line_id, w.amount as shipping, w.min_days, w.max_days
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb)
      as r (line_id text, source text, source_product_id text, sku_id text)
    left join catalog_products p on p.source = r.source and p.source_product_id = r.source_product_id
    left join lateral (select q.ways from catalog_quotes q
      where q.product_id = p.id and q.country_code = ${country} and q.quantity = 1
      order by q.sku_id = r.sku_id desc, q.quoted_at desc limit 1) q on true
    left join lateral (select m.amount, m.min_days, m.max_days
      from jsonb_to_recordset(q.ways) as m (amount int, min_days int, max_days int)
      order by m.amount, m.max_days limit 1) w on true`.execute(tx)
  return new Map([...Map.groupBy(rows, ({ line_id }) => line_id)].map(([line_id, own]) => [line_id, sentTogether(own)]))
}
