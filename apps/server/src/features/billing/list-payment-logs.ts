import type { billingCalls } from '@omni/contracts/billing.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '../../platform/ctx.ts'
import { keyset, Moment } from '../../platform/cursor.ts'
import type { Tx } from '../../platform/db.ts'
import { type ChargeRow, chargeView, type Payer, payerOf, paying } from './subscription-row.ts'

const cursors = keyset(z.object({ at: Moment, id: z.uuid() }))

/** Money that was paid, or that is due: what was only asked for and came to nothing is no payment. */
export async function readPaymentLogs(
  tx: Tx,
  { workplace_id, user_id }: Payer,
  after: { at: string; id: string } | null,
  limit: number,
): Promise<ChargeRow[]> {
  const { rows } = await sql<ChargeRow>`
    select * from plan_charges where workplace_id = ${workplace_id} and user_id = ${user_id}
      and amount > 0 and (state in ('done', 'past_due') or (state = 'failed' and transaction_ref is not null))
      and (${after === null} or (coalesce(happened_at, created_at), charge_id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by coalesce(happened_at, created_at) desc, charge_id desc limit ${limit}`.execute(tx)
  return rows
}

/** Foundation spec §7 payments/user/payment-logs. */
export async function listPaymentLogs(
  ctx: Ctx,
  { page_size, cursor }: In<typeof billingCalls.listPaymentLogs>,
): Promise<Out<typeof billingCalls.listPaymentLogs>> {
  const after = cursors.read(cursor)
  const payer = await payerOf(ctx)
  return paying(ctx, payer).read(async (tx) => {
    const rows = await readPaymentLogs(tx, payer, after, page_size + 1)
    const items = rows.slice(0, page_size)
    const last = rows.length > page_size ? items.at(-1) : undefined
    const { rows: counted } = await sql<{ total: number }>`
      select count(*)::int as total from plan_charges where workplace_id = ${payer.workplace_id}
        and user_id = ${payer.user_id} and amount > 0
        and (state in ('done', 'past_due') or (state = 'failed' and transaction_ref is not null))`.execute(tx)
    return {
      items: items.map(chargeView),
      next_cursor: last ? cursors.write({ at: last.happened_at ?? last.created_at, id: last.charge_id }) : null,
      total: counted[0]?.total ?? 0,
      total_is_capped: false,
    }
  })
}
