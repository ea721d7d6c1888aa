import { VendorError } from '@omni/connectors/vendor-error.ts'
import { type Place, type PlaceFinder, placeFinder } from '@omni/domain/orders/places.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import type { OpenSource } from './open-source.ts'

/** spec: not shown. Provinces are seldom renamed. */
const KEPT = '30 days'
/** That there are none may be a mistake of theirs. */
const NONE_KEPT = '1 day'

/** A supplier's own names of a country's places; null where it has none to choose from, or cannot say now. */
export async function readPlaces(
  ctx: JobCtx,
  { source, orders }: OpenSource,
  country_code: string,
): Promise<PlaceFinder | null> {
  if (!orders.places) return null
  const { rows } = await ctx.db.read((tx) =>
    sql<{ places: Place[]; is_old: boolean }>`
      select places, read_at < ${ctx.clock()}::timestamptz
          - case when places = '[]' then ${NONE_KEPT}::interval else ${KEPT}::interval end as is_old
      from supplier_places where source = ${source} and country_code = ${country_code}`.execute(tx),
  )
  const [kept] = rows
  if (kept && !kept.is_old) return placeFinder(kept.places)
  try {
    const places = await orders.places({ country_code })
    await ctx.db.tx((tx) =>
      sql`insert into supplier_places (source, country_code, places, read_at)
        values (${source}, ${country_code}, ${JSON.stringify(places)}::jsonb, ${ctx.clock()})
        on conflict (source, country_code) do update set places = excluded.places, read_at = excluded.read_at`.execute(
        tx,
      ),
    )
    return placeFinder(places)
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    // An order goes on with what the customer wrote: a wrong province is refused, and nothing is bought.
    ctx.log.warn({ source, country_code, err: error }, "the names of a country's provinces are not known")
    return kept ? placeFinder(kept.places) : null
  }
}
