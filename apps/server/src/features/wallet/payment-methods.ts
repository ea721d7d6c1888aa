import type { Out } from '@omni/contracts/kernel.ts'
import type { walletCalls } from '@omni/contracts/wallet.calls.ts'
import type { KeptKind } from '@omni/domain/wallet/methods.ts'
import type { Config } from '../../platform/config.ts'
import type { Tx } from '../../platform/db.ts'
import { isSetUp, providerOf } from './providers.ts'
import { isEnabled, type WalletSettings } from './settings-row.ts'

type Method = Out<typeof walletCalls.getPaymentSetting>['methods'][number]

export async function listMethods(tx: Tx, workplace_id: string): Promise<Method[]> {
  const rows = await tx
    .selectFrom('payment_methods')
    .select(['method_id', 'kind', 'brand', 'label', 'exp_month', 'exp_year', 'is_default'])
    .where('workplace_id', '=', workplace_id)
    .where('removed_at', 'is', null)
    .orderBy('is_default', 'desc')
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as Method['kind'] })) // the table's own check
}

/** The named one, or the default. */
export const findMethod = (tx: Tx, workplace_id: string, method_id: string | undefined) =>
  tx
    .selectFrom('payment_methods')
    .select(['method_id', 'method_ref', 'customer_ref', 'provider', 'kind'])
    .where('workplace_id', '=', workplace_id)
    .where('removed_at', 'is', null)
    .where((eb) => (method_id === undefined ? eb('is_default', '=', true) : eb('method_id', '=', method_id)))
    .executeTakeFirst()

export type KeptMethod = NonNullable<Awaited<ReturnType<typeof findMethod>>>

/** Whether it may pay without a click: its provider is set up, and the seller lets its kind. */
export const mayPay = (config: Config, settings: WalletSettings, method: KeptMethod): boolean =>
  isSetUp(config, providerOf(method)) && isEnabled(settings, method.kind as KeptKind) // the table's own check

/** The oldest kept account or card of a kind; the default before the others. */
export const findOfKind = (tx: Tx, workplace_id: string, kind: KeptKind) =>
  tx
    .selectFrom('payment_methods')
    .select(['method_id', 'method_ref', 'customer_ref', 'provider', 'kind'])
    .where('workplace_id', '=', workplace_id)
    .where('removed_at', 'is', null)
    .where('kind', '=', kind)
    .orderBy('is_default', 'desc')
    .orderBy('created_at')
    .executeTakeFirst()
