import type { TrackedParcel } from '@omni/connectors/tracking/tracker.ts'
import { handle, inOrder, type ParcelState, type TrackEvent, viewOf } from '@omni/domain/tracking/parcel.ts'
import { nextPoll } from '@omni/domain/tracking/poll.ts'
import { createHash } from 'node:crypto'
import { sql, type Updateable } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import type { DB } from '../../platform/db-types.ts'
import { moveOrderOn } from './move-order-on.ts'
import { attentionColumns, type ParcelId, type ParcelRow, spreadOf, updateParcel } from './parcel-row.ts'

const eventKey = ({ text, place, stage }: TrackEvent) =>
  createHash('sha256')
    .update(JSON.stringify([text, place, stage]))
    .digest('base64url')
    .slice(0, 22)

const moment = (ms: number | null) => (ms === null ? null : new Date(ms))

/** What the tracker says about a parcel, by message or when asked. Said again, or late, it changes nothing. */
export async function handleParcel(tx: Tx, row: ParcelRow, tracked: TrackedParcel, now: Date): Promise<ParcelRow> {
  const events = await readEvents(tx, row)
  // `tracker_state` is as this function wrote it.
  const before: ParcelState = { ...(row.tracker_state as unknown as Omit<ParcelState, 'events'>), events }
  const after = handle(before, tracked.report, Date.parse(row.not_before))
  const facts = {
    tracked_at: now,
    carrier_name: tracked.carrier || row.carrier_name,
    ...(tracked.carrier_key > 0 && { carrier_key: tracked.carrier_key }),
    ...(row.registered_at === null && { registered_at: now }),
  }
  if (after === null) {
    // The number's earlier parcel: ours was not seen yet.
    const status = before.said === null ? 'not_found' : row.status
    return write(tx, row, { ...facts, status }, now)
  }
  const { status, sub_status, latest, delivered_at } = viewOf(after)
  const { events: all, ...tracker_state } = after
  await writeEvents(tx, row, all.slice(-MOST_KEPT))
  const written = await write(
    tx,
    row,
    {
      ...facts,
      status,
      sub_status,
      tracker_state: JSON.stringify(tracker_state),
      latest_text: latest?.text ?? '',
      latest_place: latest?.place ?? '',
      latest_at: moment(latest?.at ?? null),
      expected_from: moment(after.expected?.from ?? null),
      expected_to: moment(after.expected?.to ?? null),
      delivered_at: moment(delivered_at),
      ...(tracked.local_number !== null && { local_number: tracked.local_number }),
    },
    now,
  )
  if (row.replaced_by === null && (status !== row.status || sub_status !== row.sub_status))
    await moveOrderOn(tx, row, { status, sub_status, delivered_at: moment(delivered_at) }, now)
  return written
}

const MOST_KEPT = 300

interface Changes extends Updateable<DB['parcels']> {
  status: string
}

async function write(tx: Tx, row: ParcelRow, changes: Changes, now: Date): Promise<ParcelRow> {
  const { status } = changes
  const sub_status = changes.sub_status ?? row.sub_status
  const latest_at = changes.latest_at === undefined ? row.latest_at : changes.latest_at
  const delivered_at = changes.delivered_at === undefined ? row.delivered_at : changes.delivered_at
  const registered_at = changes.registered_at ?? row.registered_at
  const facts = { status, sub_status, latest_at, delivered_at, registered_at, disputed_at: row.disputed_at }
  // Looked at by a person, and nothing new since: it stays looked at.
  const isOldNews =
    row.attention === null && row.status === status && row.sub_status === sub_status && same(row.latest_at, latest_at)
  return updateParcel(tx, row)
    .set({
      ...changes,
      problem: null,
      tries: 0,
      ...(isOldNews ? {} : attentionColumns(facts, now)),
      ...nextTurn(row, status, latest_at ?? registered_at ?? row.created_at, now),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

const same = (a: string | Date | null, b: string | Date | null) =>
  (a === null ? null : new Date(a).getTime()) === (b === null ? null : new Date(b).getTime())

/** Something else that is to be asked stays; what is followed no longer is not asked about. */
function nextTurn(row: ParcelRow, status: string, quiet_since: string | Date, now: Date) {
  if (row.replaced_by !== null || row.turn === 'stop' || row.turn === 'change_carrier') return {}
  const when = { now: now.getTime(), quiet_since: new Date(quiet_since).getTime(), spread: spreadOf(row.parcel_id) }
  const at = nextPoll(status as Parameters<typeof nextPoll>[0], when) // a status of ours
  return at === null ? { turn: null, turn_at: null } : { turn: 'read', turn_at: new Date(at) }
}

export async function readEvents(tx: Tx, { workplace_id, parcel_id }: ParcelId): Promise<TrackEvent[]> {
  const { rows } = await sql<{ happened_at: string; text: string; place: string; stage: string }>`
    select happened_at, text, place, stage from parcel_events
    where workplace_id = ${workplace_id} and parcel_id = ${parcel_id} order by happened_at, event_key`.execute(tx)
  return rows.map(({ happened_at, ...event }) => ({ at: Date.parse(happened_at), ...event })).sort(inOrder)
}

async function writeEvents(
  tx: Tx,
  { workplace_id, parcel_id }: ParcelId,
  events: readonly TrackEvent[],
): Promise<void> {
  if (events.length === 0) return
  const rows = events.map((event) => ({ ...event, at: new Date(event.at), key: eventKey(event) }))
  await sql`
    insert into parcel_events (workplace_id, parcel_id, happened_at, event_key, text, place, stage)
    select ${workplace_id}, ${parcel_id}, e.at, e.key, e.text, e.place, e.stage
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (at timestamptz, key text, text text, place text, stage text)
    on conflict do nothing`.execute(tx)
}

/** The tracker follows it no longer: after its end, or because nothing was heard for a month. */
export async function handleStopped(tx: Tx, row: ParcelRow, now: Date): Promise<void> {
  if (row.stopped_at === null) await updateParcel(tx, row).set({ stopped_at: now, turn: null, turn_at: null }).execute()
}
