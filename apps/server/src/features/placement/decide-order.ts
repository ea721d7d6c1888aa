import type { In } from '@omni/contracts/kernel.ts'
import type { placementCalls } from '@omni/contracts/placement.calls.ts'
import type { PlacementEvent } from '@omni/domain/placement/placement.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import { readRates } from '../rates/read-rates.ts'
import { handlePerson } from './handle-person.ts'
import { readJudging, stopsOfCharges } from './judge-baskets.ts'
import { recordAccepted } from './record-accepted.ts'
import { type Loaded, loadSupplierOrder } from './supplier-order-row.ts'
import { readView } from './supplier-order-view.ts'

/** The answer to what is asked about a supplier order. An answer to another question changes nothing. */
export async function decideOrder(ctx: Ctx, { supplier_order_id, says }: In<typeof placementCalls.decideOrder>) {
  const id = { workplace_id: ctx.workplace_id, supplier_order_id }
  return ctx.db.tx(async (tx) => {
    const loaded = await loadSupplierOrder(tx, id, true)
    if (!loaded) refuse('not_found')
    const { question, total } = loaded.placement
    if (question !== 'price' && question !== 'pay') refuse('placement.nothing_asked')
    let event: Extract<PlacementEvent, { is: 'person' }> = { is: 'person', says: 'give_up' }
    if (says === 'again') event = { is: 'person', says: 'again' }
    if (says === 'accept_price') {
      if (question !== 'price' || total === null) refuse('placement.nothing_asked')
      event = { is: 'person', says: 'accept_price', amount: total }
      await keepYes(tx, ctx, loaded, total)
    }
    await handlePerson(tx, ctx, supplier_order_id, event)
    return readView(tx, id)
  })
}

/** The timeline says what would have stopped it, where anything would, and what was agreed to. */
async function keepYes(tx: Tx, ctx: Ctx, { row, basket }: Loaded, amount: number): Promise<void> {
  const { order_id, vendor: source, currency } = row
  const judging = await readJudging(tx, ctx.workplace_id, [order_id], await readRates(tx))
  const stops = stopsOfCharges(judging, order_id, basket)
  await recordAccepted(tx, ctx, order_id, { stops, charge: { source, amount, currency } })
}
