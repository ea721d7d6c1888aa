import type { In } from '@omni/contracts/kernel.ts'
import type { placementCalls } from '@omni/contracts/placement.calls.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { stopClaims } from './clicks.ts'
import { handleAboutAll } from './handle-person.ts'

/** Orders spec §4, "stop fulfilment". */
export async function stopOrders(ctx: Ctx, { source, supplier_order_ids }: In<typeof placementCalls.stopOrders>) {
  const { workplace_id } = ctx
  return ctx.db.tx(async (tx) => {
    // First: whoever writes purchases of claims is waited for, and they are stopped below.
    const claims = supplier_order_ids ? 0 : await stopClaims(tx, ctx, source)
    const { rows } = await sql<{ supplier_order_id: string }>`
      select supplier_order_id from supplier_orders
      where workplace_id = ${workplace_id} and stop_because is null
        and state in ('awaiting_payment', 'queued', 'sending', 'checking', 'created', 'needs_decision')
        and (${source ?? null}::text is null or vendor = ${source ?? null})
        and (${supplier_order_ids ?? null}::uuid[] is null or supplier_order_id = any(${supplier_order_ids ?? null}::uuid[]))
      order by order_id, supplier_order_id`.execute(tx)
    const event = { is: 'cancel', because: 'person' } as const
    const stopped = await handleAboutAll(
      tx,
      ctx,
      rows.map(({ supplier_order_id }) => ({ supplier_order_id, event })),
    )
    return { stopped: stopped.length + claims }
  })
}
