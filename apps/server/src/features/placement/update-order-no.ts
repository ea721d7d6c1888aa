import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { placementCalls } from '@omni/contracts/placement.calls.ts'
import { asSource } from '@omni/domain/catalog/sources.ts'
import { isExtensionSource } from '@omni/domain/placement/extension.ts'
import type { SupplierOrder } from '@omni/domain/placement/placement.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { handlePerson } from './handle-person.ts'
import { takenNumbers } from './move-orders.ts'
import { openSource } from './open-source.ts'
import { loadSupplierOrder } from './supplier-order-row.ts'
import { readView } from './supplier-order-view.ts'

/** Orders spec §7 orders/order_no/update: "it is number X". The supplier is asked what it has under that number. */
export async function updateOrderNo(
  ctx: Ctx,
  { supplier_order_id, order_no }: In<typeof placementCalls.updateOrderNo>,
) {
  const id = { workplace_id: ctx.workplace_id, supplier_order_id }
  const loaded = await ctx.db.read((tx) => loadSupplierOrder(tx, id, false))
  if (!loaded) refuse('not_found')
  const order = await readOrder(ctx, loaded.row.vendor, order_no)
  return ctx.db.tx(async (tx) => {
    const taken = await takenNumbers(tx, [{ row: loaded.row, order_no: order.order_no }])
    if (taken.size > 0) refuse('placement.number_taken', {}, { field: 'order_no' })
    await handlePerson(tx, ctx, supplier_order_id, { is: 'person', says: 'it_is', order })
    return readView(tx, id)
  })
}

async function readOrder(ctx: Ctx, vendor: string, order_no: string): Promise<SupplierOrder> {
  // Nobody can be asked: who has the number in front of him is believed.
  if (isExtensionSource(vendor)) return { order_no, confirmed: true, paid: true, closed: false, total: null }
  const source = await openSource(ctx, ctx.workplace_id, asSource(vendor))
  if (typeof source === 'string') refuse('placement.source_not_connected')
  try {
    return await source.orders.get({ order_no })
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    return error.kind === 'not_found'
      ? refuse('placement.no_such_number', {}, { field: 'order_no' })
      : refuse('placement.supplier_down')
  }
}
