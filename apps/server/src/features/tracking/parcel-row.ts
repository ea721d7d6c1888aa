import { attentionOf } from '@omni/domain/tracking/attention.ts'
import { isParcelStatus } from '@omni/domain/tracking/statuses.ts'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import type { DB } from '../../platform/db-types.ts'

export interface ParcelId {
  workplace_id: string
  parcel_id: string
}

export type ParcelRow = Selectable<DB['parcels']>

/** The order first, then the parcel: whoever moves orders on takes them in the same order. */
export async function lockParcel(tx: Tx, { workplace_id, parcel_id }: ParcelId): Promise<ParcelRow | undefined> {
  await sql`select from orders o join parcels p using (workplace_id, order_id)
    where p.workplace_id = ${workplace_id} and p.parcel_id = ${parcel_id} for update of o`.execute(tx)
  return tx
    .selectFrom('parcels')
    .selectAll()
    .where('workplace_id', '=', workplace_id)
    .where('parcel_id', '=', parcel_id)
    .forUpdate()
    .executeTakeFirst()
}

export const updateParcel = (tx: Tx, { workplace_id, parcel_id }: ParcelId) =>
  tx.updateTable('parcels').where('workplace_id', '=', workplace_id).where('parcel_id', '=', parcel_id)

const moment = (at: string | Date | null) => (at === null ? null : new Date(at).getTime())

type Facts = Pick<ParcelRow, 'status' | 'sub_status' | 'disputed_at'> &
  Record<'latest_at' | 'registered_at' | 'delivered_at', string | Date | null>

/** The columns that say what a parcel needs the seller for, after it changed. */
export function attentionColumns(parcel: Facts, now: Date): { attention: string | null; attention_at: Date | null } {
  const { status } = parcel
  if (!isParcelStatus(status)) throw new Error(`no status of a parcel: ${status}`)
  const due = attentionOf(
    {
      status,
      sub_status: parcel.sub_status,
      latest_at: moment(parcel.latest_at),
      registered_at: moment(parcel.registered_at),
      delivered_at: moment(parcel.delivered_at),
      disputed_at: moment(parcel.disputed_at),
    },
    now.getTime(),
  )
  return { attention: due?.kind ?? null, attention_at: due === null ? null : new Date(due.at) }
}

/** 0 to 1, of the parcel's own. */
export const spreadOf = (parcel_id: string): number => Number.parseInt(parcel_id.slice(-4), 16) / 0x10000
