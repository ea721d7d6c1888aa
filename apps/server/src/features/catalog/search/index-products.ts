import { asSource, DEFAULT_SHIP_TO } from '@omni/domain/catalog/sources.ts'
import { type SearchFacts, toSearchDocument } from '@omni/domain/catalog/search-document.ts'
import { sql } from 'kysely'
import { SUPPLIER_FACTS } from '@omni/domain/vendors/manifest.ts'
import type { Tx } from '../../../platform/db.ts'

/**
 * `apply` of the search port: brings the index up to date for some products. Only rows that differ are written: each
 * costs seven indexes.
 */
export async function indexProducts(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await tx
    .selectFrom('catalog_products')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()
  // An answer with ways beats an empty one for another warehouse or variant; of several the cheapest counts.
  const quotes = await sql<{ product_id: number; country_code: string; cost: number | null; days: number | null }>`
    select distinct on (product_id, country_code) product_id, country_code, (ways -> 0 ->> 'amount')::int as cost,
      (ways -> 0 ->> 'max_days')::int as days
    from catalog_quotes where product_id = any (${[...ids]}::bigint[]) and quantity = 1
    order by product_id, country_code, (ways -> 0 ->> 'amount')::int nulls last`.execute(tx)
  const shipping = new Map<number, SearchFacts['shipping']>()
  for (const { product_id, country_code, cost, days } of quotes.rows)
    shipping.set(product_id, { ...shipping.get(product_id), [country_code]: cost === null ? null : { cost, days } })

  const gone = rows.filter((row) => row.gone_at !== null || row.stock === 0).map((row) => row.id)
  const documents = rows
    .filter((row) => !gone.includes(row.id))
    .map((row) => ({
      product_id: row.id,
      ...toSearchDocument({
        name: row.name,
        source: asSource(row.source),
        category_id: row.category_id,
        price: row.price_min,
        orders: row.orders,
        orders_week: row.orders_week,
        rating: row.rating,
        reviews_count: row.reviews_count,
        listings: row.listings,
        ship_froms: row.ship_froms,
        shipping: {
          ...(row.shipping_cost === null
            ? {}
            : { [DEFAULT_SHIP_TO]: { cost: row.shipping_cost, days: row.shipping_time_max } }),
          ...shipping.get(row.id),
        },
        single: !SUPPLIER_FACTS[asSource(row.source)].wholesale,
        condition: row.condition,
        charges: row.charges ?? 0,
      }),
    }))
  if (gone.length > 0) await tx.deleteFrom('catalog_search').where('product_id', 'in', gone).execute()
  await sql`
    insert into catalog_search as s (product_id, tags, score, price, profit, orders, ship_days, ship_cost, listings,
      rating, shipping)
    select d.product_id, array(select jsonb_array_elements_text(d.tags)), d.score, d.price, d.profit, d.orders,
      d.ship_days, d.ship_cost, d.listings, d.rating, d.shipping
    from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb)
      as d (product_id bigint, tags jsonb, score real, price int, profit int, orders bigint, ship_days smallint,
        ship_cost int, listings int, rating real, shipping jsonb)
    on conflict (product_id) do update set
      tags = excluded.tags, score = excluded.score, price = excluded.price, profit = excluded.profit,
        orders = excluded.orders, ship_days = excluded.ship_days, ship_cost = excluded.ship_cost,
        listings = excluded.listings, rating = excluded.rating, shipping = excluded.shipping
    where (s.tags, s.score, s.price, s.profit, s.orders, s.ship_days, s.ship_cost, s.listings, s.rating, s.shipping)
      is distinct from (excluded.tags, excluded.score, excluded.price, excluded.profit, excluded.orders,
        excluded.ship_days, excluded.ship_cost, excluded.listings, excluded.rating, excluded.shipping)`.execute(tx)
}

/** Says that the counts are behind the index; the job below catches up. */
export const markIndexDirty = (tx: Tx, now: Date) =>
  tx.updateTable('catalog_index').set({ dirty_at: now }).where('dirty_at', 'is', null).execute()

/** How long the journal of changes is kept; a process that did not look for so long reads the whole index anew. */
export const JOURNAL_HOURS = 24

/** How often each tag occurs, counted in one pass; processes see the new version and reload (catalog-index.ts). */
export async function countTags(tx: Tx, now: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('catalog count', 0))`.execute(tx)
  // Before the count: what changes while we count makes the index dirty again.
  await tx.updateTable('catalog_index').set({ dirty_at: null }).execute()
  await sql`
    merge into catalog_tags t using (select tag, count(*)::int as products from catalog_search, unnest(tags) as tag
      group by tag) c on t.tag = c.tag
    when matched and t.products <> c.products then update set products = c.products
    when not matched by target then insert (tag, products) values (c.tag, c.products)
    when not matched by source then delete`.execute(tx)
  await sql`update catalog_index set version = version + 1, docs = (select count(*)
    from catalog_search), counted_at = ${now}`.execute(tx)
  // By the database's clock, which also wrote the moments.
  await sql`delete from catalog_search_changes
    where changed_at < now() - make_interval(hours => ${JOURNAL_HOURS})`.execute(tx)
}
