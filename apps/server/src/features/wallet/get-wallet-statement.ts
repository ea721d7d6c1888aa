import type { In, Out } from '@omni/contracts/kernel.ts'
import type { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { WALLET_CURRENCY } from '@omni/domain/wallet/topup.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'

const ACCOUNTS = ['wallet_topup', 'wallet_bonus', 'hold_topup', 'hold_bonus'] as const

/** spec: not shown. `known` never changes later; `effective` is by when the money moved. */
export async function getWalletStatement(
  { db, workplace_id }: Ctx,
  { at, by }: In<typeof walletCalls.getWalletStatement>,
): Promise<Out<typeof walletCalls.getWalletStatement>> {
  const moment = new Date(at)
  const column = by === 'known' ? sql.ref('t.recorded_at') : sql.ref('t.effective_at')
  const { rows } = await db.read((tx) =>
    sql<{ account: string; amount: number }>`
      select m.account, sum(m.amount)::float8 as amount from ledger_txns t
      join ledger_postings p on p.workplace_id = t.workplace_id and p.txn_id = t.txn_id
      cross join lateral (values (p.credit, p.amount), (p.debit, -p.amount)) as m (account, amount)
      where t.workplace_id = ${workplace_id} and p.currency = ${WALLET_CURRENCY} and ${column} <= ${moment}
        and m.account = any(${[...ACCOUNTS]}::text[])
      group by m.account`.execute(tx),
  )
  const accounts = ACCOUNTS.map((account) => ({
    account,
    amount: rows.find((row) => row.account === account)?.amount ?? 0,
  }))
  const total = accounts.reduce((sum, { amount }) => sum + amount, 0)
  return { currency: WALLET_CURRENCY, at: moment.toISOString(), accounts, total }
}
