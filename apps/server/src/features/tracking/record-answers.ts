import type { Refusal } from '@omni/connectors/tracking/tracker.ts'
import type { Tx } from '../../platform/db.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { attentionColumns, lockParcel, type ParcelId, updateParcel } from './parcel-row.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The tracker's first look takes minutes; its message should be here before we ask. */
const FIRST_READ_MS = 10 * MINUTE_MS
const MOST_TRIES = 5

type Turn = 'register' | 'read' | 'change_carrier' | null

/** When what is asked next; whatever a person decided meanwhile stays. */
export async function recordTurn(
  tx: Tx,
  id: ParcelId,
  turn: Turn,
  turn_at: Date | null,
  more: { carrier_key?: number | null; stopped_at?: Date } = {},
): Promise<void> {
  await updateParcel(tx, id)
    .set({ turn, turn_at, ...more })
    .execute()
}

export async function recordRegistered(tx: Tx, id: ParcelId, carrier_key: number | null, now: Date): Promise<void> {
  const row = await lockParcel(tx, id)
  if (!row || row.turn !== 'register') return
  const registered_at = row.registered_at ?? now
  await updateParcel(tx, id)
    .set({
      registered_at,
      carrier_key: carrier_key ?? row.carrier_key,
      problem: null,
      tries: 0,
      ...(row.status === 'alert' && { status: 'pending' }),
      ...attentionColumns({ ...row, status: row.status === 'alert' ? 'pending' : row.status, registered_at }, now),
      turn: 'read',
      turn_at: new Date(now.getTime() + FIRST_READ_MS),
    })
    .execute()
  await publishToWorkplace(tx, id.workplace_id, 'parcels.changed', {})
}

/** The tracker does not take a number. Some of it passes; the rest is told to a person, with what helps. */
export async function recordRefusal(tx: Tx, id: ParcelId, reason: Refusal, message: string, now: Date): Promise<void> {
  if (reason === 'already') return recordRegistered(tx, id, null, now)
  const row = await lockParcel(tx, id)
  if (!row || row.turn !== 'register') return
  const at = (ms: number) => new Date(now.getTime() + ms)
  if (reason === 'day_spent' || reason === 'quota_spent') return recordTurn(tx, id, 'register', at(HOUR_MS))
  const tries = row.tries + 1
  // The carrier was our guess: it is left to the tracker, once.
  if (reason === 'carrier_wrong' && row.tries === 0) {
    await updateParcel(tx, id).set({ tries, carrier_key: null, turn_at: now }).execute()
    return
  }
  const passes = (reason === 'carrier_closed' || reason === 'other') && tries < MOST_TRIES
  if (passes) {
    await updateParcel(tx, id)
      .set({ tries, problem: 'refused', turn_at: at(HOUR_MS * 2 ** tries) })
      .execute()
    return
  }
  const problem = PROBLEMS[reason] ?? 'refused'
  await updateParcel(tx, id)
    .set({
      status: 'alert',
      problem,
      tries,
      latest_text: row.latest_at === null ? message : row.latest_text,
      ...attentionColumns({ ...row, status: 'alert' }, now),
      turn: null,
      turn_at: null,
    })
    .execute()
  await publishToWorkplace(tx, id.workplace_id, 'parcels.changed', {})
}

const PROBLEMS: Partial<Record<Refusal, 'carrier' | 'number'>> = {
  carrier_unknown: 'carrier',
  carrier_wrong: 'carrier',
  bad_number: 'number',
}
