import type { ParcelDetail } from '@omni/contracts/tracking.calls.ts'
import { cleanNumber } from '@omni/domain/tracking/numbers.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { eventsOf, readParcel } from './parcel-view.ts'
import { trackingUrl } from './tracking-link.ts'

/** One parcel of an order, by its number or its id; null: there is none. */
export async function readParcelDetail(
  tx: Tx,
  { workplace_id, config, now }: Pick<Ctx, 'workplace_id' | 'config' | 'now'>,
  { orderId, trackingId }: { orderId: string; trackingId: string },
): Promise<z.output<typeof ParcelDetail> | null> {
  const { rows } = await sql<{ parcel_id: string; local_number: string | null; public_id: string | null }>`
    select p.parcel_id, p.local_number, l.public_id from parcels p left join tracking_links l using (workplace_id, order_id)
    where p.workplace_id = ${workplace_id} and p.order_id = ${orderId}
      and (p.number = ${cleanNumber(trackingId)} or p.parcel_id::text = ${trackingId})
    order by p.replaced_by is not null, p.created_at limit 1`.execute(tx)
  const [found] = rows
  if (!found) return null
  const { parcel_id, local_number, public_id } = found
  const earlier = await tx
    .selectFrom('parcels')
    .select('number')
    .where('workplace_id', '=', workplace_id)
    .where('order_id', '=', orderId)
    .where('replaced_by', '=', parcel_id)
    .orderBy('created_at')
    .execute()
  return {
    ...(await readParcel(tx, { workplace_id, parcel_id }, now)),
    events: await eventsOf(tx, { workplace_id, parcel_id }),
    earlier_numbers: earlier.map(({ number }) => number),
    local_number,
    public_url: public_id === null ? '' : trackingUrl(config, public_id),
  }
}
