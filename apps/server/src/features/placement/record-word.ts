import type { UnknownState } from '@omni/connectors/suppliers/supply-order.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { unknownStates } from '../../platform/metrics.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { recordParcel } from '../fulfilments/record-parcel.ts'
import { recordNumbers } from '../tracking/record-numbers.ts'
import type { SupplierOrderId } from './supplier-order-row.ts'

const LONGEST = 300

/** What a supplier says of an order in its own words, where we have none for it. A later read that we understand ends it. */
export const recordWord = (ctx: Pick<JobCtx, 'db' | 'clock'>, id: SupplierOrderId, word: string): Promise<void> =>
  ctx.db.tx(async (tx) => {
    await writeWord(tx, id, word, ctx.clock())
    await publishToWorkplace(tx, id.workplace_id, 'placement.changed', {})
  })

/** The same of what was bought: the state stays, and the numbers of its parcels count. */
export const recordUnknown = (
  ctx: Pick<JobCtx, 'db' | 'clock'>,
  id: SupplierOrderId,
  { vendor, word, shipments }: UnknownState,
): Promise<void> =>
  ctx.db.tx(async (tx) => {
    unknownStates.inc({ vendor, word: word.slice(0, 60) })
    await writeWord(tx, id, word, ctx.clock())
    if (shipments.length > 0) {
      await sql`update supplier_orders set shipments = ${JSON.stringify(shipments)}::jsonb
        where workplace_id = ${id.workplace_id} and supplier_order_id = ${id.supplier_order_id}`.execute(tx)
      await recordParcel(tx, id, shipments)
      await recordNumbers(tx, id, shipments)
    }
    await publishToWorkplace(tx, id.workplace_id, 'placement.changed', {})
  })

/** `vendor_word_at`: since when it says so. */
const writeWord = (tx: Tx, { workplace_id, supplier_order_id }: SupplierOrderId, word: string, now: Date) =>
  sql`update supplier_orders set synced_at = ${now},
      vendor_word_at = case when vendor_word = ${word.slice(0, LONGEST)} then vendor_word_at else ${now} end,
      vendor_word = ${word.slice(0, LONGEST)}
    where workplace_id = ${workplace_id} and supplier_order_id = ${supplier_order_id}`.execute(tx)
