import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** Whose midnight ends a day of a workplace: lists, sums and analytics count days by it. UTC where nobody chose one. */
export async function timeZoneOf(tx: Tx, workplace_id: string): Promise<string> {
  const { rows } = await sql<{ time_zone: string }>`
    select coalesce(settings ->> 'timezone', 'UTC') as time_zone from workplaces
    where workplace_id = ${workplace_id}`.execute(tx)
  return rows[0]?.time_zone ?? 'UTC'
}
