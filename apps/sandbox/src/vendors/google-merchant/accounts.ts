import { z } from 'zod'
import type { Account, MerchantWorld } from './tables.ts'

type NewAccount = Pick<Account, 'id' | 'name' | 'language' | 'country'> &
  Partial<Pick<Account, 'process_ms' | 'judge_ms'>>

const DEMO_ACCOUNTS: readonly NewAccount[] = [
  { id: '512000001', name: 'Northwind Goods', language: 'en-US', country: 'US' },
  { id: '512000002', name: 'Fjord Living', language: 'de-DE', country: 'DE' },
]

export const AccountId = z.string().regex(/^\d{3,20}$/, 'must be a number')

export async function makeAccounts(
  world: MerchantWorld,
  accounts: readonly NewAccount[] = DEMO_ACCOUNTS,
): Promise<void> {
  await world.db
    .insertInto('accounts')
    .values([...accounts])
    .onConflict((c) => c.doNothing())
    .execute()
}

export const findAccount = (world: MerchantWorld, id: string): Promise<Account | undefined> =>
  world.db.selectFrom('accounts').selectAll().where('id', '=', id.replaceAll('\0', '')).executeTakeFirst()
