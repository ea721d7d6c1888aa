import type { Refusal } from '@omni/connectors/tracking/tracker.ts'
import type { Tx } from '../../platform/db.ts'
import { attentionColumns, type ParcelId, type ParcelRow, updateParcel } from './parcel-row.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The tracker's first look takes minutes; its message should be here before we ask. */
const FIRST_READ_MS = 10 * MINUTE_MS
const MOST_TRIES = 5

type Turn = 'register' | 'read' | 'change_carrier' | null

/** What is asked next, and when. */
export type Next = [turn: Turn, turn_at: Date | null, more?: { carrier_key?: number | null; stopped_at?: Date }]

export async function setTurn(tx: Tx, id: ParcelId, ...[turn, turn_at, more = {}]: Next): Promise<void> {
  await updateParcel(tx, id)
    .set({ turn, turn_at, ...more })
    .execute()
}

export async function recordRegistered(tx: Tx, row: ParcelRow, carrier_key: number | null, now: Date): Promise<void> {
  if (row.turn !== 'register') return
  const registered_at = row.registered_at ?? now
  await updateParcel(tx, row)
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
}

/** The tracker does not take a number. Some of it passes; the rest is told to a person, with what helps. */
export async function recordRefusal(
  tx: Tx,
  row: ParcelRow,
  { reason, message }: { reason: Refusal; message: string },
  now: Date,
): Promise<void> {
  if (reason === 'already') return recordRegistered(tx, row, null, now)
  if (row.turn !== 'register') return
  const at = (ms: number) => new Date(now.getTime() + ms)
  if (reason === 'day_spent' || reason === 'quota_spent') return setTurn(tx, row, 'register', at(HOUR_MS))
  const tries = row.tries + 1
  // The carrier was our guess: it is left to the tracker, once.
  if (reason === 'carrier_wrong' && row.tries === 0) {
    await updateParcel(tx, row).set({ tries, carrier_key: null, turn_at: now }).execute()
    return
  }
  const passes = (reason === 'carrier_closed' || reason === 'other') && tries < MOST_TRIES
  if (passes) {
    await updateParcel(tx, row)
      .set({ tries, problem: 'refused', turn_at: at(HOUR_MS * 2 ** tries) })
      .execute()
    return
  }
  const problem = PROBLEMS[reason] ?? 'refused'
  await updateParcel(tx, row)
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
}

const PROBLEMS: Partial<Record<Refusal, 'carrier' | 'number'>> = {
  carrier_unknown: 'carrier',
  carrier_wrong: 'carrier',
  bad_number: 'number',
}
