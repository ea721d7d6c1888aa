import { type DayBudget, type IngestCounts, ingestRoom, ONE_CALL_EACH } from '@omni/domain/catalog/plan-ingest.ts'
import { DEFAULT_SHIP_TO, toIsoCountry, type Source } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { timeNow } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config.ts'
import type { JobCtx } from '../../../platform/ctx.ts'
import type { Tx } from '../../../platform/db.ts'
import type { Suppliers } from '../../../platform/suppliers.ts'
import { POPULAR_ORDERS, REFRESH_HOURS } from './store-product.ts'

/** Counting a million products takes seconds: the more there are, the longer a count holds. */
const COUNT_HOLDS_S = 30
const PRODUCTS_A_SECOND = 2000
const DAY_S = 86_400
/** A shipping price is asked for again after so many days; the default country's comes with the product. */
export const QUOTE_DAYS = 7

export const Counts = z.object({
  products: z.int(),
  new_products: z.int(),
  due_products: z.int(),
  looks_a_day: z.number(),
  quotes: z.int(),
}) satisfies z.ZodType<IngestCounts>

/** To the default country first, then to the others in the operator's order. */
export const quotedCountries = ({ QUOTE_COUNTRIES }: Pick<Config, 'QUOTE_COUNTRIES'>): string[] => [
  ...new Set([DEFAULT_SHIP_TO, ...QUOTE_COUNTRIES.map(toIsoCountry)]),
]

const NOTHING: IngestCounts = { products: 0, new_products: 0, due_products: 0, looks_a_day: 0, quotes: 0 }

export const costsOf = (suppliers: Suppliers, source: Source) => suppliers.definition(source).costs ?? ONE_CALL_EACH

/** How much is to be done at a supplier, counted anew now and then. */
export async function countWork(ctx: JobCtx, source: Source): Promise<IngestCounts> {
  const quoted = ctx.services.suppliers.definition(source).logistics !== undefined
  return ctx.db.tx(async (tx) => {
    const state = await tx
      .selectFrom('supplier_state')
      .select(['counts', 'counted_at'])
      .where('source', '=', source)
      .executeTakeFirst()
    const known = Counts.safeParse(state?.counts).data
    const age_s = (timeNow().getTime() - Date.parse(state?.counted_at ?? '')) / 1000
    if (known && age_s < COUNT_HOLDS_S + known.products / PRODUCTS_A_SECOND) return known
    const counts = {
      ...(await countProducts(tx, source)),
      quotes: quoted ? await countQuotes(tx, source, quotedCountries(ctx.config)) : 0,
    }
    await tx
      .updateTable('supplier_state')
      .set({ counts: JSON.stringify(counts), counted_at: sql`now()` })
      .where('source', '=', source)
      .execute()
    return counts
  })
}

async function countProducts(tx: Tx, source: Source): Promise<Omit<IngestCounts, 'quotes'>> {
  const { rows } = await sql<Omit<IngestCounts, 'quotes'>>`
    select count(*)::int as products,
      count(*) filter (where detail_at is null)::int as new_products,
      count(*) filter (where due_at <= now())::int as due_products,
      coalesce(sum(24.0 / case when orders >= ${POPULAR_ORDERS} then ${REFRESH_HOURS.popular}::int
        else ${REFRESH_HOURS.others}::int end), 0)::float8 as looks_a_day
    from catalog_products where source = ${source} and gone_at is null`.execute(tx)
  return rows[0] ?? NOTHING
}

/** Each of the countries, for each product that can be sent and has no young quote to it. */
async function countQuotes(tx: Tx, source: Source, countries: readonly string[]): Promise<number> {
  const { rows } = await sql<{ quotes: number }>`
    select coalesce(sum(${countries.length} - coalesce(q.known, 0)), 0)::int as quotes
    from catalog_products p left join lateral (
      select count(distinct country_code)::int as known from catalog_quotes
      where product_id = p.id and quantity = 1 and country_code = any (${[...countries]}::text[])
        and quoted_at > now() - make_interval(days => ${QUOTE_DAYS})) q on true
    where p.source = ${source} and p.gone_at is null and p.detail_at is not null
      and p.stock is distinct from 0`.execute(tx)
  return rows[0]?.quotes ?? 0
}

/** Seconds until the ingest may spend so much; 0: now. Midnight gives everything back. */
export function waitFor(budget: DayBudget, cost: number, refills: boolean, now: Date): number {
  const room = ingestRoom(budget)
  if (room === null || budget.per_day === null || room >= cost) return 0
  const midnight = DAY_S - ((now.getTime() / 1000) % DAY_S)
  const refilled = refills ? ((cost - room) / budget.per_day) * DAY_S : midnight
  return Math.ceil(Math.max(1, Math.min(midnight, refilled)))
}
