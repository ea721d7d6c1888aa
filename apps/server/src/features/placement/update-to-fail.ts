import type { In } from '@omni/contracts/kernel.ts'
import type { placementCalls } from '@omni/contracts/placement.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { handlePerson } from './handle-person.ts'
import { readView } from './supplier-order-view.ts'

/** Orders spec §7 orders/v4/update-to-fail: a person looked at the supplier's, and nothing is there. */
export async function updateToFail(ctx: Ctx, { supplier_order_id }: In<typeof placementCalls.updateToFail>) {
  return ctx.db.tx(async (tx) => {
    await handlePerson(tx, ctx, supplier_order_id, { is: 'person', says: 'nothing_there' })
    return readView(tx, { workplace_id: ctx.workplace_id, supplier_order_id })
  })
}
