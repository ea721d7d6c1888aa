import type { In, Out } from '@omni/contracts/kernel.ts'
import type { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { MOVEMENT_KINDS, MOVEMENT_NAMES, type MovementKind } from '@omni/domain/wallet/movements.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { sinceOf } from './movements.ts'

type Counts = Out<typeof walletCalls.countTransactionLogs>

/** Read from the index alone. */
export async function countMovements(tx: Tx, workplace_id: string, since: Date | null): Promise<Counts> {
  const { rows } = await sql<{ kind: MovementKind; count: number }>`
    select kind, count(*)::int as count from ledger_txns
    where workplace_id = ${workplace_id} and kind = any(${MOVEMENT_NAMES}::text[])
      and (${since}::timestamptz is null or effective_at >= ${since})
    group by kind`.execute(tx)
  const counts = { all: 0, in: 0, out: 0, held: 0 }
  for (const { kind, count } of rows) {
    counts[MOVEMENT_KINDS[kind]] += count
    counts.all += count
  }
  return counts
}

/** Orders spec §7 orders/v10/payments/transaction-logs/count. */
export const countTransactionLogs = (
  { db, workplace_id, now }: Ctx,
  { days }: In<typeof walletCalls.countTransactionLogs>,
): Promise<Counts> => db.read((tx) => countMovements(tx, workplace_id, sinceOf(days, now)))
