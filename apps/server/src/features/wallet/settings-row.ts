import type { Selectable } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import type { DB } from '../../platform/db-types.ts'

export type WalletSettings = Omit<Selectable<DB['wallet_settings']>, 'workplace_id'>

/** The columns' own defaults. */
const NOTHING_CHOSEN: WalletSettings = {
  policy_version: null,
  policy_accepted_at: null,
  policy_accepted_by: null,
  payment_behavior: 'default',
  payment_use: 'auto',
  card_enabled: true,
  paypal_enabled: false,
  cashback_enabled: true,
  auto_topup: false,
  auto_topup_below: 2000,
  auto_topup_amount: 10_000,
  auto_topup_monthly_cap: 50_000,
}

export async function readSettings(tx: Tx, workplace_id: string): Promise<WalletSettings> {
  const row = await tx
    .selectFrom('wallet_settings')
    .selectAll()
    .where('workplace_id', '=', workplace_id)
    .executeTakeFirst()
  return row ?? NOTHING_CHOSEN
}

export async function writeSettings(tx: Tx, workplace_id: string, change: Partial<WalletSettings>): Promise<void> {
  await tx
    .insertInto('wallet_settings')
    .values({ workplace_id, ...change })
    .onConflict((conflict) => conflict.column('workplace_id').doUpdateSet(change))
    .execute()
}

export const autoTopupOf = (settings: WalletSettings) => ({
  on: settings.auto_topup,
  below: settings.auto_topup_below,
  amount: settings.auto_topup_amount,
  monthly_cap: settings.auto_topup_monthly_cap,
})
