import type { Out } from '@omni/contracts/kernel.ts'
import type { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { WALLET_CURRENCY } from '@omni/domain/wallet/topup.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { balanceOf } from '../../platform/ledger.ts'

/** Orders spec §7 orders/v7/wallet/bonus. */
export async function getWalletBonus({ db, workplace_id }: Ctx): Promise<Out<typeof walletCalls.getWalletBonus>> {
  return db.read(async (tx) => {
    const account = { workplace_id, account: 'wallet_bonus' as const, currency: WALLET_CURRENCY }
    const { rows } = await sql<{ given: number; spent: number }>`
      select coalesce(sum(amount) filter (where debit_kind = 'promo_expense'), 0)::float8 as given,
        coalesce(sum(amount) filter (where debit_kind = 'hold_bonus' and credit_kind = 'supplier_payable'), 0)::float8 as spent
      from ledger_postings where workplace_id = ${workplace_id} and currency = ${WALLET_CURRENCY}
        and (credit = 'wallet_bonus' or debit = 'hold_bonus')`.execute(tx)
    const balance_bonus = await balanceOf(tx, account)
    return { currency: WALLET_CURRENCY, balance_bonus, given: rows[0]?.given ?? 0, spent: rows[0]?.spent ?? 0 }
  })
}
