import { WALLET_CURRENCY } from '@omni/domain/wallet/topup.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { balanceOf } from '../../platform/ledger.ts'

/** What the seller owes, without what an authorised card is about to pay. */
export async function readOwed(tx: Tx, workplace_id: string): Promise<number> {
  const all = -(await balanceOf(tx, { workplace_id, account: 'order_receivable', currency: WALLET_CURRENCY }))
  if (all <= 0) return 0
  const { rows } = await sql<{ pending: number }>`
    select coalesce(sum(s.card_taken), 0)::float8 as pending from payments p
    join supplier_orders s on s.workplace_id = p.workplace_id and s.payment_id = p.payment_id
    where p.workplace_id = ${workplace_id} and p.purpose = 'orders' and p.settled_at is null`.execute(tx)
  return Math.max(0, all - (rows[0]?.pending ?? 0))
}
