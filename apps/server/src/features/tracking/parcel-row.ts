import { attentionOf } from '@omni/domain/tracking/attention.ts'
import { isParcelStatus } from '@omni/domain/tracking/statuses.ts'
import { type Selectable, sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import type { DB } from '../../platform/db-types.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { allOrEach, throwFirst } from '../../platform/together.ts'

export interface ParcelId {
  workplace_id: string
  parcel_id: string
}

export type ParcelRow = Selectable<DB['parcels']>

/** The orders first, then the parcels: whoever moves orders on takes them in the same order. */
async function lockParcels(
  tx: Tx,
  workplace_id: string,
  parcel_ids: readonly string[],
): Promise<Map<string, ParcelRow>> {
  await sql`select from orders o where o.workplace_id = ${workplace_id} and o.order_id in (select p.order_id from parcels p
    where p.workplace_id = ${workplace_id} and p.parcel_id = any(${parcel_ids}::uuid[])) order by o.order_id for update`.execute(
    tx,
  )
  const { rows } = await sql<ParcelRow>`select * from parcels
    where workplace_id = ${workplace_id} and parcel_id = any(${parcel_ids}::uuid[]) order by parcel_id for update`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.parcel_id, row]))
}

export const lockParcel = async (tx: Tx, { workplace_id, parcel_id }: ParcelId): Promise<ParcelRow | undefined> =>
  (await lockParcels(tx, workplace_id, [parcel_id])).get(parcel_id)

/**
 * What is said of several parcels, in the order it was said, in one transaction of each workplace. Where that cannot be
 * written, each in its own: one parcel holds up no other.
 */
export async function writeTogether<T extends ParcelId>(
  ctx: Pick<JobCtx, 'as'>,
  said: readonly T[],
  write: (tx: Tx, row: ParcelRow, one: T) => Promise<ParcelRow | void>,
): Promise<void> {
  const outcomes: PromiseSettledResult<unknown>[] = []
  for (const [workplace_id, own] of Map.groupBy(said, (one) => one.workplace_id))
    outcomes.push(
      ...(await allOrEach(own, (some) =>
        ctx.as({ workplace_id }).tx(async (tx) => {
          const rows = await lockParcels(tx, workplace_id, [...new Set(some.map(({ parcel_id }) => parcel_id))])
          for (const one of some) {
            const row = rows.get(one.parcel_id)
            const after = row && (await write(tx, row, one))
            if (after) rows.set(one.parcel_id, after)
          }
          await publishToWorkplace(tx, workplace_id, 'parcels.changed', {})
          return some
        }),
      )),
    )
  throwFirst(outcomes)
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
