import type { In, Out } from '@omni/contracts/kernel.ts'
import type { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { z } from 'zod'
import type { Ctx } from '../../platform/ctx.ts'
import { keyset, Moment } from '../../platform/cursor.ts'
import { countMovements } from './count-transaction-logs.ts'
import { readMovements, sinceOf } from './movements.ts'

const cursors = keyset(z.object({ at: Moment, id: z.uuid() }))

/** Orders spec §7 orders/v10/payments/transaction-logs. */
export async function listTransactionLogs(
  { db, workplace_id, now }: Ctx,
  { type, days, page_size, cursor }: In<typeof walletCalls.listTransactionLogs>,
): Promise<Out<typeof walletCalls.listTransactionLogs>> {
  const after = cursors.read(cursor)
  return db.read(async (tx) => {
    const filter = { type, since: sinceOf(days, now) }
    const rows = await readMovements(tx, workplace_id, filter, after, page_size + 1)
    const items = rows.slice(0, page_size)
    const last = rows.length > page_size ? items.at(-1) : undefined
    const counts = await countMovements(tx, workplace_id, filter.since)
    return {
      items,
      next_cursor: last ? cursors.write({ at: last.happened_at, id: last.txn_id }) : null,
      total: counts[type],
      total_is_capped: false,
    }
  })
}
