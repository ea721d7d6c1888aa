import type { Rates } from '@omni/domain/money.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** The rates that each day is converted by: its own, else those of the last day before it, else the first there are. */
export async function readRatesOfDays(tx: Tx, days: readonly string[]): Promise<Map<string, Rates>> {
  const { rows } = await sql<{ day: string; rates: Rates | null }>`
    select d.day::date as day, (select jsonb_object_agg(r.currency, r.rate) from currency_rate_days r
      where r.day = coalesce((select max(b.day) from currency_rate_days b where b.day <= d.day::date),
        (select min(a.day) from currency_rate_days a))) as rates
    from unnest(${days}::text[]) as d (day)`.execute(tx)
  return new Map(rows.map(({ day, rates }) => [day, { USD: 1, ...rates }]))
}
