import type { Out } from '@omni/contracts/kernel.ts'
import type { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { MAX_TOPUP, MIN_TOPUP, POLICY_VERSION, WALLET_CURRENCY } from '@omni/domain/wallet/topup.ts'
import { takerOf, TOPUP_METHODS } from '@omni/domain/wallet/methods.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { readOwed } from './owed.ts'
import { isSetUp } from './providers.ts'
import { autoTopupOf, readSettings } from './settings-row.ts'

/** Orders spec §7 payments/user/wallets. */
export async function getWallet({ config, db, workplace_id }: Ctx): Promise<Out<typeof walletCalls.getWallet>> {
  return db.read(async (tx) => {
    const rows = await tx
      .selectFrom('ledger_balances')
      .select(['account', 'amount'])
      .where('workplace_id', '=', workplace_id)
      .where('currency', '=', WALLET_CURRENCY)
      .execute()
    const of = (account: string) => rows.find((row) => row.account === account)?.amount ?? 0
    const settings = await readSettings(tx, workplace_id)
    const balance_bonus = of('wallet_bonus')
    const balance_topup = of('wallet_topup')
    return {
      currency: WALLET_CURRENCY,
      balance_bonus,
      balance_topup,
      total_balance: balance_bonus + balance_topup,
      on_hold: of('hold_bonus') + of('hold_topup'),
      owed: await readOwed(tx, workplace_id),
      policy: {
        version: POLICY_VERSION,
        accepted: settings.policy_version === POLICY_VERSION,
        accepted_at: settings.policy_accepted_at,
      },
      topup_by: TOPUP_METHODS.filter((method) => isSetUp(config, takerOf(method))),
      min_topup: MIN_TOPUP,
      max_topup: MAX_TOPUP,
      auto_topup: autoTopupOf(settings),
    }
  })
}
