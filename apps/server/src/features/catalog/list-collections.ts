import { COLLECTIONS } from '@omni/domain/catalog/search-options.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { catalogIndex } from './search/catalog-index.ts'

const PICTURES = 4
const SAMPLE = 200 // the best of a collection stand for it
/** Texts of the web app; two or three of them are shown at a time (foundation spec §4). */
const BULLETS = ['orders', 'profit', 'days', 'fresh', 'suppliers'] as const

/** Sourcing spec §2: computed from what the catalogue holds now. */
export async function listCollections(ctx: Ctx) {
  return ctx.db.read(async (tx) => {
    const index = await catalogIndex(tx, ctx.config.DATABASE_URL)
    const { rows } = await sql<{
      slug: string
      images: string[] | null
      average_profit: number | null
      average_days: number | null
      orders_week: number | null
    }>`
      select g.slug, (array_agg(b.image order by b.place) filter (where b.image is not null))[1:${PICTURES}] as images,
        avg(b.profit)::int as average_profit, avg(b.days)::int as average_days, sum(b.orders_week)::int as orders_week
      from unnest(${[...COLLECTIONS]}::text[]) as g (slug)
      left join lateral (
        select p.images[1] as image, case when p.shipping_cost is not null then p.profit end as profit,
          p.shipping_time_max as days, p.orders_week, row_number() over () as place
        from (select product_id from catalog_search where tags @> array['g:' || g.slug]
          order by score desc, product_id desc limit ${SAMPLE}) best
        join catalog_products p on p.id = best.product_id) b on true
      group by g.slug`.execute(tx)
    return {
      collections: COLLECTIONS.map((collection_slug) => {
        const row = rows.find(({ slug }) => slug === collection_slug)
        return {
          collection_slug,
          products: index.products(`g:${collection_slug}`),
          bullets: [...BULLETS],
          images: row?.images ?? [],
          average_profit: row?.average_profit ?? 0,
          average_days: row?.average_days ?? null,
          orders_week: row?.orders_week ?? 0,
        }
      }),
    }
  })
}
