import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import { grantFeature } from '../billing/grant-feature.ts'

const AGAIN_HOURS = 6

/**
 * ORDER_TRACKING_NUMBERS: so many numbers are followed in a cycle. A number that took its place keeps it, however often it
 * is registered. Those without one say so, and ask again later: the plan may have grown. Answers whom it was granted.
 */
export async function grantNumbers(
  ctx: JobCtx,
  workplace_id: string,
  parcel_ids: readonly string[],
): Promise<Set<string>> {
  const owner = await ctx
    .as({ workplace_id })
    .read((tx) =>
      tx
        .selectFrom('workplace_members')
        .select('user_id')
        .where('workplace_id', '=', workplace_id)
        .orderBy('created_at')
        .executeTakeFirst(),
    )
  if (!owner) return new Set()
  const { user_id } = owner
  const own = await ctx
    .as({ user_id })
    .read((tx) => tx.selectFrom('workplace_members').select('workplace_id').where('user_id', '=', user_id).execute())
  const own_workplaces = own.map((row) => row.workplace_id)
  return ctx.as({ workplace_id, user_id, own_workplaces }).tx(async (tx) => {
    const { rows } = await sql<{ parcel_id: string; has_place: boolean }>`
      select parcel_id, quota_cycle is not null as has_place from parcels
      where workplace_id = ${workplace_id} and parcel_id = any(${[...parcel_ids]}::uuid[]) and turn = 'register'
      order by created_at, parcel_id for update`.execute(tx)
    const asking = rows.filter(({ has_place }) => !has_place).map(({ parcel_id }) => parcel_id)
    const { granted, cycle_start } =
      asking.length === 0
        ? { granted: 0, cycle_start: null }
        : await grantFeature(tx, { user_id, workplace_id }, 'ORDER_TRACKING_NUMBERS', asking.length, ctx.clock())
    const now = ctx.clock()
    await sql`update parcels set quota_cycle = ${cycle_start}::date, problem = null, attention = null, attention_at = null
      where workplace_id = ${workplace_id} and parcel_id = any(${asking.slice(0, granted)}::uuid[])`.execute(tx)
    await sql`update parcels set problem = 'quota', attention = 'unfollowed', attention_at = coalesce(attention_at, ${now}),
        turn_at = ${new Date(now.getTime() + AGAIN_HOURS * 3_600_000)}
      where workplace_id = ${workplace_id} and parcel_id = any(${asking.slice(granted)}::uuid[])`.execute(tx)
    const placed = rows.filter(({ has_place }) => has_place).map(({ parcel_id }) => parcel_id)
    return new Set([...placed, ...asking.slice(0, granted)])
  })
}
