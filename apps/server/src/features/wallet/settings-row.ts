import { ACCOUNT_PAYMENT_IDS } from '@omni/domain/vendors/manifest.ts'
import type { KeptKind } from '@omni/domain/wallet/methods.ts'
import type { Selectable } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import type { DB } from '../../platform/db-types.ts'

export type WalletSettings = Omit<Selectable<DB['wallet_settings']>, 'workplace_id'>

/** Whether a kind may pay without a click; each has a column of its name. */
export const enabledColumn = <K extends KeptKind>(kind: K) => `${kind}_enabled` as const
export const isEnabled = (settings: WalletSettings, kind: KeptKind): boolean => settings[enabledColumn(kind)]
/** Nobody is charged at an account before the seller has allowed it. */
const NO_ACCOUNTS = Object.fromEntries(ACCOUNT_PAYMENT_IDS.map((kind) => [enabledColumn(kind), false])) as Record<
  `${(typeof ACCOUNT_PAYMENT_IDS)[number]}_enabled`, // the columns just named
  false
>

/** The columns' own defaults. */
const NOTHING_CHOSEN: WalletSettings = {
  policy_version: null,
  policy_accepted_at: null,
  policy_accepted_by: null,
  payment_behavior: 'default',
  payment_use: 'auto',
  card_enabled: true,
  ...NO_ACCOUNTS,
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
