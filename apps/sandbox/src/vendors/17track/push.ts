import { createHash } from 'node:crypto'
import { journeyOf } from './journeys.ts'
import type { Row, Step, TrackWorld } from './tables.ts'
import { stepsUntil, trackInfo } from './track-info.ts'

export const API_KEY = 'sandbox-17track-key'
const DAY_MS = 86_400_000
const STOPS_AFTER_MS = { ended: 15 * DAY_MS, quiet: 30 * DAY_MS }

export const hookUrl = (world: TrackWorld) => `${world.config.omni_url}/hooks/17track`

export const sign = (body: string, key = API_KEY) => ({
  sign: createHash('sha256').update(`${body}/${key}`, 'utf8').digest('hex'),
})

export async function updated(world: TrackWorld, row: Row, steps: readonly Step[], now = world.now()) {
  const journey = await journeyOf(world, row.number)
  return {
    event: 'TRACKING_UPDATED',
    data: {
      number: row.number,
      carrier: row.carrier,
      param: row.param,
      tag: row.tag,
      track_info: trackInfo(row, journey, steps, now),
    },
  }
}

export const send = (world: TrackWorld, message: { event: string }) =>
  world.callback(message.event, hookUrl(world), message, {}, (body) => sign(body))

/** When a parcel of so many steps has something to tell next: its next step, or that nobody follows it any more. */
export function nextAt(
  { steps }: { steps: Step[] },
  told: number,
  row: Pick<Row, 'registered_at' | 'synced_at'>,
): Date {
  const next = steps[told]
  if (next) return new Date(Math.max(Date.parse(next.at), row.synced_at.getTime()))
  const last = steps.at(-1)
  const isEnd = /^(Delivered|Exception)/.test(last?.sub_status ?? '')
  const since = Math.max(last ? Date.parse(last.at) : 0, row.registered_at.getTime())
  return new Date(since + (isEnd ? STOPS_AFTER_MS.ended : STOPS_AFTER_MS.quiet))
}

const AT_ONCE = 200

/** Tells what has happened since. A parcel that moved several times is told once, as it is now. */
export async function sendDue(world: TrackWorld): Promise<void> {
  const now = world.now()
  const due = await world.db
    .selectFrom('tracked')
    .selectAll()
    .where('next_at', '<=', now)
    .where('stopped_at', 'is', null)
    .orderBy('next_at')
    .limit(AT_ONCE)
    .execute()
  for (const row of due) await sendOne(world, row)
}

async function sendOne(world: TrackWorld, row: Row): Promise<void> {
  const now = world.now()
  const journey = await journeyOf(world, row.number)
  const steps = stepsUntil(journey, now)
  const isNews = steps.length > row.told
  const change = isNews
    ? { told: steps.length, next_at: nextAt(journey, steps.length, row) }
    : { next_at: null, stopped_at: now }
  await world.db
    .updateTable('tracked')
    .set(change)
    .where('number', '=', row.number)
    .where('carrier', '=', row.carrier)
    .execute()
  if (isNews) await send(world, await updated(world, row, steps))
  else
    await send(world, {
      event: 'TRACKING_STOPPED',
      data: { number: row.number, carrier: row.carrier, param: row.param, tag: row.tag },
    } as { event: string }) // its data is as 17TRACK sends it
}
