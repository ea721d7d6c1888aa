import { sql } from 'kysely'
import type { World } from '../../frame/world.ts'
import type { CjAccount } from './accounts.ts'

export interface PointTables {
  points: { account: string; day: string; used: number; remaining: number; at: Date }
}

export const POINT_TABLES = `
  create table if not exists points (account text primary key, day text not null, used double precision not null,
    remaining double precision not null, at timestamptz not null);
`

/** What a call takes from the day's points; the others are free. */
export const POINTS: Readonly<Record<string, number>> = {
  'product/list': 50,
  'product/listV2': 50,
  'product/query': 10,
  'product/queryProductsByImage': 1000,
  'variant/query': 10,
  'variant/queryByVid': 10,
  'stock/queryByVid': 10,
  'stock/getInventoryByPid': 10,
  'logistic/freightCalculate': 10,
}

const today = (now: Date) => now.toISOString().slice(0, 10)

/** All points at midnight (UTC), and a 1440th of the day's total back with every minute, never above the total. */
function nowLeft({ points_per_day }: CjAccount, now: Date) {
  const refilled = sql`points.remaining + extract(epoch from ${now}::timestamptz - points.at) * ${points_per_day} / 86400.0`
  return sql`case when points.day <> ${today(now)} then ${points_per_day}
    else least(${points_per_day}::double precision, ${refilled}) end`
}

async function begin(world: World<PointTables>, { id, points_per_day }: CjAccount) {
  const now = world.now()
  await world.db
    .insertInto('points')
    .values({ account: id, day: today(now), used: 0, remaining: points_per_day, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** False when the account has not so many points now. */
export async function takePoints(world: World<PointTables>, account: CjAccount, cost: number): Promise<boolean> {
  if (cost === 0) return true
  const now = world.now()
  await begin(world, account)
  const left = nowLeft(account, now)
  const taken = await world.db
    .updateTable('points')
    .set({
      remaining: sql<number>`${left} - ${cost}`,
      used: sql<number>`case when points.day = ${today(now)} then points.used else 0 end + ${cost}`,
      day: today(now),
      at: now,
    })
    .where('account', '=', account.id)
    .where(sql<boolean>`${left} >= ${cost}`)
    .returning('account')
    .executeTakeFirst()
  return taken !== undefined
}

/** What CJ tells beside every reply. */
export async function pointsInfo(world: World<PointTables>, account: CjAccount) {
  const now = world.now()
  await begin(world, account)
  const row = await world.db
    .selectFrom('points')
    .select([
      sql<number>`case when day = ${today(now)} then used else 0 end`.as('used'),
      sql<number>`${nowLeft(account, now)}`.as('remaining'),
    ])
    .where('account', '=', account.id)
    .executeTakeFirstOrThrow()
  return { usedToday: row.used, remaining: Math.floor(row.remaining), total: account.points_per_day }
}

/** For rehearsals: everything the account has is spent. */
export async function usePointsUp(world: World<PointTables>, account: CjAccount): Promise<void> {
  const now = world.now()
  await begin(world, account)
  await world.db
    .updateTable('points')
    .set({ remaining: 0, used: account.points_per_day, day: today(now), at: now })
    .where('account', '=', account.id)
    .execute()
}
