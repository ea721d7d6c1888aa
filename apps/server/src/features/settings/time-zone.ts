import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** For a statement about things of a workplace. */
export const timeZoneIn = (workplace_id: string): RawBuilder<string> => sql<string>`coalesce((
  select settings ->> 'timezone' from workplaces where workplace_id = ${workplace_id}), 'UTC')`

/** Whose midnight ends a day of a workplace: lists, sums and analytics count days by it. UTC where nobody chose one. */
export async function timeZoneOf(tx: Tx, workplace_id: string): Promise<string> {
  const { rows } = await sql<{ time_zone: string }>`select ${timeZoneIn(workplace_id)} as time_zone`.execute(tx)
  return rows[0]?.time_zone ?? 'UTC'
}
