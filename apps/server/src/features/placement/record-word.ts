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

type Shipments = UnknownState['shipments']

/** What a supplier says of an order in its own words, where we have none for it. Null: it said something that we know. */
export const recordWord = (
  ctx: Pick<JobCtx, 'db' | 'clock'>,
  id: SupplierOrderId,
  word: string | null,
): Promise<void> =>
  ctx.db.tx(async (tx) => {
    await writeWord(tx, id, word, ctx.clock())
    await publishToWorkplace(tx, id.workplace_id, 'placement.changed', {})
  })

export const countUnknown = ({ vendor, word }: Pick<UnknownState, 'vendor' | 'word'>): void =>
  unknownStates.inc({ vendor, word: word.slice(0, 60) })

/** The same of what was bought: the state stays, and the numbers of its parcels count. */
export const recordUnknown = (
  ctx: Pick<JobCtx, 'db' | 'clock'>,
  id: SupplierOrderId,
  { vendor, word, shipments, ended_products }: UnknownState,
): Promise<void> =>
  ctx.db.tx(async (tx) => {
    countUnknown({ vendor, word })
    await writeWord(tx, id, word, ctx.clock())
    if (shipments.length > 0) {
      const known = await withKnown(tx, id, shipments)
      await sql`update supplier_orders set shipments = ${JSON.stringify(known)}::jsonb
        where workplace_id = ${id.workplace_id} and supplier_order_id = ${id.supplier_order_id}`.execute(tx)
      await recordParcel(tx, id, { shipments: known, ended_products, all_sent: false })
      await recordNumbers(tx, id, known)
    }
    await publishToWorkplace(tx, id.workplace_id, 'placement.changed', {})
  })

/** Of a purchase under several numbers one alone has said this: the parcels of the others stay. */
async function withKnown(tx: Tx, { workplace_id, supplier_order_id }: SupplierOrderId, shipments: Shipments) {
  const { rows } = await sql<{ shipments: Shipments }>`select shipments from supplier_orders
    where workplace_id = ${workplace_id} and supplier_order_id = ${supplier_order_id} for update`.execute(tx)
  const known = new Set(shipments.map(({ tracking_number }) => tracking_number))
  const others = (rows[0]?.shipments ?? []).filter(({ tracking_number }) => !known.has(tracking_number))
  return [...others, ...shipments]
}

/** `vendor_word_at`: since when it says so. */
const writeWord = (tx: Tx, { workplace_id, supplier_order_id }: SupplierOrderId, said: string | null, now: Date) => {
  const word = said === null ? null : said.slice(0, LONGEST)
  return sql`update supplier_orders set synced_at = ${now}, sync_error = null, vendor_word = ${word},
      vendor_word_at = case when ${word === null} then null when vendor_word = ${word} then vendor_word_at
        else ${now}::timestamptz end
    where workplace_id = ${workplace_id} and supplier_order_id = ${supplier_order_id}`.execute(tx)
}
