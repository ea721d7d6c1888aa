import type { World } from './world.ts'

export interface UsageTables {
  usage: { day: string; account: string; used: number }
}

export const USAGE_TABLES = `
  create table if not exists usage (day text, account text, used bigint not null, primary key (day, account));
`

const today = (world: Pick<World, 'now'>) => world.now().toISOString().slice(0, 10)

/** Takes from the account's budget of the sandbox's running day (UTC); false when not so much is left. */
export async function spend(
  world: World<UsageTables>,
  account: string,
  cost: number,
  budget: number,
): Promise<boolean> {
  if (cost === 0) return true
  const row = await world.db
    .insertInto('usage')
    .values({ day: today(world), account, used: cost })
    .onConflict((c) =>
      c
        .columns(['day', 'account'])
        .doUpdateSet((eb) => ({ used: eb('usage.used', '+', cost) }))
        .where('usage.used', '<=', budget - cost),
    )
    .returning('used')
    .executeTakeFirst()
  return row !== undefined
}

/** For rehearsals: the rest of today's budget, or as much of it as wanted, is gone. */
export async function setUsed(world: World<UsageTables>, account: string, used: number): Promise<void> {
  await world.db
    .insertInto('usage')
    .values({ day: today(world), account, used })
    .onConflict((c) => c.columns(['day', 'account']).doUpdateSet({ used }))
    .execute()
}
